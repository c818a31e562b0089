"""Many shapes asked about at once: each of these takes the place of a loop over a crowd.

Give a `Crowd` wherever the same shapes are asked about often: it knows their bounds. `but` leaves one place out, so that nobody
copies a crowd to be without himself. The round bases of loose figures are discs (x, y, radius).
"""

from __future__ import annotations

from grognard.geometry.gaps import first_nearer_than as first_nearer_than
from grognard.geometry.gaps import first_within as first_within
from grognard.geometry.points import Crowd as Crowd
from grognard.geometry.shapes import first_overlap as first_overlap
from grognard.geometry.sight import first_blocker as first_blocker
from grognard.geometry.sight import first_crossed as first_crossed
from grognard.geometry.twins import kernel

Disc = tuple[int, int, int]
"""A round base: its centre and its radius."""

near_boxes = kernel.near_boxes
close_pairs = kernel.close_pairs
gap_to_any = kernel.gap_to_any
first_reaching = kernel.first_reaching
all_reaching = kernel.all_reaching
first_pressing = kernel.first_pressing
slide = kernel.slide
slide_clear = kernel.slide_clear
lane = kernel.lane
aimed = kernel.aimed
facings_at = kernel.facings_at
first_rush = kernel.first_rush
all_rushes = kernel.all_rushes
open_lanes = kernel.open_lanes
sees_past = kernel.sees_past
shots_at = kernel.shots_at
clear_shots = kernel.clear_shots
clear_line = kernel.clear_line
clear_looks = kernel.clear_looks
ring = kernel.ring
free_spots = kernel.free_spots

first_disc_nearer = kernel.first_disc_nearer
first_disc_struck = kernel.first_disc_struck
first_disc_approached = kernel.first_disc_approached
first_disc_at = kernel.first_disc_at
first_discs_nearer = kernel.first_discs_nearer
nearest_pair = kernel.nearest_pair
disc_gap = kernel.disc_gap
pairs_within = kernel.pairs_within
point_gaps = kernel.point_gaps
longest_of = kernel.longest_of
one_chain = kernel.one_chain
sees_any = kernel.sees_any
nearest_seen = kernel.nearest_seen

shift_group = kernel.shift_group
first_unstopped = kernel.first_unstopped
depth_at = kernel.depth_at
close_in = kernel.close_in
all_behind = kernel.all_behind
strikes_any = kernel.strikes_any
fanned = kernel.fanned
