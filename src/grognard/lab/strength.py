"""`research/ladder-runs.md`: what ladders have measured, a section for each book."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grognard.engine.book import BadInput

WIDTH = 40
SUMMARY, SUMMED = "<!-- summary -->", "<!-- end summary -->"
OPENING = f"""# How strong the computer players are

{SUMMARY}
{SUMMED}

Written by `grognard ladder BOOK --write research/ladder-runs.md`; each book's section stands for one run and says how to have it again. Pairs of games
with sides swapped on the same dice. Elo by Bradley and Terry above the player at 0, with 95 % intervals; 100 more means 64 points of 100, 200 more
76, 400 more 91. Every two are given one drawn game more than they played: the rating of somebody who never won is a bound and no measurement.
`greedy_1`, of some sections, was the sergeant as it first was; it is no longer kept.
"""
LEVELS = ("recruit", "corporal", "sergeant", "lieutenant", "captain")
"""Whom the summary has room for."""
MARK = re.compile(r"<!-- (ladder|end) ([^\n]+?) -->")
SECTION = re.compile(r"<!-- ladder ([^\n]+?) -->\n(.*?)<!-- end \1 -->", re.DOTALL)
PLAYED_IN = re.compile(r"--scenario (?:'([^'\n]*)'|(\S+?))[ `]")
"""The battles in the command of a section, quoted or not."""
MET = re.compile(r"^\| \w+ \| \w+ \| (.+?) \| \d+ \| \d+ \| \d+ \|", re.MULTILINE)
"""The battles in the table of single meetings."""
RATED = r"\| (\w+) \| ([+-]\d+) \| ([^|]+?) \|"


def write(path: Path, title: str, report: Mapping[str, Any], part: str = "") -> None:
    """Put a ladder's table and chart into the page, in place of what stood there for its book, or this part of it."""
    text = check(path, report["book"], part)
    name, part = _name(report["book"], part), " ".join(part.split())
    begin, end = f"<!-- ladder {name} -->", f"<!-- end {name} -->"
    heading = f"{title}: {part}" if part else title
    section = f"{begin}\n## {heading}\n\n{page(report)}{end}"
    if begin in text:
        before, _, rest = text.partition(begin)
        text = before + section + rest.partition(end)[2]
    else:
        text = f"{text.rstrip()}\n\n{section}\n"
    path.write_text(summed_up(text), "utf-8")


def check(path: Path, book: str, part: str = "") -> str:
    """What stands in the page; BadInput if a mark is missing, by which this section or another would be lost."""
    if "<!--" in part or "-->" in part:
        raise BadInput(
            f"a part cannot be called '{part}': what begins or ends a mark of the page is not for its name"
        )
    if not path.is_file():
        return OPENING
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no text in UTF-8") from None
    for fault in _faults(text, _name(book, part)):
        raise BadInput(f"{path}: {fault}; nothing was written")
    return text


def _name(book: str, part: str) -> str:
    return " ".join((book, *part.split()))


def _faults(text: str, name: str) -> Iterator[str]:
    """What is wrong with the marks of a page into which a section is to be written."""
    begun: list[str] = []
    is_open = ""
    for kind, which in [*MARK.findall(text), ("ladder", "")]:
        if kind == "ladder":
            if is_open:
                yield f"the section '{is_open}' has no end where it should: its mark <!-- end {is_open} --> is missing"
            if which in begun:
                yield f"the section '{which}' begins twice: its mark <!-- ladder {which} --> must stand there once"
            begun.append(which)
            is_open = which
        elif which == is_open:
            is_open = ""
        elif which == name:
            yield f"the section '{name}' ends before it begins: the mark <!-- ladder {name} --> is missing before its end"
    for mark, other in ((SUMMARY, SUMMED), (SUMMED, SUMMARY)):
        if mark in text and other not in text:
            yield f"the summary has the mark {mark} but not {other}"
    if SUMMARY in text and text.index(SUMMED) < text.index(SUMMARY):
        yield f"the summary ends before it begins: {SUMMED} stands before {SUMMARY}"


def summed_up(text: str) -> str:
    """The page with its summary told anew from its sections; one that has no place for it is left as it is."""
    if SUMMARY not in text or SUMMED not in text:
        return text
    before, _, rest = text.partition(SUMMARY)
    sections = SECTION.findall(rest)
    lines = ["| book, battle | games | " + " | ".join(LEVELS) + " |", "|---" * (2 + len(LEVELS)) + "|"]
    lines += [_row(section) for _, section in sections]
    return "\n".join((before + SUMMARY, *lines, SUMMED)) + rest.partition(SUMMED)[2]


