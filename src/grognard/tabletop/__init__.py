"""Mechanisms of play on a table. No rule, no number of inches.

land        the ground made ready: patches and lines, what a point, a way or a shape meets
bodies      bodies of several shapes, asked about as one
figures     loose figures, asked about as one
straight    round bases going straight: how far each gets
strides     a body going stride after stride among others
crowd       where everybody stands: one value for one arrangement
sight       what can stand between two bodies, and the search for a clear line
manoeuvre   what every mover does alike: refusing, planning, offering, sampling, previewing
placing     zones, and setting somebody down without a path
drawing_up  places for a whole army in a zone
ideas       where a mover might want to go
"""
