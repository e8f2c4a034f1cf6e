"""The commands of this room; the entry-point group `samebits.commands` names them."""
