"""The folders that describe the infrastructure, and their files."""
