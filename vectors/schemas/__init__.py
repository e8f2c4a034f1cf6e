"""JSON Schemas of the texts of this room, for readers in any language."""
