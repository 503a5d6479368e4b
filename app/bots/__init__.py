"""Bots: they are handed the views of their seat and answer with an action."""
