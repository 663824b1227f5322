"""What this application is to the desktop it runs on: started at login, kept by systemd, and what a crash leaves."""
