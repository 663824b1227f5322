"""What every other package may import: clock, errors, paths, settings, secrets. No Qt and no database."""
