"""What holds of every book that can be played."""
