"""Train on digits with the interface of RepDL. A RepDL program needs only a different import.

    python examples/repdl_digits.py [--epochs 2]

`from_torch_module` makes a plain PyTorch model reproducible; loss and optimizer come from
samebits.torch. RepDL leaves the initial weights to PyTorch. Here they are drawn in a block, so that
they do not depend on the processor. This is the only block that the program itself opens. The
hashes are the same on every processor. The program takes about a minute, mostly because each call
opens a block; examples/train_digits_torch.py opens one block around the loop.
"""

from __future__ import annotations

import argparse

import torch
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset

import samebits.torch as repdl


class Model(torch.nn.Module):
    """A small convolutional net that maps images [N, 1, 8, 8] to logits [N, 10]."""

    def __init__(self) -> None:
        super().__init__()
        self.net = torch.nn.Sequential(
            torch.nn.Conv2d(1, 8, kernel_size=3, padding=1),
            torch.nn.ReLU(),
            torch.nn.MaxPool2d(kernel_size=2, stride=2),
            torch.nn.Flatten(),
            torch.nn.Linear(128, 64),
            torch.nn.ReLU(),
            torch.nn.Linear(64, 10),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        return self.net(x)


def loaders() -> tuple[DataLoader, DataLoader]:
    """Return loaders of the training digits and of the held-out digits."""
    data = load_digits()
    images = torch.tensor(data.images / 16, dtype=torch.float32).unsqueeze(1)
    classes = torch.tensor(data.target)
    training = TensorDataset(images[300:], classes[300:])
    held_out = TensorDataset(images[:300], classes[:300])
    return DataLoader(training, batch_size=100, shuffle=True), DataLoader(held_out, batch_size=100)


def train(model: torch.nn.Module, batches: DataLoader, epochs: int) -> None:
    """Train with Adam."""
    optimizer = repdl.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        for images, labels in batches:
            loss = repdl.nn.functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def main(arguments: list[str] | None = None) -> int:
    """Train, test, and print hashes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=2, help="how often each image is seen")
    chosen = parser.parse_args(arguments)
    torch.manual_seed(0)
    training, held_out = loaders()
    with repdl.reproducible():  # the bits of the drawn weights depend on this block
        model = repdl.from_torch_module(Model())
    print(f"Hash of the initial model: {repdl.utils.get_hash(model)}")
    train(model, training, chosen.epochs)
    print(f"Hash of the trained model: {repdl.utils.get_hash(model)}")
    model.eval()
    with torch.no_grad():
        logits = torch.cat([model(images) for images, _ in held_out])
    labels = torch.cat([labels for _, labels in held_out])
    right = (logits.argmax(1) == labels).sum().item()
    print(f"Right on {right} of {len(labels)} held-out digits")
    print(f"Hash of the logits: {repdl.utils.get_hash(logits)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
