"""Train a convolutional net on digits with PyTorch, and print hashes that are the same everywhere.

    python examples/train_digits_torch.py [--device cuda:gpu0] [--threads 2] [--foreach]
        [--checkpointing] [--workers 2] [--epochs 10]

The program is plain PyTorch; only `import samebits.torch` and the block around the run are added.
Neither the processor nor an option changes a bit, except `--epochs`, the length of the training.
Every sixth image is held out for testing. The program takes about half a minute.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, TensorDataset

import samebits.torch


class Net(nn.Module):
    """Two convolutions with batch norm, dropout, and a linear layer."""

    def __init__(self, checkpointing: bool = False) -> None:
        super().__init__()
        self.checkpointing = checkpointing
        self.first = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2)
        )
        self.second = nn.Sequential(
            nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2)
        )
        self.dropout = nn.Dropout(0.1)
        self.last = nn.Linear(128, 10)

    def forward(self, x: Tensor) -> Tensor:
        """Return logits [images, 10] of images [images, 1, 8, 8]."""
        x = self.second(self.first(x))
        if self.checkpointing and self.training:
            return checkpoint(self.end, x, use_reentrant=False)
        return self.end(x)

    def end(self, x: Tensor) -> Tensor:
        """Apply dropout and the last layer.

        With checkpointing, the backward pass repeats this method.
        """
        return self.last(self.dropout(x.flatten(1)))


def digits() -> tuple[TensorDataset, TensorDataset]:
    """Return scikit-learn's images, scaled to 0 to 1, as a training set and a held-out set."""
    from sklearn.datasets import load_digits

    data = load_digits()
    images = torch.from_numpy(np.float32(data.images / 16.0)).unsqueeze(1)
    classes = torch.from_numpy(np.int64(data.target))
    out = torch.arange(len(images)) % 6 == 0
    return TensorDataset(images[~out], classes[~out]), TensorDataset(images[out], classes[out])


def train(
    net: Net,
    data: TensorDataset,
    epochs: int,
    *,
    batch: int = 64,
    foreach: bool = False,
    workers: int = 0,
) -> None:
    """Train with AdamW and a cosine schedule, on the device of the net."""
    loader = DataLoader(
        data,
        batch_size=batch,
        shuffle=True,
        drop_last=True,
        num_workers=workers,
        generator=torch.Generator().manual_seed(1),
    )
    place = net.last.weight.device
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2, foreach=foreach)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(loader))
    for _ in range(epochs):
        for images, classes in loader:
            loss = nn.functional.cross_entropy(net(images.to(place)), classes.to(place))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()


def main(arguments: list[str] | None = None) -> int:
    """Train the network and print hashes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="auto", help="c:avx2, cuda:gpu0 or auto")
    parser.add_argument("--threads", type=int, default=0, help="0, the default: all processors")
    parser.add_argument("--foreach", action="store_true", help="as the optimizer's foreach=True")
    parser.add_argument("--checkpointing", action="store_true", help="compute a part again")
    parser.add_argument("--workers", type=int, default=0, help="processes that load images")
    parser.add_argument("--epochs", type=int, default=10, help="how often each image is seen")
    chosen = parser.parse_args(arguments)
    training, held_out = digits()
    with samebits.torch.reproducible(chosen.device, threads=chosen.threads):
        torch.manual_seed(0)
        is_gpu = chosen.device.startswith("cuda:gpu")
        place = chosen.device.replace("gpu", "") if is_gpu else "cpu"
        net = Net(chosen.checkpointing).to(place)
        print(f"initial model  {samebits.torch.get_hash(net)}")
        train(net, training, chosen.epochs, foreach=chosen.foreach, workers=chosen.workers)
        print(f"trained model  {samebits.torch.get_hash(net)}")
        net.eval()
        images, classes = (x.to(place) for x in held_out.tensors)
        with torch.no_grad():
            logits = net(images)
        print(f"logits         {samebits.torch.get_hash(logits)}")
        right = int((logits.argmax(1) == classes).sum())
    print(f"right on {right} of {len(classes)} held-out digits, {100 * right / len(classes):.2f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
