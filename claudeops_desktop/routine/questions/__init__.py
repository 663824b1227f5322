"""What is not known about which service, as questions that the operator can answer."""
