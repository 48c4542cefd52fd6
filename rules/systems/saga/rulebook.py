"""Rule id -> the sentence that players are shown. Ids are those of `Saga`; they are not translated."""

from rules.text import Text, say

RULES: dict[str, Text] = {
    "SE-ACT-1": say(
        "A turn has one standard, one move and one swift action; a bigger one may be spent as a smaller one."
    ),
    "SE-ACT-2": say(
        "A cost takes the smallest action that serves. What is refused costs nothing; what is interrupted costs all."
    ),
    "SE-ACT-3": say(
        "What needs several swift actions may be spread over consecutive turns; a turn without one loses it."
    ),
    "SE-ACT-4": say("At the start of a turn its actions and its attacks of opportunity are full again."),
    "SE-AIM-1": say(
        "Aiming takes two swift actions; the next shot at that target ignores its cover, but not total cover."
    ),
    "SE-AIM-2": say("An aim is lost by any other action, by losing sight of the target, and by the shot."),
    "SE-AOO-1": say("Leaving a threatened square, or lowering the guard in one, lets the enemy strike."),
    "SE-AOO-2": say("Withdrawing, tumbling and being moved by others provoke nothing."),
    "SE-AOO-3": say("One attack of opportunity a round, a single attack; its owner may decline."),
    "SE-AOO-4": say("One movement provokes each enemy once, however many threatened squares it leaves."),
    "SE-AOO-5": say("Who lies prone does not strike. Combat Reflexes gives more strikes, also while prone."),
    "SE-AOO-6": say("No attack of opportunity through cover or total concealment."),
    "SE-AOO-7": say("An attack of opportunity interrupts the movement; who is stopped by it stays there."),
    "SE-AOO-8": say("Withdrawing goes half as far, provokes nothing and enters no enemy's square."),
    "SE-AOO-9": say("Attacks of opportunity are full again at the start of the striker's own turn."),
    "SE-AOO-10": say("An act that lowers the guard is answered before it happens. Who can no longer act has lost it."),
    "SE-AOO-11": say("Entering an enemy's square provokes that enemy and all who threaten the square left."),
    "SE-AREA-1": say("An area attack is one roll: below 10 nothing, a hit does full damage, a miss half."),
    "SE-AREA-2": say("A burst reaches as many squares as its radius; total cover from its centre protects."),
    "SE-AREA-3": say("Evasion: half damage on a hit, none on a miss."),
    "SE-AREA-4": say("Everybody in the area is a target, friend or foe."),
    "SE-AREA-5": say("An area attack takes what concerns the attacker and the spot, not the single target."),
    "SE-AREA-6": say("Each halving rounds down on its own."),
    "SE-ATK-1": say(
        "An attack hits when d20 and bonus reach the Reflex Defense. A 20 hits and doubles the damage, a 1 misses."
    ),
    "SE-ATK-2": say("All modifiers add up, except where a rule says otherwise."),
    "SE-ATK-3": say("An attack is a standard action: one roll with one weapon in hand."),
    "SE-ATK-4": say("A critical hit doubles the total of the damage, fixed bonus included."),
    "SE-AUTO-1": say("Autofire covers a block of four squares with a penalty of 5 and ten shots."),
    "SE-CONC-1": say("A shot through fog, smoke or dim light has a penalty of 2."),
    "SE-CONC-2": say("A neighbour is concealed only when all of it stands in the concealing area."),
    "SE-CONC-3": say("Concealment never adds up."),
    "SE-CONC-4": say("Who cannot be seen cannot be attacked; only the square where it is thought to be."),
    "SE-CONC-5": say("Low-light vision sees through dim light, darkvision also through darkness."),
    "SE-COND-1": say("Each step down the condition track costs 1, 2, 5, then 10 on attacks, checks and defences."),
    "SE-COND-2": say("Five steps down: unconscious, or disabled. Who is so can do nothing."),
    "SE-COND-3": say("Three swift actions bring one step up the condition track."),
    "SE-COND-4": say("The damage threshold falls with the condition, never below 1."),
    "SE-COVER-1": say(
        "If a line from the attacker's best corner to the target is blocked, cover gives 5 to the Reflex Defense."
    ),
    "SE-COVER-2": say("A line that only touches a corner or runs along a wall is not blocked."),
    "SE-COVER-3": say("A line is clear when it can be walked just beside itself without touching anything."),
    "SE-COVER-4": say("The corner that serves the attacker best is used."),
    "SE-COVER-5": say("A neighbour has no cover, unless a wall stands between."),
    "SE-COVER-6": say("Low objects next to the attacker give no cover against it."),
    "SE-COVER-7": say("A large creature may use any of its squares in melee."),
    "SE-COVER-8": say("Improved cover gives 10: three of four lines stopped by walls, or a firing slit."),
    "SE-COVER-9": say("Without line of effect no attack is possible."),
    "SE-COVER-10": say("The dead give no cover, the unconscious do."),
    "SE-COVER-11": say("The table may change cover for one attack; both values are kept."),
    "SE-COVER-12": say("Cover from an explosion is measured from its centre, from autofire from the attacker."),
    "SE-COVER-13": say("Who has cover takes nothing from an area attack that misses."),
    "SE-COVER-14": say("Cover allows hiding."),
    "SE-COVER-15": say("Only a weapon that fits strikes through a firing slit."),
    "SE-DELAY-4": say("The order of play is a list; the count is its label."),
    "SE-DIST-1": say("A diagonal counts two squares."),
    "SE-DMG-1": say("Damage passes shields, then damage reduction, then hit points, then the threshold."),
    "SE-DMG-2": say(
        "Damage that reaches the threshold moves one step down. No hit points left: unconscious, or dead if it reached."
    ),
    "SE-DMG-3": say("A hit does at least 1 before shields and damage reduction."),
    "SE-DMG-4": say("The threshold is compared with what is left of the attack after shields and damage reduction."),
    "SE-DMG-5": say("Droids, vehicles and objects are disabled or destroyed instead."),
    "SE-DMG-6": say("Every ten rounds the unconscious check: 10 with Constitution to wake; a bad failure may kill."),
    "SE-DR-1": say("Damage reduction takes its points off each attack, unless the damage is of a kind that passes."),
    "SE-DR-2": say("Of several damage reductions the best one counts."),
    "SE-FLANK-1": say("An ally exactly opposite gives 2 to a melee attack."),
    "SE-FLANK-2": say(
        "Exactly opposite: the line between both enters the target's space by one side and leaves by the other."
    ),
    "SE-FLANK-3": say("The ally must be able to act."),
    "SE-FLAT-1": say("Who is surprised has no Dexterity bonus until its first turn."),
    "SE-GM-1": say(
        "What the figures do not say, the table decides; what is computed, the table may overrule with a reason."
    ),
    "SE-HELP-1": say("Melee attacks on the helpless have a bonus of 5."),
    "SE-HELP-2": say("Bound, asleep, unconscious or at the mercy of the attacker."),
    "SE-HELP-3": say("The helpless lose their Dexterity and 5 more."),
    "SE-INIT-1": say("Initiative is d20 and bonus; ties go to the higher bonus, then to a new roll."),
    "SE-ION-1": say("Half of ion damage comes off hit points; machines also go two steps down at their threshold."),
    "SE-ION-2": say("Ion and stun never kill."),
    "SE-LOS-1": say("One free line from any point to any point is enough to see; one that nicks a corner is not free."),
    "SE-LOS-2": say("Line of effect is the same line, stopped only by what stops a shot."),
    "SE-LOS-3": say("Any point means any point: the answer is exact."),
    "SE-LOS-4": say("In dense smoke or darkness nobody sees or is seen, not even by a neighbour."),
    "SE-LOS-5": say("Two solid squares that meet at a corner leave no gap."),
    "SE-MELEE-1": say("Shooting at somebody next to an ally has a penalty of 5, unless with Precise Shot."),
    "SE-MELEE-2": say("Unconscious allies count, the dead do not."),
    "SE-MODE-1": say("A weapon set to autofire makes no single shots. Each setting is changed by a swift action."),
    "SE-MOVE-1": say("A step costs 1, a diagonal one 2."),
    "SE-MOVE-2": say("Difficult terrain and low objects double a step."),
    "SE-MOVE-3": say("A large creature pays double when any part of it enters such ground."),
    "SE-MOVE-4": say("No diagonal step past the end of a wall or a solid corner."),
    "SE-MOVE-5": say("No step through a wall."),
    "SE-MOVE-6": say("Enemies who can act stand in the way. Nobody ends a move in an occupied square."),
    "SE-MOVE-7": say("Medium or heavy armour or a heavy load: three quarters of the speed."),
    "SE-MOVE-8": say("Large creatures squeeze through openings half as wide as they are."),
    "SE-MOVE-9": say("The cheapest way is shown, and of those the one that provokes least."),
    "SE-MOVE-10": say("Being moved by others never provokes."),
    "SE-MOVE-11": say("A move goes as far as the speed. Who is prone stands up first."),
    "SE-MOVE-12": say("A run takes the whole turn and goes in one straight line, up to four times the speed."),
    "SE-MOVE-13": say("A charge goes straight at the target: 2 on the attack, 2 off the Reflex Defense."),
    "SE-MOVE-14": say("Tumbling: doubled cost in threatened squares, Acrobatics 15; on success nothing provokes."),
    "SE-MOVE-15": say("Squeezing lasts only while moving."),
    "SE-PRONE-1": say("Prone: 5 off own melee attacks, 5 more for melee against it, 5 less for shots."),
    "SE-RANGE-1": say("Short range costs 2, medium 5, long 10; beyond it there is no shot."),
    "SE-REACH-1": say("Reach depends on size and build."),
    "SE-REACH-2": say("A melee attack reaches neighbours and every square within reach."),
    "SE-REACH-3": say("Long reach still strikes neighbours."),
    "SE-REACH-4": say("Tiny creatures fight in the square of their target; nobody shoots into the own square."),
    "SE-SHOT-1": say("A single shot uses one; loading fills up."),
    "SE-SPACE-1": say("Small and Medium fill one square, Large two a side, Huge three."),
    "SE-SPACE-2": say("A wall through a square cuts off what lies behind it."),
    "SE-SPLASH-1": say("The target takes full damage or half; its neighbours half or nothing."),
    "SE-SPLASH-2": say("Cover from a splash is measured from the target, which itself has none."),
    "SE-SQ-1": say("A square may be attacked with a penalty of 5; only who is unseen in it can be hit."),
    "SE-SR-1": say("Shields take their rating off the damage and fall by 5 when it was more."),
    "SE-SR-2": say("The check to recharge comes with the third swift action; a failure gains nothing."),
    "SE-STUN-1": say(
        "Half of stun damage comes off hit points; at the threshold two steps down. Only creatures can be stunned."
    ),
    "SE-STUN-2": say("A blaster set to stun reaches 6 squares."),
    "SE-THREAT-1": say(
        "Melee and natural weapons, pistols, carbines and folded stocks threaten; bare hands only with Martial Arts I."
    ),
    "SE-THREAT-2": say("The weapon must be in hand, its stock not out, its owner able to act."),
    "SE-UNARMED-1": say("Bare hands do 1d4, small ones 1d3, and Strength."),
}
