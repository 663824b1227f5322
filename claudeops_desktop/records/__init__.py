"""What happened: runs, sessions, events, cooldowns, health and due times. Rows stay in ``tables``; dataclasses go out."""
