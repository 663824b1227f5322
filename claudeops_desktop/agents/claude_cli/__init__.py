"""The Claude Code CLI as an agent: its versions, its command, its login, its transcripts, and how it resumes."""
