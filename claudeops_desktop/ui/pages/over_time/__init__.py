"""How every service stood over hours and days."""
