"""Horse-and-musket tabletop wargames with the rules fully enforced."""

__version__ = "0.1.0"
