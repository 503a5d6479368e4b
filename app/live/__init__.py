"""The shell around the tables: tables in memory, connections, clocks, bots, the journal."""
