"""What is due on a day to come, found in real date language (E13)."""
