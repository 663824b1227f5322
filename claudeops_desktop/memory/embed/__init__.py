"""Texts as numbers (E8): which model, how it is loaded, and how its vectors are kept."""
