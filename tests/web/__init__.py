"""Tests of the pages, the forms, the API and what they share."""
