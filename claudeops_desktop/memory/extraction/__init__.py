"""What sessions said becomes facts (E3): transcripts are read in parts, and each part goes through durable steps."""
