"""One module for each part of Toy Brigade."""
