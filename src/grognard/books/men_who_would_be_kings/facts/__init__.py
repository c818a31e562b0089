"""What decides: everything a rule may look at, worked out from the state."""
