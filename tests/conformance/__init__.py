"""The suite that every game passes before it has tests of its own.

``playout`` plays random deals, ``worlds`` makes the other worlds a viewer cannot tell from the real one, and
``games/<game>.py`` says, from the record alone, what a viewer may know. Nothing here reads a game's views or the flags
of its state to find out what is secret: a leak would then excuse itself.
"""
