"""The page of reminders: days on which prompts say something."""
