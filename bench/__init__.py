"""Speed, measured: `python -m bench`. Shows ratios to peers of the same run; never fails on speed."""
