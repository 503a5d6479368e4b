"""Fixtures for every folder of tests."""

from tests.postgres import postgres

__all__ = ["postgres"]
