"""Optimizers: those of torch.optim, and what they compute on the host, correctly rounded."""
