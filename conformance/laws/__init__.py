"""Laws: relations that every backend must satisfy, without a wanted value. One file per law."""