def _row(section: str) -> str:
    """A section in one line: everybody's Elo, and the battle in which it was measured."""
    title = section[3 : section.index("\n")]
    named = [quoted or plain for quoted, plain in PLAYED_IN.findall(section)]
    if any(name.endswith(".toml") for name in named):
        named = [battle for battle in dict.fromkeys(MET.findall(section)) if battle != "all"]
    battles = ", ".join(named) or "all"
    games = re.search(r"(\d+) games", section)
    rated = {name: f"{elo} ({span})" for name, elo, span in re.findall(RATED, section)}
    cells = [f"{title.partition(':')[0]}, {battles}", games[1] if games else ""]
    cells += [rated.get(name, "").replace("+0 (stands at 0)", "0") for name in LEVELS]
    return f"| {' | '.join(cells)} |"


def page(report: Mapping[str, Any]) -> str:
    """A ladder as Markdown: how it was run, the table, the chart, the single meetings."""
    command = (
        f"grognard ladder {report['book']} --agents {','.join(report['agents'])} --pairs {report['pairs']}"
    )
    if report.get("neighbours"):
        command += " --neighbours"
    asked = report.get("asked", report["scenarios"])
    scenarios = "".join(f" --scenario {shlex.quote(name)}" for name in asked)
    switches = "".join(f" --option {shlex.quote(words)}" for words in report.get("switches", ()))
    test = report["sprt"]
    bounds = f" --sprt {test['elo0']:g},{test['elo1']:g}" if test else ""
    lines = [f"`{command} --seed {report['seed']}{scenarios}{bounds}{switches}`", ""]
    lines += [f"{report['games']} games, {report['unfinished']} of them broken off.", ""]
    lines += ["| player | Elo | 95 % interval |", "|---|---|---|"]
    for row in report["ratings"]:
        lines.append(f"| {row['agent']} | {row['elo']:+d} | {_between(report, row)} |")
    lines += ["", "```text", *chart(report), "```", ""]
    lines += ["| player | against | battle | won | drawn | lost | share |", "|---|---|---|---|---|---|---|"]
    for row in report["meetings"]:
        share = f"{row['share']:.1%} [{row['low']:.1%}, {row['high']:.1%}]"
        counts = f"{row['won']} | {row['drawn']} | {row['lost']}"
        battle = _cell(row["scenario"] or "all")
        lines.append(f"| {row['first']} | {row['second']} | {battle} | {counts} | {share} |")
    if test:
        lines += ["", sprt_words(test)]
    return "\n".join(lines) + "\n\n"


def _cell(title: str) -> str:
    """A title that somebody has given his battle, in a table of Markdown."""
    return " ".join(title.split()).replace("|", r"\|").replace("<", "&lt;")


def _between(report: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    return "stands at 0" if row["agent"] == report["anchor"] else f"{row['low']:+d} to {row['high']:+d}"


def chart(report: Mapping[str, Any]) -> list[str]:
    """Every player as a mark on one scale, its interval drawn through it."""
    rows = report["ratings"]
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    wide = max(high - low, 1)
    name = max(len(row["agent"]) for row in rows)

    def at(elo: int) -> int:
        return int((elo - low) / wide * (WIDTH - 1) + 0.5)

    lines = []
    for row in rows:
        cells = [" "] * WIDTH
        cells[at(row["low"]) : at(row["high"]) + 1] = "─" * (at(row["high"]) - at(row["low"]) + 1)
        cells[at(row["elo"])] = "●"
        lines.append(f"{row['agent']:<{name}} {''.join(cells)} {row['elo']:+d}")
    ends = f"{low:+d}", f"{high:+d}"
    lines.append(" " * (name + 1) + ends[0] + ends[1].rjust(WIDTH - len(ends[0])))
    return lines


def sprt_words(test: Mapping[str, Any]) -> str:
    """What a sequential test says, in a sentence."""
    low, high = test["bounds"]
    said = {
        "stronger": f"{test['new']} is stronger than {test['old']}",
        "not stronger": f"{test['new']} is not stronger than {test['old']}",
        "open": f"whether {test['new']} is stronger than {test['old']} is still open",
    }[test["verdict"]]
    return (
        f"Sequential test of {test['elo0']:+g} against {test['elo1']:+g} Elo: {said}, after {test['pairs']} pairs "
        f"(log-likelihood ratio {test['ratio']:+.2f}, settled at {low:+.2f} or {high:+.2f})."
    )
