"""What a complete book has besides."""
