"""Plans: one module for each family of ops. It defines inputs, levels and flags."""
