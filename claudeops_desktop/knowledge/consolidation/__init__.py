"""What the auditor and the discoverer propose, on a branch that the operator merges or throws away (C10)."""
