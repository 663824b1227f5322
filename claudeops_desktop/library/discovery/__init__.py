"""Discovery: a page or a feed that somebody names becomes documents of the library (C14)."""
