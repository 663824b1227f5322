"""The memories page."""

from .page import MemoriesPage

__all__ = ["MemoriesPage"]
