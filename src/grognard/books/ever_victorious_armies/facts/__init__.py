"""What a rule may look at, worked out once from the state: bodies, ground, sight, shots, lanes, parties."""
