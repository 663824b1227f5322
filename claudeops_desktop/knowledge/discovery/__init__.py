"""Discovery: a page that somebody names is judged, and becomes a note with its source (C14)."""
