"""The place for files that people can read: what they will be, and what stands there until then."""
