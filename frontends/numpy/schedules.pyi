# Written by `python -m samebits.numpy.stubs` from the op declarations.

from collections.abc import Sequence

def step(t: int, *, lr: float, gamma: float, step_size: float) -> float:
    """The learning rate of step t by StepLR."""

def multistep(t: int, *, lr: float, gamma: float, milestones: Sequence[int]) -> float:
    """The learning rate of step t by MultiStepLR."""

def exponential(t: int, *, lr: float, gamma: float) -> float:
    """The learning rate of step t by ExponentialLR."""

def cosine(t: int, *, eta_min: float, lr: float, t_max: float) -> float:
    """The learning rate of step t by CosineAnnealingLR."""

def linear(
    t: int,
    *,
    lr: float,
    start_factor: float,
    end_factor: float,
    total_iters: float,
) -> float:
    """The learning rate of step t by LinearLR."""

def one_cycle(
    t: int,
    *,
    pct_start: float,
    total_steps: float,
    max_lr: float,
    div_factor: float,
    final_div_factor: float,
) -> float:
    """The learning rate of step t by OneCycleLR."""

def restarts(t: int, *, eta_min: float, lr: float, t_0: float) -> float:
    """The learning rate of step t by CosineAnnealingWarmRestarts."""

def growing_restarts(t: int, *, eta_min: float, lr: float, t_0: float, t_mult: float) -> float:
    """The learning rate of step t by CosineAnnealingWarmRestarts."""
