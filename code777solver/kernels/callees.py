"""Compile functions that only kernels call as parts of those kernels, once.

Numba optimises every function together with everything that it calls and makes machine code of it, so the innermost
functions are optimised again for each level above them. It also runs passes for features that the kernels do not use.
This pipeline leaves both out. `docs/design.md` shows the gain. A function compiled this way cannot be called from Python.
"""

from __future__ import annotations

import ctypes
from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

_NEVER_NEEDED = {
    "AnnotateTypes",
    "DeadBranchPrune",
    "DumpParforDiagnostics",
    "FindLiterallyCalls",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LiteralPropagationSubPipelinePass",
    "LiteralUnroll",
    "MakeFunctionToJitFunction",
    "NoPythonSupportedFeatureValidation",
    "NopythonRewrites",
    "RewriteDynamicRaises",
    "RewriteSemanticConstants",
    "WithLifting",
}
"""Passes for closures, contexts, literal types, whole-array expressions and exceptions, which the kernels do not use."""


_REFUSE = ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value
"""Address that a call from Python jumps to: it raises `TypeError`."""


class _Library(JITCodeLibrary):
    """Code of a callee as it was lowered, not optimised: the kernel that links it does that."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    _name = "lowering_of_a_callee"

    def run_pass(self, state: Any) -> bool:
        flags, context = state.flags, state.targetctx
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        state.library = _Library(context.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered = state["cr"]
        described, kept = lowered.fndesc, (state.library,)
        name = described.qualname.split(".")[-1]
        key = _dynfunc.make_function(described.lookup_module(), name, "", _REFUSE, lowered.env, kept)
        context.insert_user_function(key, described, kept)
        state["cr"] = lowered._replace(cfunc=key)
        return True


class Callee(CompilerBase):
    """Compiler of callees: the ``pipeline_class`` of `njit`."""

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        needed = [(one, why) for one, why in manager.passes if one.__name__ not in _NEVER_NEEDED]
        manager.passes = [(_Lowering if one is NativeLowering else one, why) for one, why in needed]
        manager.finalize()
        return [manager]
