"""Readers of what other programs remember, one importer a file (X4).

Each yields facts with the place they stand at. What becomes of them the gate and the judge decide (``memory.imports``).
"""
