"""Made by docs/stub.py from the list in __init__.py."""

from ..breaker.breaker import Breaker as Breaker
from ..breaker.breaker import GuessAdvice as GuessAdvice
from ..breaker.breaker import PossibleCode as PossibleCode
from ..breaker.contradictions import WrongAnswers as WrongAnswers
from ..breaker.race import Chances as Chances
