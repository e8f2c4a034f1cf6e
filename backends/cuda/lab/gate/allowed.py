"""The PTX operations that a kernel may contain, and the reason why each group is safe.

An operation is safe if its result depends on its operands only, with the same bits on every GPU. To
use a new operation, add it here with the reason. Opcodes are written with the braces of a shell:
`{add,sub}.rn.{f32,f64}` is four opcodes. Source: PTX ISA, section 9.7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

_WORDS = {
    "F": "f32,f64",
    "S": "s16,s32,s64",
    "I": "s16,s32,s64,u16,u32,u64",
    "NUMBER": "s8,s16,s32,s64,u8,u16,u32,u64",
    "B": "b16,b32,b64",
    "ANY": "b8,b16,b32,b64,s8,s16,s32,s64,u8,u16,u32,u64,f32,f64",
    "LESS": "eq,ne,lt,le,gt,ge",
    "COMPARED": "eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan",
    "SPACE": ".global,.shared,.local,.param,.const,",
}
_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Group:
    """Opcodes that are allowed for the same reason."""

    name: str
    reason: str
    opcodes: str


GROUPS = (
    Group(
        "arithmetic",
        "IEEE 754 with round to nearest even; a stated rounding also forbids ptxas to fuse",
        "{add,sub,mul,fma,div}.rn.{<F>} {sqrt,rcp}.rn.{<F>} {add,sub,mul,fma}.rn.f32x2",
    ),
    Group(
        "sign",
        "touches the sign bit only; a NaN is made canonical afterwards (clause F3)",
        "{neg,abs,copysign}.{<F>}",
    ),
    Group(
        "comparison",
        "exact, with a defined answer for NaN",
        "setp.{<COMPARED>}{,.and,.or,.xor}.{<F>} setp.{<LESS>,lo,ls,hi,hs}{,.and,.or,.xor}.{<I>} "
        "setp.{eq,ne}{,.and,.or,.xor}.{<B>} set.{<LESS>}.{u32,s32}.{<I>} "
        "testp.{finite,infinite,number,notanumber,normal,subnormal}.{<F>}",
    ),
    Group(
        "choice",
        "moves bits",
        "selp.{<B>,<I>,<F>} slct.{<B>,<I>}.s32 mov.{<B>,<I>,<F>,pred,b128} prmt.b32",
    ),
    Group(
        "conversion between floating-point formats",
        "exact, or rounded to nearest even",
        "cvt.f64.f32 cvt.rn.f32.f64 cvt.f32.f16 cvt.rn.{f16,bf16}.f32",
    ),
    Group(
        "conversion from integers",
        "rounded to nearest even",
        "cvt.rn.{<F>}.{<NUMBER>}",
    ),
    Group(
        "conversion to integers",
        "PTX defines it for all operands: saturates, NaN gives 0 (64 bits: 2^63)",
        "cvt.{rni,rzi,rmi,rpi}.{<NUMBER>}.{<F>} cvt.{rni,rzi,rmi,rpi}.{f32.f32,f64.f64}",
    ),
    Group(
        "integers",
        "exact modulo a power of two",
        "cvt.{<NUMBER>}.{<NUMBER>} cvt.sat.{<NUMBER>}.{<NUMBER>} {add,sub}.{<I>} "
        "{add,sub}{,.cc}.{u32,s32,u64,s64} {addc,subc}{,.cc}.{u32,s32,u64,s64} "
        "{mul,mad}.{lo,hi,wide}.{<I>} {mad,madc}.{lo,hi}{,.cc}.{u32,s32,u64,s64} "
        "{div,rem,min,max}.{<I>} {abs,neg}.{<S>} "
        "sad.{<I>} {and,or,xor,not}.{<B>,pred} cnot.{<B>} {shl,shr}.{<B>,<I>} "
        "shf.{l,r}.{wrap,clamp}.b32 lop3.b32 {popc,clz,brev}.{b32,b64} "
        "bfind{,.shiftamt}.{u32,s32,u64,s64} bfe.{u32,s32,u64,s64} bfi.{b32,b64} "
        "{dp4a,dp2a.lo,dp2a.hi}.{u32,s32}.{u32,s32} "
        "bmsk.{clamp,wrap}.b32 szext.{clamp,wrap}.{u32,s32}",
    ),
    Group(
        "products of matrices of bytes",
        "sums of integers, exact modulo 2^32 in any order; .satfinite would make the order matter, "
        "and no format of floating-point numbers has a defined order (src/bytes.cuh)",
        "mma.sync.aligned.m16n8k32.row.col.s32.{s8,u8}.{s8,u8}.s32",
    ),
    Group(
        "memory",
        "moves bits; races are what the emulated machine looks for",
        "{ld,st}{,.volatile}{<SPACE>}{,.v2,.v4,.v8}.{<ANY>} "
        "ld.global{.nc,.ca,.cg,.cs,.lu,.cv}{,.v2,.v4,.v8}.{<ANY>} "
        "st.global{.wb,.cg,.cs,.wt}{,.v2,.v4,.v8}.{<ANY>} "
        "cvta{,.to}.{global,shared,local,const,param}.u64 isspacep.{global,shared,local}",
    ),
    Group(
        "threads of a block or warp",
        "waits, or moves bits between lanes that the mask names",
        "{bar,barrier}{,.cta}.{sync,red.popc,red.and,red.or}{,.aligned}{,.u32,.pred} bar.warp.sync "
        "match.{any,all}.sync.{b32,b64} "
        "shfl.sync.{up,down,bfly,idx}.b32 vote.sync.{ballot.b32,any.pred,all.pred,uni.pred} "
        "membar.{cta,gl} fence.{acq_rel,sc}.{cta,gpu}",
    ),
    Group(
        "integer atomics",
        "any order of the threads leaves the same value; judge.py forbids to use what they return",
        "{atom,red}{,.relaxed,.relaxed.gpu,.relaxed.cta}{.global,.shared,}"
        ".{add,min,max,and,or,xor}.{u32,s32,u64,s64,b32,b64}",
    ),
    Group(
        "control",
        "decides what runs next; what is called stands in the same unit, and is judged like it",
        "bra{,.uni} ret{,.uni} exit brx.idx{,.uni} call{,.uni}",
    ),
    Group("end", "ends the launch with an error", "trap"),
)

SPECIAL_REGISTERS = frozenset(
    f"%{name}.{axis}" for name in ("tid", "ntid", "ctaid", "nctaid") for axis in "xyz"
) | {"%laneid", "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge"}
"""Special registers that a kernel may read: indices of thread, block and lane; no clock."""


@cache
def opcodes() -> frozenset[str]:
    """Return every allowed opcode."""
    written = (word for group in GROUPS for word in group.opcodes.split())
    return frozenset(opcode for word in written for opcode in _expanded(_named(word)))


def _named(word: str) -> str:
    """Return a word in which names of sets of formats are replaced by the formats."""
    return re.sub(r"<(\w+)>", lambda found: _WORDS[found[1]], word)


def _expanded(word: str) -> Iterator[str]:
    """Yield the words to which a shell expands braces."""
    found = _BRACES.search(word)
    if not found:
        yield word
        return
    for choice in found[1].split(","):
        yield from _expanded(word[: found.start()] + choice + word[found.end() :])
