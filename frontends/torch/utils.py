"""The functions for hashes, under the same names as in RepDL."""

from samebits.torch.hashing import get_hash, hash_record, print_hash

__all__ = ["get_hash", "hash_record", "print_hash"]
