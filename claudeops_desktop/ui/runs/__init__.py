"""Starting, stopping and following runs from anywhere in the window."""
