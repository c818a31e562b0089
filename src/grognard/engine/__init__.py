"""The engine: positions, sequences of steps, choices, dice, cited tables, logs and saves.

No I/O, no random numbers, no book's name. A reader starts with `flow` (how a game moves), then
`choices` (what a player is asked), `dice` (what falls) and `tables` (rules as rows).
"""
