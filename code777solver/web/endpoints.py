"""The table of endpoints: each entry is read from the declaration of one function.

The name of the function is the path, its docstring the summary, its keyword-only parameters are the request, and its return
type is the response. Annotations of these functions are therefore values, not texts.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Annotated, Any, NamedTuple, TypeVar

from ..lang import LANGUAGES
from ..records import Limits
from .schema import Field, parameters_of
from .solver_cache import SolverCache


class Picture(NamedTuple):
    """An SVG."""

    svg: str


Lang = Annotated[str, "The language of the texts.", Limits(choices=LANGUAGES)]


def _in_a_language(*, lang: Lang = "en") -> None: ...


assert isinstance(_in_a_language, FunctionType)
_LANGUAGE = parameters_of(_in_a_language)
"""The field of every request: the language of its response, errors included."""


class Endpoint(NamedTuple):
    """A function that answers requests."""

    name: str
    function: Callable[..., object]
    fields: tuple[Field, ...]
    """The fields of a request."""
    long: Callable[[dict[str, Any]], bool]
    """True for a request that compiles something the first time. It gets another worker and time limit."""

    @property
    def summary(self) -> str:
        """The effect, in one sentence."""
        return " ".join((self.function.__doc__ or "").split())

    def handle(self, fields: dict[str, Any], cache: SolverCache) -> object:
        """The answer to a request that was checked: a result, or a `Picture`."""
        if "lang" not in (self.function.__kwdefaults__ or {}):
            fields = {name: value for name, value in fields.items() if name != "lang"}
        return self.function(cache, **fields)


ENDPOINTS: dict[str, Endpoint] = {}
Handler = TypeVar("Handler", bound=Callable[..., object])


def endpoint(*, long: bool | Callable[[dict[str, Any]], bool] = False) -> Callable[[Handler], Handler]:
    """Enter a function into `ENDPOINTS`; what a request holds may decide whether it takes long."""

    def enter(function: Handler) -> Handler:
        assert isinstance(function, FunctionType)
        name, fields = function.__name__, parameters_of(function)
        if all(field.name != "lang" for field in fields):
            fields += _LANGUAGE
        takes_long = long if callable(long) else lambda fields: long
        ENDPOINTS[name] = Endpoint(name, function, fields, takes_long)
        return function

    return enter
