"""A set of up to 256 racks as one vector value.

Numba keeps four ``uint64`` in four scalar registers. As one LLVM vector they are combined by one instruction. The type
exists inside compiled functions only; ``rows`` is always a C-contiguous uint64 array (n, 4), ``row`` an index into it,
and ``value``, ``a`` and ``b`` are sets.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

WORDS = 4
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, WORDS)


class _Bits256(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Bits256")


bits256 = _Bits256()


@register_model(_Bits256)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, _VECTOR)


def _pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Address of row ``args[1]`` of the array ``args[0]``, as a pointer to a vector."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    row = context.cast(builder, args[1], signature.args[1], types.intp)
    start = builder.gep(array.data, [builder.mul(row, ir.Constant(row.type, WORDS))])
    return builder.bitcast(start, _VECTOR.as_pointer())


@intrinsic
def load(typing_context: Any, rows: Any, row: Any) -> Any:
    """Read row ``row`` of ``rows`` as a set."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, signature, args), align=8)

    return bits256(rows, row), generate


@intrinsic
def store(typing_context: Any, rows: Any, row: Any, value: Any) -> Any:
    """Write the set ``value`` to row ``row`` of ``rows``."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return types.void(rows, row, value), generate


@intrinsic
def both(typing_context: Any, a: Any, b: Any) -> Any:
    """Intersection of the sets ``a`` and ``b``."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.and_(*args)

    return bits256(a, b), generate


@intrinsic
def count(typing_context: Any, value: Any) -> Any:
    """Number of racks in the set ``value``, int64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        popcount: Any = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_VECTOR, [_VECTOR]), f"llvm.ctpop.v{WORDS}i64"
        )
        ones = builder.call(popcount, [args[0]])
        total = builder.extract_element(ones, ir.Constant(ir.IntType(32), 0))
        for word in range(1, WORDS):
            total = builder.add(total, builder.extract_element(ones, ir.Constant(ir.IntType(32), word)))
        return total

    return types.int64(value), generate


@intrinsic
def any_outside(typing_context: Any, a: Any, b: Any) -> Any:
    """True if the set ``a`` has a rack that ``b`` lacks."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        left = builder.and_(args[0], builder.not_(args[1]))
        whole = builder.bitcast(left, ir.IntType(64 * WORDS))
        return builder.icmp_unsigned("!=", whole, ir.Constant(whole.type, 0))

    return types.boolean(a, b), generate
