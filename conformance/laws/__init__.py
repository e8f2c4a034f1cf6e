"""Laws: what must hold for any backend, with no wanted value. One file a law, found by walking."""
