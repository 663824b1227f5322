"""The place Knowledge: files about the infrastructure that people can read."""
