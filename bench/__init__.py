"""Speed, measured: `python -m bench`. Processor time, and ratios to peers of the same run; never fails on speed."""
