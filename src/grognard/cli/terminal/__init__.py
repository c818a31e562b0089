"""A game in the terminal: the map, the choices with their odds, and the loop around them."""
