"""Hashes under RepDL's names for them."""

from samebits.torch.hashing import get_hash, hash_record, print_hash

__all__ = ["get_hash", "hash_record", "print_hash"]
