"""Aims that end because their target is out of sight. Rule: SE-AIM-2."""

from rules.request import Changed
from rules.systems.saga.play import Play


def lost_aims(play: Play) -> list[Changed]:
    """The aims that no longer see their target as `play` stands."""
    lost = []
    for fighter in play.fighters:
        aim = fighter.fight.aim
        if aim is None:
            continue
        target = play.get(aim.target)
        if target is None or fighter.square is None or target.square is None:
            continue
        if not play.space.aim(fighter, target, melee=False).sight.value:
            lost.append(Changed(fighter.id, fight={"aim": None}))
    return lost
