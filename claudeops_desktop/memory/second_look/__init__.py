"""A model looks again at pairs of facts of which the judge was not sure (E7)."""
