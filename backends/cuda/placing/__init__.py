"""What ops that place elements share: walks in words, checked indices, stable sorts."""
