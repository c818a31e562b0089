"""Sheets to print: rosters, quick references, scenarios, cards, templates, records. Books say what is on them; here it is set."""
