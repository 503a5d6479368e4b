"""Kibitz: a self-hosted table for card games with secrets."""
