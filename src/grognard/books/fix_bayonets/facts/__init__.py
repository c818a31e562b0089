"""What the rules may look at, worked out from the state."""
