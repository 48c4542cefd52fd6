"""Exact spatial rules on a square grid: lengths in squares, x to the right, y down.

What may be asked (each in the module of its subject; `Where` is a creature id, a `Space` for "if it stood there", or a
bare `Square`). Everything that can be drawn comes back as a `Ruling` with its evidence::

    space        Space(square, size=1, owner=None); space_of(field, where)
    sight        line_of_sight(field, a, b, vision=Vision.NORMAL) -> Ruling[bool]
                 line_of_effect(field, a, b) -> Ruling[bool]
                 line_of_effect_to_point(field, a, point) -> Ruling[bool]
    cover        Cover.NONE | COVER | IMPROVED | TOTAL
                 cover(field, a, b, melee=False, vision=Vision.NORMAL) -> Ruling[Cover]
                 cover_from_point(field, point, b, thrower=None) -> Ruling[Cover]
                 cover_from_splash(field, primary, b) -> Ruling[Cover]
                 through_embrasure(field, a, b) -> Ruling[bool]       (SE-COVER-15)
    concealment  Concealment.NONE | CONCEALMENT | TOTAL
                 concealment(field, a, b, melee=False, vision=Vision.NORMAL, blinded=False) -> Ruling[Concealment]
    aim          aim(field, a, b, melee=False, vision=Vision.NORMAL, blinded=False) -> Aim
                 (all four rulings of one attack at once, from one corner: cheaper than asking each)
    reach        counted_distance(field, a, b) -> Ruling[int]; is_adjacent(field, a, b) -> bool
                 squares_in_reach(space, reach, shape="counted") -> frozenset[Square]
                 in_reach(field, who, target, reach=None) -> Ruling[bool]       (count or adjacency, no line of effect)
                 threatened_squares(field, who) -> Ruling[frozenset[Square]]; threatens(field, who, square) -> bool
    flanking     flanking(field, a, ally, b) -> Ruling[bool]; flankers(field, a, b) -> Ruling[tuple[str, ...]]
    movement     reachable(field, who, budget, squeeze=False, tumble=False) -> Ruling[Mapping[Square, int]]
                 path_cost(field, who, path, squeeze=False, tumble=False) -> Ruling[tuple[int, ...]]   (running, from 0)
                 why_not(field, who, to, budget, ...) -> str    ("off_map", "occupied", "too_far", ...; see there)
    routes       routes(field, who, budget, ...) -> Routes: .costs, .path(square), .provokes(square)
                 cheapest_path(field, who, to, via=(), budget=None, ...) -> Route | None   (provokes least)
    opportunity  opportunities(field, who, path) -> Ruling[Mapping[str, int]]   (enemy -> index in the path)
    area         burst_squares(field, centre, radius) -> Ruling[frozenset[Square]]; block_squares(field, square)
                 in_area(field, squares) -> tuple[str, ...]

Make a battlefield of terrain once, then `field.with_creatures({...})` and `field.with_door(id, is_open=True)` share
what was prepared.
"""
