"""How every service was over hours, days and weeks."""
