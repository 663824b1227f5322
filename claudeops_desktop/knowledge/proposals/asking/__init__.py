"""How often a model is asked about proposals, and how far reflection has come."""
