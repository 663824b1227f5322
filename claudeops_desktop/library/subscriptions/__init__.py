"""What the library follows by itself: watched folders and feeds; and the addresses that agents suggest."""
