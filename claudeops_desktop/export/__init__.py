"""One session as one file, for people (HTML, Markdown) and for programs (JSON), without secrets."""
