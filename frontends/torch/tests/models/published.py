"""Tiny models of the package transformers, with random weights and both kinds of attention."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
import transformers
from torch import Tensor, nn

from samebits.torch.tests.models.whole import WORDS, Whole, images, sentences

ATTENTION = "eager", "sdpa"

_SPECIAL = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
_SIZES = {
    "vocab_size": WORDS,
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 24,
    "max_position_embeddings": 32,
    **_SPECIAL,
}
_PAIRS = {
    "vocab_size": WORDS,
    "d_model": 16,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 24,
    "decoder_ffn_dim": 24,
    "decoder_start_token_id": 2,
    **_SPECIAL,
}
_PICTURE = {"image_size": 16, "patch_size": 8, **{n: _SIZES[n] for n in list(_SIZES)[1:5]}}
_GPT2 = {"n_embd": 16, "n_layer": 2, "n_head": 4, "n_positions": 32}
_T5 = {"d_model": 16, "d_kv": 4, "d_ff": 24, "num_layers": 2, "num_heads": 4}
_DISTILLED = {"dim": 16, "n_layers": 2, "n_heads": 4, "hidden_dim": 24}
_WHISPER = {"num_mel_bins": 8, "max_source_positions": 10, "max_target_positions": 16}
_GROUPED = {**_SIZES, "num_key_value_heads": 2}

WRITERS = {
    "GPT-2": ("GPT2LMHeadModel", "GPT2Config", {"vocab_size": WORDS, **_GPT2, **_SPECIAL}),
    "Llama": ("LlamaForCausalLM", "LlamaConfig", _GROUPED),
    "Mistral": ("MistralForCausalLM", "MistralConfig", {**_GROUPED, "sliding_window": 4}),
    "Qwen2": ("Qwen2ForCausalLM", "Qwen2Config", _GROUPED),
    "Mixtral": ("MixtralForCausalLM", "MixtralConfig", {**_GROUPED, "num_local_experts": 4}),
    "T5": (
        *("T5ForConditionalGeneration", "T5Config"),
        {"vocab_size": WORDS, "decoder_start_token_id": 0, **_T5},
    ),
    "BART": (
        *("BartForConditionalGeneration", "BartConfig"),
        {**_PAIRS, "max_position_embeddings": 32, "forced_eos_token_id": 2},
    ),
}
"""Models that generate sentences: class, configuration class, arguments of the configuration."""

READERS = {
    "BERT": ("BertForMaskedLM", "BertConfig", _SIZES),
    "RoBERTa": ("RobertaForMaskedLM", "RobertaConfig", _SIZES),
    "DistilBERT": (
        *("DistilBertForMaskedLM", "DistilBertConfig"),
        {"vocab_size": WORDS, "max_position_embeddings": 32, **_DISTILLED},
    ),
    **WRITERS,
}
"""All models that take words: masked language models, and models that generate sentences."""


def made(cls: str, config: str, arguments: dict[str, Any], attention: str) -> nn.Module:
    """Return a model with random weights."""
    options = {**arguments, "attn_implementation": attention}
    model = getattr(transformers, cls)(getattr(transformers, config)(**options))
    assert model.config._attn_implementation == attention
    return model


def words_loss(model: nn.Module, words: Tensor) -> Tensor:
    """Return the model's own loss for sentences. One sentence ends early."""
    mask = torch.ones_like(words)
    mask[0, -3:] = 0
    return model(input_ids=words, attention_mask=mask, labels=words).loss


def heard(model: nn.Module, sound: Tensor, words: Tensor) -> Tensor:
    """Return the loss of a speech-to-text model."""
    return model(input_features=sound, labels=words).loss


def seen(model: nn.Module, x: Tensor, classes: Tensor) -> Tensor:
    """Return the loss of an image classifier."""
    return model(pixel_values=x, labels=classes).loss


def matched(model: nn.Module, words: Tensor, x: Tensor) -> Tensor:
    """Return the contrastive loss of matching sentences with images."""
    return model(input_ids=words, pixel_values=x, return_loss=True).loss


def _models(attention: str) -> dict[str, Whole]:
    layer = (transformers.modeling_layers.GradientCheckpointingLayer,)

    def whole(cls: str, config: str, arguments: Any, *rest: Callable[..., Any]) -> Whole:
        return Whole(partial(made, cls, config, arguments, attention), *rest, blocks=layer)

    text = {n: _SIZES[n] for n in list(_SIZES)[:5]} | {"max_position_embeddings": 16}
    clip = {
        "text_config": {**text, **_SPECIAL, "eos_token_id": WORDS - 1, "projection_dim": 8},
        "vision_config": {**_PICTURE, "projection_dim": 8},
        "projection_dim": 8,
    }
    whisper = {**_PAIRS, **_WHISPER, "suppress_tokens": None, "begin_suppress_tokens": None}
    found = {n: whole(*parts, sentences(9), words_loss) for n, parts in READERS.items()}
    found["Whisper"] = whole(
        *("WhisperForConditionalGeneration", "WhisperConfig", whisper),
        lambda: (torch.randn(2, 8, 20), torch.randint(3, WORDS, (2, 5))),
        heard,
    )
    found["ViT of transformers"] = whole(
        "ViTForImageClassification", "ViTConfig", {**_PICTURE, "num_labels": 5}, images(16), seen
    )
    found["CLIP"] = whole(
        *("CLIPModel", "CLIPConfig", clip),
        lambda: (torch.randint(3, WORDS, (3, 7)), torch.randn(3, 3, 16, 16)),
        matched,
    )
    return {f"{name}, {attention}": model for name, model in found.items()}


MODELS = {name: model for kind in ATTENTION for name, model in _models(kind).items()}

WRITING: dict[str, dict[str, Any]] = {
    "greedy": {"do_sample": False},
    "greedy, without a cache": {"do_sample": False, "use_cache": False},
    "sampled": {"do_sample": True, "top_k": 20, "top_p": 0.9, "temperature": 0.8},
    "beams": {"num_beams": 3, "do_sample": False, "repetition_penalty": 1.2},
}
"""Methods of generating sentences, as arguments of `generate`."""


def written(name: str, attention: str, how: str, dtype: torch.dtype = torch.float32) -> Tensor:
    """Return the tokens that a model with random weights generates for two prompts, one padded."""
    torch.manual_seed(0)
    model = made(*WRITERS[name], attention).eval().to(dtype)
    words = torch.randint(3, WORDS, (2, 6))
    mask = torch.ones_like(words)
    mask[0, :2] = 0
    return model.generate(input_ids=words, attention_mask=mask, max_new_tokens=8, **WRITING[how])
