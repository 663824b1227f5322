"""What happened: runs, sessions, events, cooldowns, health, due times. Rows stay in ``tables``; dataclasses go out."""
