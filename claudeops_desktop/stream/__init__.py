"""The agent's stream: bytes → lines → events → markers, and the same vocabulary for writing."""
