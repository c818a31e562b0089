"""Games over a Ray cluster of two nodes are the games of one process. `make cluster` brings Ray."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard import books
from grognard.lab.cluster import crew_on_ray
from grognard.lab.ladder import ladder
from grognard.lab.simulate import simulate

ray = pytest.importorskip("ray", reason="Ray is an extra: make cluster")

BOOK, SCENARIO = "fix_bayonets", "first_blood"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of one processor each, as two machines would be."""
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes()
    yield nodes
    ray.shutdown()
    nodes.shutdown()


@pytest.mark.timeout(300)
def test_both_nodes_are_there(cluster: Any) -> None:
    ray.init(address=cluster.address, include_dashboard=False, log_to_driver=False)
    alive = [node for node in ray.nodes() if node["Alive"]]
    assert len(alive) == 2
    assert ray.cluster_resources()["CPU"] == 2


@pytest.mark.timeout(300)
def test_a_ladder_over_two_nodes_is_the_ladder_of_one_process(cluster: Any) -> None:
    book, agents = books.load(BOOK), ("recruit", "corporal")
    over_ray = ladder(book, agents, 3, scenarios=[SCENARIO], seed=5, crew=crew_on_ray(cluster.address))
    alone = ladder(book, agents, 3, scenarios=[SCENARIO], seed=5)
    assert over_ray.as_json() == alone.as_json()
    assert len(over_ray.records) == 6


@pytest.mark.timeout(300)
def test_a_simulation_over_two_nodes_too(cluster: Any) -> None:
    book, agents = books.load(BOOK), ("recruit", "recruit")
    over_ray = simulate(book, SCENARIO, agents, 9, seed=5, crew=crew_on_ray(cluster.address))
    alone = simulate(book, SCENARIO, agents, 9, seed=5)
    assert [one.result.words for one in over_ray.games] == [one.result.words for one in alone.games]
    assert [one.game for one in over_ray.games] == list(range(9))


@pytest.mark.timeout(300)
def test_whoever_has_seen_enough_leaves_the_rest(cluster: Any) -> None:
    from grognard.lab.runner import Order, terms_of

    book = books.load(BOOK)
    orders = [Order(n, SCENARIO, ("recruit", "recruit"), n) for n in range(40)]
    games = crew_on_ray(cluster.address)(terms_of(book), orders)
    assert next(iter(games)).order in orders
    games.close()  # type: ignore[attr-defined]
