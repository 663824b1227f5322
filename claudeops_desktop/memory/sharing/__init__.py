"""Facts and lessons that workstations share through files: given out under names of their own, taken in as the word of
somebody else (X6)."""
