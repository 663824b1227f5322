"""What the agent was corrected about (E15)."""
