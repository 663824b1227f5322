"""Reading documents: files and pages become text with headings (C15)."""
