"""One sentence as a claim: its reading, polarity, qualifiers and terms."""
