"""Laws: relations between results that need no golden value. One file per law."""
