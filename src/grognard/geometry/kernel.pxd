# The types of kernel.py, for the compiled twin: a `whole` has 64 bits, a `wide` 128 (squares, products of fractions).
# A local without a type here is only slow; a product that may pass 2**63 without a `wide` in it would be wrong.
cimport cython

ctypedef long long whole

cdef extern from *:
    """
    typedef __int128 wide;
    """
    ctypedef long long wide

cdef bint TYPED
cdef whole FAR, LONG, STEEP, DOUBLE, HALF, HALF_TURN, QUARTER_TURN, SCALE, FULL_TURN
cdef int SHIFT, DOWN, TOUCH, MARGIN, A_RADIAN, FEW, SPAN, UNPARTED, PARTED, BEYOND, EDGE, CORNER, NEVER, TOUCHED, STOOD_ON
cdef tuple SIN, COS, FINE_SIN, FINE_COS

cdef whole _known_range(whole west, whole south, whole east, whole north) except? -7
cdef whole _known_length(whole distance) except? -7
@cython.locals(east=whole, north=whole, west=whole, south=whole, x=whole, y=whole, x2=whole, y2=whole, x3=whole, y3=whole)
cpdef (whole, whole, whole, whole) bounds(tuple poly) except *
@cython.locals(west=whole, south=whole, east=whole, north=whole, x=whole, y=whole)
cdef (whole, whole, whole, whole) _bounds_of_many(tuple poly) except *
cpdef tuple each_bounds(object polys)
@cython.locals(found=object)
cdef object _bare(object polys)
@cython.locals(poly=tuple, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef (whole, whole, whole, whole) bounds_of_all(object polys) except *
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef bint apart(tuple a, tuple b) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef bint farther(tuple a, tuple b, whole distance) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, x=whole, y=whole)
cpdef bint in_bounds(tuple box, tuple point) except -1
@cython.locals(dx=whole, dy=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef whole square(tuple a, tuple b) except? -7
@cython.locals(moved=list, x=whole, y=whole)
cpdef object shifted(tuple poly, whole dx, whole dy)
@cython.locals(turn=whole)
cpdef whole turn_between(whole start, whole end) except? -7
@cython.locals(dx=whole, dy=whole, sine=whole, cosine=whole)
cpdef (whole, whole) offset(whole bearing, whole distance) except *
@cython.locals(dx=whole, dy=whole)
cpdef (whole, whole) ahead(whole x, whole y, whole facing, whole distance) except *
@cython.locals(sine=whole, cosine=whole, dx=whole, dy=whole)
cpdef (whole, whole) rotate(whole right, whole forward, whole facing) except *
@cython.locals(dx=whole, dy=whole, sine=whole, cosine=whole, quarter=whole, guess=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef whole heading(tuple start, tuple end) except? -7
@cython.locals(mark=whole, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, line=whole, least=whole, x=whole, y=whole, side=whole, length2=whole, last_x=whole, last_y=whole, depth=wide, along=whole, along2=whole, first_x=whole, first_y=whole)
cdef (whole, whole, whole) _across(tuple a, tuple b, wide limit2) except *
@cython.locals(least=whole, mark=whole, length2=whole, mark2=whole, x=whole, y=whole, u=whole, v=whole, x_gap=whole, y_gap=whole, here=whole)
cdef (whole, whole, whole) _apart_by(tuple a, tuple b, wide limit2) except *
@cython.locals(limit2=wide, mark=whole, least=whole, length2=whole, depth=wide)
cdef bint _no_farther(tuple a, tuple b, whole distance) except -1
@cython.locals(limit2=wide, mark=whole, least=whole, length2=whole, depth=wide)
cdef bint _nearer(tuple a, tuple b, whole distance) except -1
@cython.locals(mark=whole, least=whole, length2=whole)
cpdef object gap2(tuple a, tuple b)
cdef whole _floor(wide top, wide bottom) except? -7
cdef whole _root_up(whole square) except? -7
@cython.locals(mark=whole, least=whole, length2=whole, depth=wide)
cpdef whole gap(tuple a, tuple b) except? -7
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef bint within(tuple a, tuple b, whole distance) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef bint nearer_than(tuple a, tuple b, whole distance) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, index=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object first_within(tuple poly, object polys, whole distance, whole but=*)
@cython.locals(west=whole, south=whole, east=whole, north=whole, index=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object first_nearer_than(tuple poly, object polys, whole distance, whole but=*)
@cython.locals(west=whole, south=whole, east=whole, north=whole, found=list, index=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object all_within(tuple poly, object polys, whole distance)
@cython.locals(outside=bint, least=whole, x=whole, y=whole, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, side=whole, here=whole, along=whole, length2=whole)
cdef (whole, whole, whole) _point_apart(tuple point, tuple poly) except *
@cython.locals(mark=whole, least=whole, length2=whole)
cpdef object point_gap2(tuple point, tuple poly)
@cython.locals(mark=whole, least=whole, length2=whole, depth=wide)
cpdef whole point_gap(tuple point, tuple poly) except? -7
@cython.locals(limit2=wide, mark=whole, least=whole, length2=whole, depth=wide)
cpdef bint point_within(tuple point, tuple poly, whole distance) except -1
@cython.locals(dx=whole, dy=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef bint points_within(tuple a, tuple b, whole distance) except -1
@cython.locals(dx=whole, dy=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef whole length(tuple start, tuple end) except? -7
@cython.locals(thin=bint, x=whole, y=whole, least=whole, corner_x=whole, corner_y=whole, outside=bint, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, here=whole, along=whole, length2=whole, part=wide)
cpdef (whole, whole) nearest_point(tuple point, tuple poly) except *
@cython.locals(sine=whole, cosine=whole, wide_x=whole, wide_y=whole, deep_x=whole, deep_y=whole)
cpdef object box(whole x, whole y, whole facing, whole width, whole depth)
@cython.locals(sine=whole, cosine=whole, found=list, right=whole, onward=whole)
cpdef object figures(whole x, whole y, whole facing, object places)
@cython.locals(sine=whole, cosine=whole, found=list, right=whole, onward=whole, low_x=whole, low_y=whole, high_x=whole, high_y=whole, front_x=whole, front_y=whole, back_x=whole, back_y=whole)
cpdef object boxes(whole x, whole y, whole facing, object places, whole width, whole depth)
@cython.locals(starts=tuple, ends=tuple, x2=whole, y2=whole, facing2=whole, longest=whole, index=whole, way=whole)
cpdef whole longest_way(whole x, whole y, whole facing, object places, tuple end, object taken) except? -7
@cython.locals(rows=list, x=whole, y=whole, facing=whole, longest=whole, index=whole, gone=whole, leg=whole)
cpdef whole longest_walk(object poses, object places) except? -7
@cython.locals(body=tuple, low=whole, high=whole, half=whole, dx=whole, dy=whole)
cpdef whole first_off(whole x, whole y, whole facing, whole width, whole depth, object tries, tuple wall) except? -7
@cython.locals(dx=whole, dy=whole, facing=whole)
cpdef (whole, whole, whole) rested(whole x, whole y, whole out, whole shift, whole stand_off, whole width, whole depth, object tries, tuple wall) except *
@cython.locals(ordered=list, upper=list, lower=list)
cpdef object hull(object points)
@cython.locals(point=tuple, chain=list, count=whole, x=whole, y=whole, ax=whole, ay=whole, bx=whole, by=whole)
cdef object _chain(list ordered)
@cython.locals(corners=list, before=whole, count=whole, index=whole, px=whole, py=whole, x=whole, y=whole, after=whole, qx=whole, qy=whole)
cpdef object swept(tuple poly, whole dx, whole dy)
@cython.locals(steps=whole, pieces=list, at=whole, step=whole, until=whole, half=whole, points=list)
cpdef object sweep(whole x, whole y, whole facing, whole turn, object corners, whole most)
@cython.locals(most=whole)
cdef whole _known_pivot(whole x, whole y) except? -7
@cython.locals(sine=whole, cosine=whole, found=list, u=whole, v=whole)
cdef object _places(whole x, whole y, whole facing, object corners, whole stretch)
@cython.locals(x=whole, y=whole, px=whole, py=whole, qx=whole, qy=whole)
cpdef bint contains(tuple poly, tuple point) except -1
@cython.locals(x=whole, y=whole, px=whole, py=whole, qx=whole, qy=whole)
cpdef bint strictly_contains(tuple poly, tuple point) except -1
cpdef bint contains_all(tuple poly, tuple other) except -1
@cython.locals(part=tuple)
cpdef bint in_parts(object parts, tuple point) except -1
@cython.locals(px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, line=whole, x=whole, y=whole)
cdef bint _parts(tuple a, tuple b) except -1
@cython.locals(slack2=wide, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, line=whole, deepest=whole, depth=wide, x=whole, y=whole, side=whole)
cdef bint _nearly_parts(tuple a, tuple b, whole slack) except -1
cdef bint _press(tuple a, tuple b, whole slack) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef bint overlap(tuple a, tuple b) except -1
cpdef bint overlap_beyond(tuple a, tuple b, whole slack) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, index=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object first_overlap(tuple poly, object polys, whole slack=*, whole but=*)
@cython.locals(dx=whole, dy=whole, level=whole, above=bint, below=bint, u=whole, v=whole, side=whole, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, edge=whole)
cdef bint _crossed(whole x, whole y, whole x2, whole y2, tuple poly) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef bint crosses(tuple line, tuple poly) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, index=whole, x=whole, y=whole, x2=whole, y2=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object first_crossed(tuple line, object polys, whole start=*)
@cython.locals(found=list, index=whole, goal=tuple, way=tuple)
cpdef object open_ways(tuple start, object goals, object polys, whole keep)
@cython.locals(start=wide, start_of=whole, end=wide, end_of=whole, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, edge=whole, here=whole, there=whole, total=whole, top=wide)
cdef (whole, whole, whole, whole) _span(whole x, whole y, whole x2, whole y2, tuple poly) except *
@cython.locals(start=whole, start_of=whole, end=whole, end_of=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef object span(tuple line, tuple poly)
@cython.locals(found=list, west=whole, south=whole, east=whole, north=whole, index=whole, x=whole, y=whole, x2=whole, y2=whole, west2=whole, south2=whole, east2=whole, north2=whole, start=whole, start_of=whole, end=whole, end_of=whole)
cpdef object spans(tuple line, object polys)
cdef whole _bend(whole ax, whole ay, whole bx, whole by, whole cx, whole cy) except? -7
cdef bint _between(whole ax, whole ay, whole bx, whole by, whole x, whole y) except -1
@cython.locals(to_c=whole, to_d=whole, to_a=whole, to_b=whole, ax=whole, ay=whole, bx=whole, by=whole, cx=whole, cy=whole, dx=whole, dy=whole)
cpdef bint meet(tuple a, tuple b, tuple c, tuple d) except -1
@cython.locals(ax=whole, ay=whole, bx=whole, by=whole, cx=whole, cy=whole, ux=whole, uy=whole, dx=whole, dy=whole, ex=whole, ey=whole, turn=whole, along=wide, point=tuple)
cpdef object meeting(tuple a, tuple b)
@cython.locals(found=list, index=whole, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object meetings(tuple way, object pieces)
@cython.locals(west=whole, south=whole, east=whole, north=whole, best=whole, begin=wide, begin_of=whole, index=whole, x=whole, y=whole, x2=whole, y2=whole, west2=whole, south2=whole, east2=whole, north2=whole, poly=tuple, start=wide, start_of=whole, _=whole)
cpdef object first_blocker(tuple line, object polys, whole but=*)
@cython.locals(points=list, x=whole, y=whole, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, step=whole)
cpdef object aims(tuple eye, tuple target, whole steps=*)
@cython.locals(count=whole, x=whole, y=whole, px=whole, py=whole)
cpdef (whole, whole) centre(tuple poly) except *
@cython.locals(clear=whole, past=list, found=list, way=whole, x=whole, y=whole, cx=whole, cy=whole, dx=whole, dy=whole, left=whole, root=whole, edge_x=whole, edge_y=whole, u=whole, v=whole)
cpdef object glimpses(tuple eye, tuple screen, whole distance, tuple target)
@cython.locals(far=whole, times=whole, x2=whole, y2=whole, u=whole, v=whole, here=whole, top=whole, bottom=whole, _=whole, along=wide)
cdef whole _add_reached(list found, whole x, whole y, whole dx, whole dy, tuple target) except? -7
@cython.locals(along_x=whole, along_y=whole, level=whole, bearing=whole, sine=whole, cosine=whole, left=whole, sine2=whole, cosine2=whole, right=whole, left_x=whole, left_y=whole, right_x=whole, right_y=whole)
cpdef object front_planes(tuple box, whole facing, whole half_angle)
@cython.locals(x=whole, y=whole, a=whole, b=whole, c=whole, side=whole)
cpdef bint in_arc(object arc, tuple point, bint edge=*) except -1
cdef whole _known_plane(whole a, whole b) except? -7
@cython.locals(doubt=bint, a=whole, b=whole, c=whole, x=whole, y=whole, side=whole)
cpdef object corners_in_arc(object arc, tuple poly, bint edge)
@cython.locals(cone=tuple, a=whole, b=whole, c=whole, x=whole, y=whole, u=whole, v=whole, before=wide, here=wide)
cdef whole _add_cuts(list found, object arc, tuple poly) except? -7
@cython.locals(x=whole, y=whole, u=whole, v=whole, dx=whole, dy=whole, steps=whole, along=whole, short=whole, point=tuple)
cdef whole _add_inside(list found, object arc, tuple near, tuple far, wide part, wide total) except? -7
@cython.locals(doubt=bint, poly=tuple)
cpdef object corners_in_arcs(object arcs, object polys, bint edge)
@cython.locals(mover=whole, _=whole, begin=wide, begin_of=whole, end=wide, end_of=whole, shape=tuple, other=tuple, px=whole, py=whole, qx=whole, qy=whole, ex=whole, ey=whole, line=whole, least=whole, apart=wide, closing=whole, u=whole, v=whole, side=whole)
cdef (whole, whole, whole, whole) _meeting(tuple a, tuple b, whole dx, whole dy) except *
@cython.locals(begin=whole, begin_of=whole, end=whole, end_of=whole)
cpdef object meeting_span(tuple a, tuple b, whole dx, whole dy)
cdef whole _known_step(whole dx, whole dy) except? -7
@cython.locals(low=whole, high=whole, u=whole, v=whole, side=whole)
cdef (whole, whole) _width(tuple poly, whole sine, whole cosine) except *
@cython.locals(low2=whole, high2=whole)
cdef bint _grazes(tuple poly, whole low, whole high, whole sine, whole cosine, whole graze) except -1
@cython.locals(sine=whole, cosine=whole, low=whole, high=whole)
cdef whole _distance_to(tuple poly, tuple other, whole bearing, whole graze) except? -7
@cython.locals(top=wide, room=wide, begin=whole, begin_of=whole, end=whole, end_of=whole)
cdef whole _distance_on(tuple poly, tuple other, whole sine, whole cosine, whole graze) except? -7
@cython.locals(lane_=tuple, beside=list, other=tuple, each=object, sine=whole, cosine=whole, low=whole, high=whole, dx=whole, dy=whole, west=whole, south=whole, east=whole, north=whole, best=whole, by=whole, index=whole, distance=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object slide(tuple poly, whole bearing, whole limit, object polys, whole graze=*, whole but=*)
@cython.locals(hit=whole, there=tuple, index=whole, dx=whole, dy=whole)
cdef object _settled(tuple poly, whole bearing, whole distance, whole by, object polys, list beside)
@cython.locals(distance=whole)
cpdef object contact_along(tuple poly, whole bearing, tuple target)
@cython.locals(lane_=tuple, west=whole, south=whole, east=whole, north=whole, best=whole, by=whole, dx=whole, dy=whole, index=whole, other=tuple, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object slide_clear(tuple poly, whole bearing, whole limit, object polys, whole keep, whole but=*)
@cython.locals(low=whole, step=whole, middle=whole, dx=whole, dy=whole)
cdef whole _last_clear(tuple poly, whole bearing, whole high, tuple obstacle, whole keep) except? -7
@cython.locals(facing=whole, sine=whole, cosine=whole, aside=whole, behind=whole, beyond=whole, found=list, index=whole, poly=tuple, x=whole, y=whole, width=whole, depth=whole)
cpdef object could_meet(object pose, object size, whole limit, object polys)
@cython.locals(left=bint, right=bint, back=bint, front=bint, u=whole, v=whole, side=whole, onward=whole)
cdef bint _in_lane(whole x, whole y, whole sine, whole cosine, whole aside, whole behind, whole beyond, tuple poly) except -1
@cython.locals(west=whole, south=whole, east=whole, north=whole, found=list, index=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object near_boxes(object boxes, tuple around, whole distance=*)
@cython.locals(known=tuple, found=list, index=whole, west=whole, south=whole, east=whole, north=whole, other=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object close_pairs(object polys, whole distance=*)
@cython.locals(known=tuple, shape=tuple, best=whole, found=bint, west=whole, south=whole, east=whole, north=whole, index=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object gap_to_any(object shapes, object polys, whole far, whole but=*)
@cython.locals(number=whole, lane_=tuple)
cpdef object first_reaching(object lanes, object polys, whole keep)
@cython.locals(found=list, number=whole, shape=tuple)
cpdef object all_reaching(object shapes, object polys, whole distance)
@cython.locals(number=whole, lane_=tuple)
cpdef object first_pressing(object lanes, object polys, whole slack=*, whole but=*)
@cython.locals(start=tuple, x=whole, y=whole, facing=whole, width=whole, depth=whole, distance=whole, dx=whole, dy=whole)
cpdef object lane(object pose, object size, whole limit, object enemies, object friends, whole slack=*, whole but=*)
@cython.locals(x=whole, y=whole, _=whole, width=whole, depth=whole, before=tuple, found=list, aside=whole, behind=whole, beyond=whole, facing=whole, bearing=whole, here=tuple, distance=whole, dx=whole, dy=whole)
cpdef object aimed(object pose, object size, whole limit, object facings, tuple target)
@cython.locals(found=list, number=whole, eye=tuple, point=tuple)
cpdef object clear_shots(object eyes, object arcs, tuple target, whole carry, object polys, object hidden, object further, object friends, whole keep)
@cython.locals(line=tuple)
cdef bint _line_clear(tuple eye, tuple point, object polys, object hidden, object friends, whole keep) except -1
@cython.locals(point=tuple)
cdef bint _any_clear(tuple eye, object arc, object points, object polys, object hidden, object friends, whole keep) except -1
@cython.locals(tried=set, passed=set, waiting=list, at=whole, cut=bint, aim=tuple, keep=whole, point=tuple)
cpdef object clear_line(tuple eye, object points, object arc, tuple target, object polys, whole near, object screen=*)
@cython.locals(west=whole, south=whole, east=whole, north=whole, shapes=list, boxes=list, index=whole, box_=tuple, west2=whole, south2=whole, east2=whole, north2=whole, ground=list, found=list, seen=whole, eye=tuple, base=tuple, verdict=whole, touched=list, target=tuple, points=list)
cpdef object clear_looks(object eyes, object arcs, object bases, object targets, tuple there, object polys, object owners, object but, whole near, tuple around, object veils, object without, whole enough, whole steps=*)
@cython.locals(tried=set, passed=set, at=whole, cut=bint, aim=tuple, keep=whole, shape=tuple, by=whole, point=tuple)
cdef bint _seen(tuple eye, list points, object arc, tuple target, list shapes, list boxes, whole near, list ground, tuple base, tuple there, list touched) except -1
@cython.locals(line=tuple, west=whole, south=whole, east=whole, north=whole, index=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cdef whole _first_near(tuple eye, tuple aim, list shapes, list boxes, whole near) except? -7
@cython.locals(line=tuple, west=whole, south=whole, east=whole, north=whole, index=whole, west2=whole, south2=whole, east2=whole, north2=whole, around=tuple, corners=tuple, over=tuple, excuse=whole, piece=tuple, far=tuple)
cdef object _veiled(tuple eye, tuple aim, list ground, tuple base, tuple there, list touched)
@cython.locals(x=whole, y=whole, best=whole, index=whole, least=whole, u=whole, v=whole, here=whole, body=tuple, gap_=tuple, nearest=tuple)
cdef object _at_end(tuple aim, object bodies, object middles)
@cython.locals(found=list, start=wide, start_of=whole, end=wide, end_of=whole, index=whole, start2=wide, start_of2=whole, end2=wide, end_of2=whole)
cpdef bint crosses_parts(tuple line, object parts) except -1
@cython.locals(ax=whole, ay=whole, bx=whole, by=whole, cx=whole, cy=whole, ex=whole, ey=whole, turn=whole, along=wide, point=tuple)
cdef bint _met_inside(tuple a, tuple b, tuple c, tuple d) except -1
cpdef object ring(whole x, whole y, whole bearing, whole distance, whole step)
@cython.locals(west=whole, south=whole, east=whole, north=whole, found=list, index=whole, spot=tuple, x=whole, y=whole, base=tuple, at=whole)
cpdef object free_spots(object spots, whole half, tuple table, tuple origin, whole reach, object foes, whole keep, bint edge, object taken, object slacks)
@cython.locals(ax=whole, ay=whole, bx=whole, by=whole, cx=whole, cy=whole, dx=whole, dy=whole)
cdef whole _read(tuple poly, whole* quad) except? -7
@cython.locals(sine=whole, cosine=whole, wide_x=whole, wide_y=whole, deep_x=whole, deep_y=whole)
cdef whole _read_box(whole x, whole y, whole facing, whole width, whole depth, whole* quad) except? -7
@cython.locals(size=whole, at=whole, before=whole, after=whole, x=whole, y=whole, trails=bint)
cdef whole _read_swept(whole* quad, whole dx, whole dy, whole* lane_) except? -7
@cython.locals(dx=whole, dy=whole)
cdef whole _read_lane(whole x, whole y, whole facing, whole width, whole depth, whole distance, whole* quad, whole* lane_) except? -7
@cython.locals(west=whole, south=whole, east=whole, north=whole, at=whole, x=whole, y=whole)
cdef (whole, whole, whole, whole) _outline(whole* shape, whole size) except *
@cython.locals(px=whole, py=whole, at=whole, ex=whole, ey=whole, line=whole, parted=bint, other=whole)
cdef bint _edge_parts(whole* a, whole size, whole* b, whole size2) except -1
@cython.locals(slack2=wide, px=whole, py=whole, at=whole, ex=whole, ey=whole, line=whole, deepest=whole, depth=wide, other=whole, side=whole)
cdef bint _edge_nearly_parts(whole* a, whole size, whole* b, whole size2, whole slack) except -1
cdef bint _bodies_press(whole* a, whole size, whole* b, whole slack) except -1
@cython.locals(low=whole, high=whole, at=whole, side=whole)
cdef (whole, whole) _reach_aside(whole* quad, whole sine, whole cosine) except *
@cython.locals(px=whole, py=whole, at=whole, ex=whole, ey=whole, least=whole, other=whole, side=whole, apart=wide, closing=whole, begin=wide, end=wide)
cdef bint _closing_time(whole* a, whole* b, whole dx, whole dy, whole mover, whole* times) except -1
@cython.locals(times=whole[4], begin=wide, end=wide)
cdef whole _body_distance(whole* a, whole* b, whole sine, whole cosine, whole graze) except? -7
@cython.locals(low2=whole, high2=whole)
cdef whole _body_stop(whole* here, whole* lane_, whole size, whole low, whole high, whole sine, whole cosine, whole* other) except? -7
@cython.locals(mark=whole, each=tuple, known=tuple, marks=list, other=whole[8], index=whole, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cdef bint _pressed(whole* shape, whole size, tuple people, whole bits, whole slack, whole but) except -1
@cython.locals(mark=whole, each=tuple, known=tuple, marks=list, other=whole[8], sine=whole, cosine=whole, low=whole, high=whole, best=whole, by=whole, beside=list, index=whole, distance=whole, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cdef (whole, whole) _first_met(whole* here, whole* lane_, whole size, whole facing, whole limit, tuple people, whole foes) except *
@cython.locals(there=whole[8], other=whole[8], pressed=bint, dx=whole, dy=whole, at=whole, index=whole)
cdef (whole, whole) _body_settled(whole* here, whole facing, whole distance, whole by, tuple each, list beside) except *
@cython.locals(rows=tuple, x=whole, y=whole, width=whole, depth=whole, limit=whole, far=whole, over=whole, cost=whole, shut=bint, slow=bint, by_road=bint, dx=whole, dy=whole, way=tuple)
cdef whole _ground_on(tuple around, tuple front, whole facing, whole distance, whole me, whole by, tuple people) except? -7
@cython.locals(each=tuple, rows=tuple, lines=tuple, enters=bint, short=whole, x=whole, y=whole, end=tuple, judged=bint, u=whole, v=whole, housed=bint, cost=whole, index=whole, place=tuple, toll=whole)
cdef whole _climbed(tuple front, whole facing, whole distance, tuple ground, whole by, tuple people) except? -7
@cython.locals(x=whole, y=whole, u=whole, v=whole, sine=whole, cosine=whole, beyond=whole, level=tuple, index=whole)
cdef bint _let_in(tuple front, tuple end, whole facing, tuple middle, tuple lines, object inside) except -1
@cython.locals(found=list, index=whole, place=tuple, free=bint, gate=tuple, other=whole, there=tuple)
cdef list _lines_across(tuple way, tuple lines)
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cdef bint _any_near(object boxes, tuple around) except -1
@cython.locals(x=whole, y=whole, facing=whole, turn=whole, part=whole, step=whole, here=tuple, found=list, wanted=list, bearing=whole, straight=whole, side=whole)
cdef list _ways_at(tuple pose, bint loose, tuple turns, tuple middle, tuple target, whole stage)
@cython.locals(turn=whole, part=whole, step=whole)
cdef whole _known_turns(whole facing, tuple turns) except? -7
@cython.locals(facing=whole, found=list, done=set)
cpdef object facings_at(tuple pose, bint loose, tuple turns, tuple middle, tuple target, whole stage)
@cython.locals(each=tuple, known=tuple, rows=tuple, limit=whole, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cdef bint _in_reach(whole me, whole at, tuple people, tuple terms) except -1
@cython.locals(mark=whole, each=tuple, known=tuple, marks=list, line=tuple, x=whole, y=whole, x2=whole, y2=whole, index=whole, screen=whole, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cdef bint _clear_past(tuple eye, tuple point, tuple people, whole me, whole at, tuple terms) except -1
@cython.locals(each=tuple, target=tuple)
cdef bint _sees(tuple eye, whole me, whole at, tuple people, tuple terms) except -1
@cython.locals(rows=tuple, limit=whole, foes=whole, friends=whole, solid=whole, distance=whole, by=whole, dx=whole, dy=whole, way=whole[16], at=whole)
cdef (whole, whole) _free_way(whole* here, whole* lane_, whole size, whole facing, whole me, tuple people, whole slack) except *
@cython.locals(slack=whole, distance=whole, by=whole, told=whole)
cdef bint _rush(whole* here, whole* lane_, whole size, whole facing, whole me, tuple people, tuple terms, object judge) except -1
@cython.locals(dx=whole, dy=whole, front=tuple, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cdef whole _allowed(whole* here, whole facing, whole distance, whole me, whole by, tuple people, tuple terms) except? -7
@cython.locals(each=tuple, rows=tuple, turns=tuple, x=whole, y=whole, toward=whole, loose=bint, u=whole, v=whole, target=whole[8], turn=whole, first=whole, last=whole, facing=whole)
cdef whole _rushes_at(whole me, whole at, whole stage, tuple people, tuple terms, object judge, dict tried) except? -7
@cython.locals(each=tuple, known=tuple, marks=list, rows=tuple, width=whole, depth=whole, room=whole, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole, near=list, index=whole, out=bint)
cdef tuple _concerned(whole me, whole at, tuple people)
@cython.locals(each=tuple, rows=tuple, eye=tuple, pair=whole)
cdef bint _known_seen(whole me, whole at, tuple people, tuple terms, dict tried) except -1
@cython.locals(rows=tuple, x=whole, y=whole, width=whole, depth=whole, limit=whole, here=whole[8], lane_=whole[16], key=whole, size=whole)
cdef bint _rushes_along(whole facing, whole me, whole at, whole* target, tuple people, tuple terms, object judge, dict tried) except -1
@cython.locals(bearing=whole, facing=whole, middle=whole, found=whole)
cdef whole _rushes_between(whole first, whole last, whole me, whole at, whole* target, tuple people, tuple terms, object judge, dict tried) except? -7
@cython.locals(each=tuple, rows=tuple, turns=tuple, toward=whole, loose=bint, target=whole[8], turn=whole, side=whole)
cdef bint _rushes_still(whole facing, whole me, whole at, tuple people, tuple terms, object judge, dict tried) except -1
@cython.locals(rows=tuple, slack=whole, x=whole, y=whole, width=whole, depth=whole, limit=whole, foes=whole, solid=whole, ground=tuple, enters=bint, turn=whole, facing=whole, swing=whole, wide=whole, deep=whole, body=whole[8], lane_=whole[16], size=whole, least=whole, most=whole, by=whole)
cdef bint _all_shut(whole first, whole last, whole me, whole* target, tuple people, tuple terms) except -1
@cython.locals(rows=tuple, x=whole, y=whole, width=whole, depth=whole, limit=whole, ground=tuple, far=whole, lines=tuple, enters=bint, short=whole, cost=whole, toll=whole, around=tuple, shut=bint, slow=bint, there=tuple, way=tuple, at=whole)
cdef bint _ground_shut(whole facing, whole turn, whole swing, whole least, whole* lane_, whole size, whole me, tuple people) except -1
@cython.locals(x=whole, y=whole, ways=list, side=whole, bearing=whole, dx=whole, dy=whole, first=tuple, last=tuple, others=list, middle=tuple, paid=list, toll=whole, index=whole)
cdef whole _toll(whole facing, whole turn, whole swing, whole near, whole far, tuple place, tuple lines) except? -7
@cython.locals(each=tuple, known=tuple, marks=list, rows=tuple, x=whole, y=whole, depth=whole, foes=whole, ground=tuple, lines=tuple, other=whole[8], west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole, sine=whole, cosine=whole, last=whole, nearest=whole, onward=whole, far=whole, swing=whole, insides=list, index=whole, mark=whole, u=whole, v=whole, theirs=tuple, front=tuple, way=tuple)
cdef bint _walled_off(whole facing, whole turn, whole* lane_, whole size, whole me, tuple people) except -1
@cython.locals(size=whole, sine=whole, cosine=whole, low=whole, high=whole, distance=whole, other=tuple)
cdef whole _lane_at(whole x, whole y, whole facing, whole width, whole depth, whole limit, whole* target, whole* here, whole* lane_) except? -7
@cython.locals(sine=whole, cosine=whole, aside=whole, behind=whole, beyond=whole, left=bint, right=bint, back=bint, front=bint, at=whole, u=whole, v=whole, side=whole, onward=whole)
cdef bint _body_in_lane(whole x, whole y, whole facing, whole width, whole depth, whole limit, whole* quad) except -1
@cython.locals(turns=tuple, slack=whole, people=tuple, each=tuple, x=whole, y=whole, toward=whole, width=whole, depth=whole, limit=whole, loose=bint, u=whole, v=whole, target=whole[8], here=whole[8], lane_=whole[16], found=list, facing=whole, size=whole, distance=whole, by=whole)
cpdef object open_lanes(whole me, whole at, whole stage, object polys, object rows, tuple terms)
@cython.locals(turns=tuple, people=tuple)
cpdef bint sees_past(tuple eye, whole me, whole at, object polys, object rows, tuple terms) except -1
@cython.locals(me=whole, x=whole, y=whole, facing=whole, width=whole, depth=whole, limit=whole)
cdef tuple _people(object polys, object rows, object who, tuple turns)
@cython.locals(turns=tuple, people=tuple, known=tuple, marks=list, foes=whole, found=list, at=whole, verdict=whole, west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole)
cpdef object shots_at(whole me, object eyes, object arcs, whole carry, object doubted, object polys, object rows, tuple terms)
@cython.locals(each=tuple, target=tuple, middle=tuple, verdict=whole, number=whole, eye=tuple, point=tuple)
cdef whole _shot_at(whole me, whole at, object eyes, object arcs, whole carry, tuple people, tuple terms) except? -7
@cython.locals(each=tuple, rows=tuple)
cdef bint _in_arc_of(whole me, whole at, tuple people, tuple terms) except -1
@cython.locals(turns=tuple, people=tuple, marks=list, each=tuple, foes=whole, mark=whole, tried=dict, hopes=list, me=whole, at=whole, stage=whole, facing=whole)
cpdef object first_rush(object who, object stages, object polys, object rows, tuple terms, object judge, object likely=*)
@cython.locals(turns=tuple, people=tuple, marks=list, each=tuple, foes=whole, mark=whole, tried=dict, found=list, at=whole, stage=whole)
cpdef object all_rushes(whole me, object stages, object polys, object rows, tuple terms, object judge)
cdef whole _known_disc(whole x, whole y, whole radius) except? -7
@cython.locals(index=whole, u=whole, v=whole, other=whole, dx=whole, dy=whole, least=whole)
cpdef object first_disc_nearer(whole x, whole y, whole radius, object discs, whole keep=*)
@cython.locals(px=whole, py=whole, along=whole, total=whole, side=whole, depth=wide, reach2=wide)
cdef bint _strikes(whole x, whole y, whole dx, whole dy, whole u, whole v, whole least) except -1
@cython.locals(dx=whole, dy=whole, index=whole, u=whole, v=whole, other=whole, least=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef object first_disc_struck(tuple way, whole radius, object discs, whole keep=*)
@cython.locals(dx=whole, dy=whole, index=whole, u=whole, v=whole, other=whole, least=whole, x=whole, y=whole, x2=whole, y2=whole)
cpdef object first_disc_approached(tuple way, whole radius, object discs, whole keep=*)
@cython.locals(index=whole, x=whole, y=whole, radius=whole)
cpdef object first_discs_nearer(object discs, object others, whole keep=*)
@cython.locals(index=whole, best=whole, first=whole, second=whole, x=whole, y=whole, number=whole, u=whole, v=whole, here=whole)
cpdef object nearest_pair(object points, object others)
@cython.locals(index=whole, best=whole, first=whole, second=whole, x=whole, y=whole, radius=whole, number=whole, u=whole, v=whole, other=whole, dx=whole, dy=whole, reach=whole, here=whole)
cpdef object disc_gap(object discs, object others)
@cython.locals(index=whole, west=whole, south=whole, east=whole, north=whole, u=whole, v=whole, radius=whole, least=whole)
cpdef object first_disc_at(tuple poly, object discs, whole keep=*)
@cython.locals(found=list, point=tuple)
cpdef object point_gaps(object points, tuple poly)
@cython.locals(longest=whole, index=whole, way=whole)
cpdef whole longest_of(object starts, object ends) except? -7
@cython.locals(left=list, chain=list, at=whole, x=whole, y=whole, beyond=list, point=tuple, u=whole, v=whole)
cpdef bint one_chain(object points, whole reach) except -1
@cython.locals(turn=whole, x=whole, y=whole, x2=whole, y2=whole, west=whole, south=whole, east=whole, north=whole, index=whole, west2=whole, south2=whole, east2=whole, north2=whole, u=whole, v=whole, radius=whole)
cdef bint _looks(tuple start, tuple end, whole facing, whole arc, object polys, object known, object bodies) except -1
@cython.locals(known=tuple, start=tuple, end=tuple, x=whole, y=whole, u=whole, v=whole)
cpdef bint sees_any(object points, object others, whole far, whole facing, whole arc, object polys=*, object bodies=*, object hidden=*) except -1
@cython.locals(known=tuple, found=list, start=tuple, end=tuple, x=whole, y=whole, u=whole, v=whole, nearest=whole, tried=whole, best=whole, here=whole)
cpdef object nearest_seen(object points, object others, whole far, whole facing, whole arc, object polys=*, object bodies=*, object hidden=*)
cdef whole _part(whole step, whole distance, whole total) except? -7
@cython.locals(low=whole, high=whole, middle=whole)
cdef whole _free(whole x, whole y, whole dx, whole dy, whole total, whole u, whole v, whole least) except? -7
@cython.locals(met=bint, towards=bint, u=whole, v=whole, least=whole, here=whole)
cdef whole _disc_stretch(whole x, whole y, whole dx, whole dy, whole total, whole far, object discs, bint approaching) except? -7
@cython.locals(low=whole, high=whole, middle=whole, dx=whole, dy=whole)
cdef whole _shape_stretch(whole x, whole y, whole bearing, whole far, tuple poly, whole keep) except? -7
@cython.locals(dx=whole, dy=whole, total=whole, by=whole, x=whole, y=whole, u=whole, v=whole, least=whole, here=whole, most=whole, index=whole, poly=tuple, keep=whole)
cpdef object shift_group(object places, whole bearing, whole limit, whole far, object discs, object solid, object polys, object keeps)
@cython.locals(found=list, index=whole, x=whole, y=whole, u=whole, v=whole, here=whole, other=tuple)
cpdef object pairs_within(object points, object others, whole distance)
@cython.locals(begun=bint, front=whole, x=whole, y=whole, here=whole)
cpdef bint all_behind(object points, object others, whole dx, whole dy) except -1
@cython.locals(total=whole, u=whole, v=whole, least=whole, x=whole, y=whole, along=whole, here=whole, back=wide, room=wide)
cpdef bint strikes_any(object points, whole dx, whole dy, object discs, whole astray, whole behind) except -1
@cython.locals(u=whole, v=whole, least=whole, here=whole)
cdef whole _depth(whole x, whole y, object discs) except? -7
@cython.locals(x=whole, y=whole, deep=whole)
cpdef whole depth_at(object places, whole dx, whole dy, object discs) except? -7
@cython.locals(dx=whole, dy=whole, ax=whole, ay=whole, west=whole, south=whole, east=whole, north=whole, total=whole, full=list, found=list, x=whole, y=whole, far=whole, deep=whole, away=whole, px=whole, py=whole)
cpdef object close_in(object places, tuple step, whole limit, object discs, object crowd, object taken, whole apart, tuple table, whole heart, tuple anchor, whole reach, whole back, whole slack)
@cython.locals(far=whole, u=whole, v=whole, least=whole, here=whole)
cdef whole _past_discs(whole x, whole y, whole dx, whole dy, whole total, object discs) except? -7
@cython.locals(u=whole, v=whole, least=whole)
cdef bint _runs_at(whole x, whole y, whole dx, whole dy, whole onward, whole aside, object discs, whole slack) except -1
@cython.locals(u=whole, v=whole, least=whole, x=whole, y=whole)
cdef whole _known_group(object places, object discs) except? -7
@cython.locals(west=whole, south=whole, east=whole, north=whole, west2=whole, south2=whole, east2=whole, north2=whole, short=whole, likely=whole, index=whole, bearing=whole, onward=whole, aside=whole, around=tuple, dx=whole, dy=whole, number=whole, hit=whole, x=whole, y=whole)
cpdef whole first_unstopped(object places, tuple box, object bearings, whole start, whole limit, whole far, object discs, object polys, whole keep, object soft, tuple table, whole slack) except? -7
cdef bint _stopped(whole x, whole y, whole dx, whole dy, whole onward, whole aside, object discs, whole slack, object polys, whole keep) except -1
@cython.locals(x=whole, y=whole, found=list, turn=whole, dx=whole, dy=whole, here=whole)
cpdef object fanned(tuple point, whole bearing, object turns, whole reach, tuple goal)
