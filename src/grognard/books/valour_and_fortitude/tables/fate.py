"""The fate tables: ten cards common to all armies, three national ones each. [40–44]"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.engine.tables import Item, Lookup

from ..words import Nation


class Card(NamedTuple):
    """A card's rank, whose it is (empty: everybody's), what it is called and when it may be played."""

    rank: int
    nations: tuple[Nation, ...]
    name: str
    moment: str

    def __str__(self) -> str:
        whose = ", ".join(n.value.capitalize() for n in self.nations) or "all"
        return f"{RANKS[self.rank]} ({whose}), {self.name}: {self.moment}"


RANKS = ("?", "Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King")
ALL: tuple[Nation, ...] = ()
FR, BR, SP = (Nation.FRENCH,), (Nation.BRITISH,), (Nation.SPANISH,)
PR, RU, AU, GE = (Nation.PRUSSIAN,), (Nation.RUSSIAN,), (Nation.AUSTRIAN,), (Nation.GENERIC,)

# fmt: off
FATE: Lookup[str, Card] = Lookup("Fate cards", "43", columns=("card and moment",), rows=(
    Item("FC1",   "all_out_attack",     "own units within 12″ of a leader: melee +1 this phase",             Card( 1, ALL, "All Out Attack",               "start of own melee phase")),
    Item("FC2",   "tide_of_battle",     "shuffle the discards, this one too, into the deck",                 Card( 2, ALL, "Tide of Battle",               "at once when drawn")),
    Item("FC3",   "confusion",          "no automatic activation; reinforcements a turn later",              Card( 3, ALL, "Confusion",                    "start of an enemy turn")),
    Item("FC4",   "breakthrough",       "each unit of one brigade may make one move",                        Card( 4, ALL, "Breakthrough",                 "end of own melee phase")),
    Item("FC5",   "stubborn",           "take one loss marker off the unit",                                 Card( 5, ALL, "Stubborn",                     "before a unit's action")),
    Item("FC6",   "deadly_attack",      "reroll failed hit tests not yet rerolled",                          Card( 6, ALL, "Deadly Attack",                "after own hit tests")),
    Item("FC7",   "directed_fire",      "fire value +1 at one target; guns on a hill see over units",        Card( 7, ALL, "Directed Fire",                "when a fire target is chosen")),
    Item("FC8",   "inspiration",        "a failed valour or fortitude test counts as passed",                Card( 8, ALL, "Inspiration",                  "after a failed test")),
    Item("FC9",   "surprise_attack",    "the unit makes one move before it assaults",                        Card( 9, ALL, "Surprise Attack",              "before an assault")),
    Item("FC10",  "capture",            "an enemy-held objective counts two if held at the end",             Card(10, ALL, "Capture",                      "own fate phase")),
    Item("FC11F", "les_grognards",      "a unit with losses: melee and tenacity +1 for the game",            Card(11, FR , "Les Grognards",                "own fate phase")),
    Item("FC12F", "attaque_a_outrance", "one brigade's attack columns: melee +1 this phase",                 Card(12, FR , "Attaque à Outrance",           "a melee phase")),
    Item("FC13F", "vive_lempereur",     "the brigade's units move 6″ farther this phase",                    Card(13, FR , "Vive l'Empereur",              "when a brigade activates")),
    Item("FC11B", "scum_of_the_earth",  "enemies touching our infantry: valour -1 this phase",               Card(11, BR , "Scum of the Earth",            "a melee phase")),
    Item("FC12B", "defensive_fire",     "one brigade's infantry: melee +1 this phase",                       Card(12, BR , "Defensive Fire",               "an enemy melee phase")),
    Item("FC13B", "perfect_volleys",    "one brigade's infantry: fire +1 this phase",                        Card(13, BR , "Perfect Volleys",              "own fire phase")),
    Item("FC11S", "spanish_ulcer",      "an enemy that occupies, or ends near our objective, takes a loss",  Card(11, SP , "The Spanish Ulcer",            "after an enemy's action")),
    Item("FC12S", "invisible_enemy",    "a messenger test passed by the enemy fails",                        Card(12, SP , "An Invisible Enemy",           "when an enemy passes a messenger test")),
    Item("FC13S", "conquerors",         "instead of an unpredictability roll: melee and tenacity +1",        Card(13, SP , "Conquerors of the Conquerors", "before an unpredictability roll")),
    Item("FC11P", "landwehr_spirit",    "one Landwehr unit is militia no more, tenacity +1",                 Card(11, PR , "Landwehr Spirit",              "own fate phase")),
    Item("FC12P", "hurrah",             "one brigade that assaulted this turn: melee +1",                    Card(12, PR , "Hurrah!",                      "own melee phase")),
    Item("FC13P", "vorwaerts",          "the brigade's units move 6″ farther this phase",                    Card(13, PR , "Vorwärts!",                    "when a brigade activates")),
    Item("FC11R", "for_the_tsar",       "one unit: tenacity +1",                                             Card(11, RU , "For the Tsar",                 "own fate phase")),
    Item("FC12R", "grand_battery",      "one gun may be supported by five",                                  Card(12, RU , "Grand Battery",                "own fire phase")),
    Item("FC13R", "stoic_resolve",      "losses of one attack beyond two are ignored",                       Card(13, RU , "Stoic Resolve",                "after losses")),
    Item("FC11A", "hold_the_village",   "a unit in defendable terrain: melee +1 this phase",                 Card(11, AU , "Hold the Village",             "a melee phase")),
    Item("FC12A", "masses",             "one brigade's attack columns are no dense target this turn",        Card(12, AU , "Masses",                       "an enemy fire phase")),
    Item("FC13A", "archdukes_order",    "one brigade activates without a test",                              Card(13, AU , "Archduke's Order",             "own action phase")),
    Item("FC11G", "old_soldiers",       "a unit with losses: melee and tenacity +1 for the game",            Card(11, GE , "Old Soldiers",                 "own fate phase")),
    Item("FC12G", "attack_all",         "one brigade: melee +1 this phase",                                  Card(12, GE , "Attack!",                      "a melee phase")),
    Item("FC13G", "forward",            "the brigade's units move 6″ farther this phase",                    Card(13, GE , "Forward!",                     "when a brigade activates")),
))
# fmt: on


@cache
def verb_of(nation: Nation, rank: int) -> str:
    """The card of a rank in a nation's fate table; empty for a card one does not know."""
    for row in FATE:
        if row.value.rank == rank and (not row.value.nations or nation in row.value.nations):
            return row.key
    return ""
