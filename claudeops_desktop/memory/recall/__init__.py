"""What comes back when something is asked (E8 to E11, E16): the stages of recall, each a file of its own."""
