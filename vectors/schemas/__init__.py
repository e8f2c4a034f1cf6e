"""JSON Schemas of the JSON texts in this room, for readers in any language."""
