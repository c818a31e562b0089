"""The table: mechanisms without rules.

Nothing here knows a book, a die or a number of inches. Everything is a frozen plain value and a small pure
function. A length is a whole number of hundredths of the book's unit (12.00 is 1200), an angle a whole number
of tenths of a degree clockwise from north (0 is +y, 900 is +x). Corners of a turned body are rounded once,
when it is made; every comparison after that is exact, so 12.00 is within 12 and 12.01 is not. The one
tolerance is `contact.TOUCH`.

The open table, from the bottom up:

kernel      the inner loops of all below, compiled where there is a compiler; `twins` chooses (ADR 16)
points      Point, Segment, Poly (convex, clockwise), Pose(x, y, facing), `bounds`, `shifted`; `Crowd`, a tuple
            of shapes that knows their bounds: give it wherever many shapes are asked about often
angles      `norm`, `turn_between`, `heading`, `ahead`, `offset`, `rotate`, `arc_length`
gaps        exact distances: `within`, `nearer_than`, `gap`, `gap2`, `gap_key`, `closer`, `first_within`,
            `any_nearer`, `nearest_of`, `by_nearness`, `nearest_points`, `point_within`, `length`
cuts        cutting a convex shape by lines, with exact fractions
shapes      `box`, `hull`, `swept`, `sweep_turn`, `contains`, `strictly_contains`, `overlap`,
            `overlap_beyond` (a slack), `first_overlap`, `any_overlap`, `centre`, `area2`; passes on `gaps`
outlines    not convex: `simple`, `convex_parts`, `in_parts`, `meet`, `meeting`
arcs        `front_arc`, `wedge`, `in_arc`, `poly_in_arc`, `wholly_in_arc`, `nearest_in_arc`, `within_in_arc`
sight       `crosses`, `longer_inside`, `length_inside`, `passes_within`, `behind`, `first_blocker`,
            `Screen` and `look` (names what blocks), `aims`
formations  `Block` of ranks and files: `bases`, `front_rank`, `footprint`, `eyes`; loose groups: `cohesive`,
            `components`, `strays`
contact     `TOUCH`, `touching`, `sides_touched`, `side_met`, `count_touching`, `flush`, `flush_poses`
slides      `stretch` (until it touches), `stretch_clear` (keeping a distance), `could_meet` (a first look),
            `distance_to_contact`, `to_edge`
crowds      many shapes in one question: `near_boxes`, `close_pairs`, `gap_to_any`, `first_reaching`, `first_pressing`, `slide`,
            `slide_clear`, `lane`, `aimed`, `first_rush`, `all_rushes`, `open_lanes`, `shots_at`, `clear_shots`, `clear_line`, `clear_looks`; round bases: `first_disc_nearer`,
            `first_disc_struck`, `first_disc_approached`, `first_disc_at`, `first_discs_nearer`, `disc_gap`, `nearest_pair`, and groups of
            them going straight: `shift_group`, `first_unstopped`, `fanned`; `but` leaves one place out
paths       legs as plain tuples: `walk`, `Stride` (end, length, `lane()`), `first_hit`, `first_nearer`,
            `approaches`, `around` (bounds); passes on `slides`
ways        `way_round`: straight legs by the corners of what blocks the straight line
reach       `fan` to draw

A body is a `box(x, y, facing, width, depth)`: front left, front right, rear right, rear left. A round base is
a point, given as a `Poly` of one corner, with its radius added to the distance asked about. A segment is a
`Poly` of two corners: distances take both.

    >>> from grognard.geometry.shapes import box, gap, overlap, within
    >>> line, column = box(1000, 1000, 0, 600, 100), box(1000, 2200, 1800, 200, 300)
    >>> gap(line, column), within(line, column, 1000), within(line, column, 999)
    (1000, True, False)
    >>> from grognard.geometry.paths import stretch
    >>> stretch(line, 0, 1200, [column])
    Stop(distance=1000, by=0)

The hexed table is in the modules whose names begin with `hex`.
"""
