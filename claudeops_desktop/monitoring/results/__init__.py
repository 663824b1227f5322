"""The results of continuous checks, in a file of their own."""
