"""Thinking ahead: dice that fall alike, battles played out, races, and the players made of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.ai.agents import levels, make
from grognard.ai.corporal import Corporal
from grognard.ai.dice import KeyedDice, Stream
from grognard.ai.levels import ALIASES, CAPTAIN, RANKS, captain
from grognard.ai.look import Spent
from grognard.ai.playout import Drill, Nodes, Playout
from grognard.ai.race import SHORTEST, entrants, race, stages
from grognard.ai.search import Depth, SearchAgent, _Trials
from grognard.engine.advice import END, Resolve
from grognard.engine.book import Advice, Book, Look
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dice import Sum
from grognard.engine.flow import Position
from grognard.lab.play import play_game

ENGINE = RULESET.engine()
SMALL = Depth(candidates=3, rounds=4, turns=(1,), nodes=200)


def asked(seed: int = 1, cite: str = "5.1") -> tuple[Position, Ask, int]:
    """A choice of a toy battle, as the side that makes it sees it."""
    rng, position = random.Random(seed), RULESET.start("battle")
    while True:
        waiting = ENGINE.pending(position)
        assert waiting is not None
        if isinstance(waiting, Ask) and waiting.cite == cite:
            side = waiting.who[0]
            view = RULESET.view_of(position, side)
            ask = ENGINE.pending(view)
            assert isinstance(ask, Ask)
            return view, ask.for_side(side), side
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = ENGINE.apply(position, action)


# ---- dice


def throw(what: str, **facts: Any) -> Throw:
    return Throw(what, Sum(8), "1", side=0, **facts)


def test_equal_events_fall_alike_whatever_came_between() -> None:
    position = RULESET.start("battle")
    one, other = KeyedDice(7), KeyedDice(7)
    first = one.fall(position, throw("volley", unit=1))
    other.fall(position, throw("morale", unit=2))
    assert other.fall(position, throw("volley", unit=1)) == first
    assert one.fall(position, throw("volley", unit=1)) != first  # the second volley is another
    assert one.fall(position, throw("volley", unit=3)) != first
    assert KeyedDice(8).fall(position, throw("volley", unit=1)) != first


def test_the_stream_is_even_and_keeps_its_bounds() -> None:
    stream = Stream(3)
    faces = [stream.randint(1, 6) for _ in range(6000)]
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(faces.count(face) - 1000) < 150 for face in range(1, 7))
    assert all(0 <= stream.random() < 1 for _ in range(100))


# ---- playouts


def test_a_playout_is_the_same_by_its_dice_and_counts_its_decisions() -> None:
    view, _, side = asked()
    nodes = Nodes(400)
    found = Playout(RULESET).chance(view, side, Playout(RULESET).turn(view, side) + 1, KeyedDice(5), nodes)
    assert 0 <= found <= 1
    assert 0 < nodes.spent < 400
    again = Nodes(400)
    assert (
        Playout(RULESET).chance(view, side, Playout(RULESET).turn(view, side) + 1, KeyedDice(5), again)
        == found
    )
    assert again.spent == nodes.spent


def test_a_playout_ends_in_the_turn_it_is_told_whoever_ended_the_one_before() -> None:
    """Counted from where it begins, a move that ends the turn would be judged a turn later than its rivals."""
    view, _, side = asked()
    nodes = Nodes(400)
    found = Playout(RULESET).chance(view, side, Playout(RULESET).turn(view, side), KeyedDice(5), nodes)
    assert found == RULESET.advice.chance(view.state, side)
    assert not nodes.spent


def test_a_playout_ends_when_its_decisions_are_spent() -> None:
    view, _, side = asked()
    nodes = Nodes(3)
    with pytest.raises(Spent):
        Playout(RULESET).chance(view, side, 99, KeyedDice(5), nodes)
    assert nodes.left == 0


def test_a_battle_played_to_its_end_is_won_or_lost() -> None:
    view, _, side = asked()
    ends = {Playout(RULESET).chance(view, side, 99, KeyedDice(seed), Nodes(2000)) for seed in range(6)}
    assert ends <= {0.0, 0.5, 1.0}


# ---- races


def noisy(worths: list[float], spread: float = 0.3) -> Callable[[int, int], float]:
    return lambda one, number: worths[one] + spread * (Stream(number).random() - 0.5)


def test_the_clearly_better_wins_and_the_better_half_runs_on() -> None:
    raced = race(4, noisy([0.4, 0.45, 0.7, 0.5]), 8)
    assert raced.winner == 2
    assert [runner.trials for runner in raced.runners] == [8, 4, 8, 4]
    assert not raced.cut_short


@pytest.mark.parametrize(("candidates", "running"), [(2, (2,)), (3, (3, 2)), (5, (5, 3, 2)), (8, (8, 4, 2))])
def test_the_better_half_of_the_rivals_runs_on(candidates: int, running: tuple[int, ...]) -> None:
    assert stages(candidates) == running
    raced = race(candidates, noisy([0.1 * one for one in range(candidates)]), 4 * len(running))
    trials = sorted((runner.trials for runner in raced.runners), reverse=True)
    assert sum(trials) == 4 * sum(running)


def fair(one: int, number: int) -> float:
    """Luck of its own for everybody: nobody is better than another."""
    return Stream(100 * number + one).random()


@pytest.mark.parametrize(
    ("candidates", "trials", "running"),
    [
        (5, 8, 5),
        (5, 7.9, 4),
        (5, 6, 4),
        (5, 5.9, 3),
        (5, 5, 3),
        (5, 4.9, 2),
        (2, 4, 2),
        (1, 100, 1),
        (4, 0, 2),
    ],
)
def test_so_many_run_as_can_be_tried_twice(candidates: int, trials: float, running: int) -> None:
    assert entrants(candidates, trials) == running
    if trials < SHORTEST or running == 1:
        return
    done = 0

    def trial(one: int, _number: int) -> float:
        nonlocal done
        done += 1
        return float(one == running - 1)

    raced = race(running, trial, 60, spent=lambda: done / trials)
    assert raced.winner == running - 1, "who is far better is found out in that time"


def test_a_race_lasts_as_long_as_there_is_something_to_spend() -> None:
    for pence in (30, 90):
        left = pence

        def trial(one: int, number: int) -> float:
            nonlocal left
            left -= 1
            return fair(one, number)

        raced = race(3, trial, 500, spent=lambda: 1 - left / pence)  # noqa: B023
        assert 0 <= left < 3
        assert not raced.cut_short
        assert sum(runner.trials for runner in raced.runners) == pence - left


def test_the_same_thing_by_another_name_is_not_tried_for_long() -> None:
    names = [0, 0, 1, 1]  # the second is the favourite, the fourth is the third
    raced = race(4, lambda one, number: fair(names[one], number), 20)
    first, *others = raced.runners
    assert [runner.trials for runner in others] == [3, 20, 3]
    assert first.trials == 20
    assert race(3, lambda _one, number: fair(0, number), 20).runners[0].trials == 3  # nothing to choose from


def test_who_is_hopelessly_behind_falls_out_and_then_the_race_is_over() -> None:
    raced = race(2, lambda one, number: 0.6 - 0.3 * one + 0.05 * fair(one, number), 40)
    assert raced.winner == 0
    assert raced.runners[0].trials == 3


def test_who_would_need_luck_to_be_ahead_by_what_is_asked_falls_out() -> None:
    """Nobody is tried to the end who could at best be as good as the favourite; whoever may yet be better is."""

    def trial(one: int, number: int) -> float:
        return (0.5, 0.5 + 0.01 * fair(1, number), 0.5 + 0.2 * fair(2, number))[one]

    raced = race(3, trial, 24, least=[0.0, 0.03, 0.03].__getitem__)
    assert [runner.trials for runner in raced.runners] == [24, 3, 24]
    assert raced.winner == 2
    again = race(3, trial, 24, least=[0.0, 0.0, 0.0].__getitem__)
    assert again.runners[1].trials > 3


def test_who_fell_out_is_not_taken_for_a_lucky_start() -> None:
    """The second was ahead in the rounds it ran, but not as far as the third, who then lost it all."""

    def trial(one: int, number: int) -> float:
        early = number < 30
        return 0.1 * fair(one, number) + (0.5, 0.6, 0.7 if early else 0.2)[one]

    raced = race(3, trial, 60)
    assert raced.runners[1].trials == 30 < raced.runners[2].trials
    assert raced.runners[1].lead > raced.runners[1].error
    assert raced.winner == 0


def test_the_favourite_is_kept_unless_another_is_clearly_ahead() -> None:
    assert race(2, lambda one, number: 0.5, 8).winner == 0
    wild = [0.9, 0.1, 0.9, 0.1, 0.1, 0.9]  # ahead on the whole by nothing that luck would not do
    assert race(2, lambda one, number: wild[number] if one else 0.49, 6).winner == 0


def test_more_can_be_asked_of_one_than_of_another() -> None:
    def trial(one: int, number: int) -> float:
        return [0.5, 0.56, 0.58][one]

    assert race(3, trial, 12).winner == 2
    assert race(3, trial, 12, least=[0.0, 0.0, 0.07].__getitem__).winner == 1
    assert race(3, trial, 12, least=[0.0, 0.07, 0.09].__getitem__).winner == 0


def test_a_race_cut_short_is_decided_by_what_is_known() -> None:
    left = 7

    def trial(one: int, number: int) -> float:
        nonlocal left
        if not left:
            raise Spent
        left -= 1
        return [0.2, 0.8, 0.1][one]

    raced = race(3, trial, 12)
    assert raced.cut_short
    assert raced.winner == 1


# ---- the searching player


def test_the_same_seed_and_view_give_the_same_choice_however_long_it_has_played() -> None:
    view, ask, side = asked()
    fresh, old = SearchAgent(RULESET, 4, SMALL), SearchAgent(RULESET, 4, SMALL)
    for seed in (2, 3):
        old.choose(*asked(seed))
    assert fresh.choose(view, ask, side) == old.choose(view, ask, side)
    assert fresh.why() == old.why()
    assert not fresh.failed


def test_it_never_simulates_more_than_it_may_and_still_answers() -> None:
    view, ask, side = asked()
    for nodes in (0, 1, 5, 30):
        agent = SearchAgent(RULESET, 4, SMALL._replace(nodes=nodes))
        assert agent.choose(view, ask, side) in ask
        assert agent.why().simulated <= nodes


def test_where_a_battle_takes_long_a_few_are_tried_twice_and_the_others_not_at_all() -> None:
    view, ask, side = asked()
    depth = Depth(candidates=8, rounds=60, turns=(2,), nodes=4000)
    trials = _Trials(SearchAgent(RULESET, 4, depth), view, side, [*ask.moves(side)][:8], 4, Nodes(4000), {})
    alone = Nodes(4000)
    assert len(list(trials._chances(0, 0, (1,), alone))) == 1
    running: list[int] = []
    for times in (2, 4, 6, 8, 100):
        few = Nodes(alone.spent * times)
        running.append(_Trials(trials.agent, view, side, trials.moves, 4, few, {}).entrants)
        assert few.spent <= few.most
    assert running == [2, 2, 4, 5, len(trials.moves)]


@pytest.mark.parametrize(
    ("nodes", "wanted", "turns"),
    [
        (4000, (2,), (2,)),
        (60, (2,), (1,)),
        (4000, (1, 3), (1, 3)),
        (4000, (2, END), (2, END)),
        (320, (2, END), (2,)),
        (60, (2, END), (1,)),
    ],
)
def test_it_looks_far_ahead_only_where_there_is_time_for_a_few_rounds_of_it(
    monkeypatch: pytest.MonkeyPatch, nodes: int, wanted: tuple[int, ...], turns: tuple[int, ...]
) -> None:
    view, ask, side = asked()
    looked: set[tuple[int, ...]] = set()
    chances = Playout.chances

    def watched(
        self: Playout, position: Position, side: int, until: Sequence[int], *more: Any
    ) -> Iterator[float]:
        yield from chances(self, position, side, until, *more)
        looked.add(tuple(turn - self.turn(view, side) for turn in until))  # of battles that came so far

    monkeypatch.setattr(Playout, "chances", watched)
    agent = SearchAgent(RULESET, 4, SMALL._replace(turns=wanted, nodes=nodes))
    agent.choose(view, ask, side)
    assert looked == {turns}
    assert agent.why().simulated <= nodes


def test_a_battle_judged_several_times_comes_to_the_mean() -> None:
    view, ask, side = asked()
    moves = [*ask.moves(side)][:3]

    def trials(turns: tuple[int, ...]) -> _Trials:
        agent = SearchAgent(RULESET, 4, SMALL._replace(turns=turns, nodes=40_000))
        return _Trials(agent, view, side, moves, 4, Nodes(40_000), {})

    often = trials((1, 2, END))
    single = [trials((turns,)) for turns in (1, 2, END)]
    for one, number in product(range(len(moves)), range(4)):
        apart = [each.run(one, number) for each in single]
        assert often.run(one, number) == pytest.approx(sum(apart) / 3)
        assert apart[-1] in {0.0, 0.5, 1.0}, "the battle was played to its end"


def test_what_cannot_be_played_on_from_counts_half_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    view, ask, side = asked()

    def faltering(*_: Any) -> Iterator[float]:
        yield 0.9
        raise LookupError

    agent = SearchAgent(RULESET, 4, SMALL._replace(turns=(1, 2, 3), nodes=4000))
    trials = _Trials(agent, view, side, [*ask.moves(side)][:2], 4, Nodes(4000), {})
    monkeypatch.setattr(agent.playout, "chances", faltering)
    assert list(trials._chances(0, 0, (1, 2, 3), Nodes(10))) == [0.9, 0.5, 0.5]
    assert trials.failed == 1


def test_who_is_less_attentive_thinks_some_choices_through_and_always_the_same() -> None:
    views = [asked(seed) for seed in range(40)]

    def thought(attention: float) -> list[bool]:
        agent = SearchAgent(RULESET, 4, SMALL._replace(attention=attention))
        found = []
        for view, ask, side in views:
            assert agent.choose(view, ask, side) in ask
            found.append(agent.why().simulated > 0)
        return found

    assert all(thought(1.0))
    assert not any(thought(0.0))
    half = thought(0.5)
    assert 8 < sum(half) < 32
    assert half == thought(0.5)


def test_a_battle_is_played_as_far_as_it_is_asked_for() -> None:
    """Whoever wants to know what came of it must not be told what it looked like on the way."""
    view, _, side = asked()
    playout = Playout(RULESET)

    def played(longest: int) -> tuple[float, int]:
        nodes = Nodes(2000)
        chances = playout.chances(view, side, (END,), KeyedDice(3), nodes, longest=longest)
        return next(chances), nodes.spent

    came, whole = played(2000)
    assert came in (0.0, 0.5, 1.0)
    assert played(2)[1] == 2 < whole


def test_the_worse_a_move_looks_the_more_it_must_be_ahead() -> None:
    agent = SearchAgent(RULESET, 4, SMALL)
    asked_of = agent._asked([2.0, 2.0, 1.5, -40.0, -80.0])
    assert asked_of[0] == asked_of[1] < asked_of[2] < asked_of[3] == asked_of[4] < 0.1


def test_who_asks_nothing_of_equals_asks_more_of_what_looks_much_worse() -> None:
    usual, bold = (
        SearchAgent(RULESET, 4, depth)._asked([90.0, 90.0, -910.0])
        for depth in (SMALL, SMALL._replace(least=0.0, doubted=6.0))
    )
    assert bold[0] == bold[1] == 0.0 < usual[0] == usual[1]
    assert bold[2] == pytest.approx(2 * (usual[2] - usual[1]))


def test_a_captain_is_as_broad_and_as_bold_as_his_book_says() -> None:
    class Bold(Broad):
        breadth, least, doubted, patience, foresight = 9, 0.0, 6.0, 2.0, (1, 3)
        forethought, resolve = 4.0, Resolve(0.5, 0.0)

    depth = captain(Bold())
    assert depth.musing == CAPTAIN.musing._replace(nodes=4 * CAPTAIN.musing.nodes, margin=0.5, least=0.0)
    assert (depth.candidates, depth.least, depth.doubted, depth.turns) == (9, 0.0, 6.0, (1, 3))
    assert depth.nodes == 2 * CAPTAIN.nodes
    assert captain(RULESET.advice) == CAPTAIN, "unless it says something else"


def test_it_says_what_it_weighed_the_chosen_first() -> None:
    view, ask, side = asked()
    agent = SearchAgent(RULESET, 4, SMALL)
    move = agent.choose(view, ask, side)
    thoughts = agent.why().thoughts
    assert thoughts[0].move == move
    assert 1 < len(thoughts) <= 3
    assert all(one.chance is not None and 0 <= one.chance <= 1 and one.trials for one in thoughts)


class Broad(Advice):
    """Rates the same thing in two ways highest; what to do instead it says if it is asked."""

    def __init__(self, *rivals: Move):
        self.rivals = rivals

    def value(self, state: Any, side: int) -> float:
        return 0.0

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        return ((move, -float(n)) for n, move in enumerate(look.ask.moves(look.side)))

    def instead(self, look: Look, move: Move) -> Iterable[tuple[Move, float]]:
        assert move == next(look.ask.moves(look.side))
        return ((rival, float(n)) for n, rival in enumerate(self.rivals))


def test_what_could_be_done_instead_is_weighed_before_what_is_rated_next() -> None:
    view, ask, side = asked()
    best, second, third, *_, last = ask.moves(side)
    for candidates, rivals, weighed in (
        (2, (), {best, second}),
        (2, (best, last), {best, last}),
        (3, (last,), {best, last, second}),
        (4, (third, last), {best, third, last}),
    ):
        depth = SMALL._replace(candidates=candidates)
        agent = SearchAgent(RULESET._replace(advice=Broad(*rivals)), 1, depth)
        agent.choose(view, ask, side)
        assert {thought.move for thought in agent.why().thoughts} == weighed


class Upside(Advice):
    """Rates the worst thing highest, and knows in its heart what is worth something."""

    def __init__(self, good: Move, cares: bool = True):
        self.good, self._cares = good, cares

    def value(self, state: Any, side: int) -> float:
        return 0.0

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        return ((move, -1.0 if move == self.good else 0.0) for move in look.ask.moves(look.side))

    def drill(self, look: Look) -> Move | None:
        return next(look.ask.moves(look.side))

    def cares(self, look: Look) -> bool:
        return self._cares

    def chance(self, state: Any, side: int) -> float:
        return 0.9 if state.generals[side] == "east" else 0.1


def thinker(advice: Advice) -> tuple[Book, SearchAgent]:
    book = RULESET._replace(advice=advice)
    return book, SearchAgent(book, 1, Depth(candidates=50, rounds=4, turns=(1,), nodes=5000))


def test_playouts_overrule_a_rating_but_only_where_the_book_cares() -> None:
    view, ask, side = asked()
    east = Move(side, "ride", "east")
    assert east in ask
    assert thinker(Upside(east))[1].choose(view, ask, side) == east
    assert thinker(Upside(east, cares=False))[1].choose(view, ask, side) != east


# ---- levels


def test_the_levels_have_words_and_their_older_names_still_do() -> None:
    assert [level.name for level in levels()] == ["recruit", "corporal", "sergeant", "lieutenant", "captain"]
    assert len({level.words for level in levels()}) == len(RANKS)
    for old, new in ALIASES.items():
        assert type(make(old, RULESET, 3)) is type(make(new, RULESET, 3))


@pytest.mark.parametrize("name", RANKS)
def test_every_level_plays_a_battle_to_its_end_and_again_the_same(name: str) -> None:
    def play() -> Any:
        agents = [make(name, RULESET, 1), make("recruit", RULESET, 2)]
        return play_game(RULESET, "skirmish", agents, 9, save=True)

    one = play()
    assert one.ended
    assert name == "captain" or one.save == play().save


def test_the_drill_takes_the_best_rated_where_the_book_has_no_quick_advice() -> None:
    view, ask, side = asked()
    move = Drill(RULESET).choose(view, ask, side)
    assert move in ask
    assert move.verb == "fire" if "fire" in ask.offers else True


def test_what_comes_to_mind_comes_best_first_and_is_on_offer() -> None:
    view, ask, side = asked()
    drill = Drill(RULESET)
    moves = drill.thought_of(view, ask, side, 3)
    assert moves[0] == drill.choose(view, ask, side)
    assert 1 < len(moves) <= 3
    assert len(set(moves)) == len(moves)
    assert all(move in ask for move in moves)


def test_a_corporal_slips_now_and_then_and_the_drill_never_does() -> None:
    view, ask, side = asked()
    best = Drill(RULESET).choose(view, ask, side)
    made = [Corporal(RULESET, seed, slips=0.5).choose(view, ask, side) for seed in range(40)]
    assert 8 < made.count(best) < 32
    assert all(move in ask for move in made)
    assert {Corporal(RULESET, seed, slips=0.0).choose(view, ask, side) for seed in range(40)} == {best}
    assert best not in {Corporal(RULESET, seed, slips=1.0).choose(view, ask, side) for seed in range(40)}


def test_a_corporal_answers_the_same_position_the_same_however_long_he_has_played() -> None:
    view, ask, side = asked()
    one = Corporal(RULESET, 5, slips=0.5)
    for seed in range(2, 8):
        one.choose(*asked(seed))
    assert one.choose(view, ask, side) == Corporal(RULESET, 5, slips=0.5).choose(view, ask, side)
