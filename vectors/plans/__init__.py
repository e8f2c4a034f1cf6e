"""Plans: one module for each family of ops, with its inputs, their levels and flags."""
