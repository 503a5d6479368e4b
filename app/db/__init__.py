"""All SQL: the journal, players, tables and matches. Knows no rules."""
