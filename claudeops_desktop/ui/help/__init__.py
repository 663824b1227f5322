"""The guide inside the application, and what the application is made of."""
