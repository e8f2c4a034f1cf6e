"""Models of words: recurrent language models, a GPT, and PyTorch's encoder and decoder."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from samebits.torch.tests.models.whole import WORDS, Whole, next_words, sentences


class Recurrent(nn.Module):
    """A language model: embedding, two recurrent layers with dropout, and an output layer.

    The weights of the embedding and the output layer are tied.
    """

    def __init__(self, kind: type[nn.RNNBase], width: int) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width)
        self.layers = kind(width, width, num_layers=2, dropout=0.2, batch_first=True)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(width, WORDS)
        self.head.weight = self.words.weight

    def forward(self, words: Tensor) -> Tensor:
        states, _ = self.layers(self.dropout(self.words(words)))
        return self.head(self.dropout(states))


class Tagger(nn.Module):
    """A bidirectional LSTM over packed sentences of different lengths."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width, padding_idx=0)
        self.layers = nn.LSTM(width, width, bidirectional=True)
        self.head = nn.Linear(2 * width, WORDS)

    def forward(self, words: Tensor) -> Tensor:
        lengths = torch.arange(words.shape[1], 0, -2, device="cpu")[: len(words)]
        x = self.words(words).transpose(0, 1)
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths)
        states, _ = nn.utils.rnn.pad_packed_sequence(
            self.layers(packed)[0], total_length=words.shape[1]
        )
        return self.head(states.transpose(0, 1))


class Block(nn.Module):
    """A block of a GPT: causal attention and two linear layers, with a norm before each."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm, self.last = nn.LayerNorm(width), nn.RMSNorm(width)
        self.joined, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> Tensor:
        rows = self.joined(self.norm(x)).unflatten(2, (3, self.heads, -1))
        q, k, v = rows.permute(2, 0, 3, 1, 4)
        p = self.dropout.p if self.training else 0.0
        y = functional.scaled_dot_product_attention(q, k, v, dropout_p=p, is_causal=True)
        x = x + self.dropout(self.out(y.transpose(1, 2).flatten(2)))
        return x + self.dropout(self.down(functional.gelu(self.up(self.last(x)))))


class Decoder(nn.Module):
    """A small GPT."""

    def __init__(self, width: int, longest: int) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, width), nn.Embedding(longest, width)
        self.blocks = nn.Sequential(Block(width, 4), Block(width, 4))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, WORDS, bias=False)

    def forward(self, words: Tensor) -> Tensor:
        x = self.words(words) + self.places(torch.arange(words.shape[1]))
        return self.head(self.norm(self.blocks(x)))


class Translator(nn.Module):
    """A model with nn.Transformer: one input begins with padding, the other has a causal mask."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, width)
        layers = {"num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": 24}
        self.transformer = nn.Transformer(width, 4, **layers, dropout=0.1, batch_first=True)
        self.head = nn.Linear(width, WORDS)

    def forward(self, words: Tensor) -> Tensor:
        padding = torch.arange(words.shape[1]) < torch.arange(len(words))[:, None]
        hidden = nn.Transformer.generate_square_subsequent_mask(words.shape[1]).isinf()
        states = self.transformer(
            self.words(words.flip(1)),
            self.words(words),
            tgt_mask=hidden,
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
            tgt_is_causal=True,
        )
        return self.head(states)


MODELS = {
    "LSTM": Whole(lambda: Recurrent(nn.LSTM, 12), sentences(8), next_words),
    "GRU": Whole(lambda: Recurrent(nn.GRU, 12), sentences(8), next_words),
    "LSTM of both directions, packed": Whole(lambda: Tagger(8), sentences(8), next_words),
    "GPT": Whole(lambda: Decoder(16, 12), sentences(12), next_words, (Block,)),
    "nn.Transformer": Whole(
        lambda: Translator(16),
        sentences(8),
        next_words,
        (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer),
    ),
}
