"""What a sentence is about: subject, attribute, scope and roles."""
