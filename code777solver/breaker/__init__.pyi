"""Made by docs/stub.py from the list in __init__.py."""

from ..breaker.answers import Overlap as Overlap
from ..breaker.breaker import Breaker as Breaker
from ..breaker.breaker import GuessAdvice as GuessAdvice
from ..breaker.breaker import PossibleCode as PossibleCode
from ..breaker.contradictions import WrongAnswers as WrongAnswers
from ..breaker.notation import BreakerLine as BreakerLine
from ..breaker.notation import BreakerLog as BreakerLog
from ..breaker.packs import BreakerPacks as BreakerPacks
from ..breaker.packs import Pack as Pack
from ..breaker.packs import Suit as Suit
from ..breaker.position import GuessPosition as GuessPosition
from ..breaker.position import Split as Split
from ..breaker.race import Chances as Chances
from ..breaker.race import Race as Race
from ..breaker.round import Guess as Guess
from ..breaker.round import Round as Round
