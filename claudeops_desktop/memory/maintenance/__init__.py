"""What the routine does to all of memory: ``MemoryMaintenance`` is the part of the door that it takes."""
