"""The page as people use it: real browsers against a real server. Runs in a pytest process of its own."""
