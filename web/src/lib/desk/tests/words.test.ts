import { describe, expect, it } from 'vitest';
import { headline, luckWords } from '../state/verdict';
import { hands } from '../state/cards';
import { lessons } from '../state/guide';
import { barred, cellOf, choices, foregone, nounWords, targetsOf, unitsIn, ways } from '../state/offers';
import { following, index, preceding } from '../state/replay';
import { parse, to } from '../state/router.svelte';
import { numbers } from '../state/rules.svelte';
import { everyToken, forget, giveAway, held, host, take } from '../net/seats';
import { bearing, compass, decimal, gap, length, nearest, outcomeWords, percent, place, region, relative, sayLegs, sayWay, scores, sentence, trail, verdictWords, likelyWords } from '../words';
import { ask, piece, sync } from './fixtures';
import type { Board } from '../../types';

const board: Board = {
  kind: 'table',
  width: 7200,
  height: 4800,
  unit: 'inch',
  areas: [{ kind: 'village', look: 'village', poly: [[4000, 2000], [5000, 2000], [5000, 3000], [4000, 3000]], label: 'the village' }],
};

describe('words', () => {
  it('say lengths and directions', () => {
    expect(length(650, 'inch')).toBe('6.5″');
    expect(length(600, 'inch')).toBe('6″');
    expect(length(250, 'cm')).toBe('2.5 cm');
    expect(compass(0)).toBe('north');
    expect(compass(900)).toBe('east');
    expect(compass(-450)).toBe('north-west');
    expect(bearing([0, 0], [10, 0])).toBe(900);
    expect(relative(piece(1, 0, 0, 0), [0, 500])).toBe('to the left');
    expect(relative(piece(1, 0, 0, 0), [500, 0])).toBe('ahead');
  });

  it('measure edge to edge', () => {
    const one = piece(1, 0, 1000, 1000);
    expect(gap(one.footprint, piece(2, 0, 1500, 1000).footprint)).toBe(300);
    expect(gap(one.footprint, piece(2, 0, 1100, 1000).footprint)).toBe(0);
    expect(nearest(one, [one, piece(2, 1, 2000, 1000), piece(3, 1, 1500, 1000)], (p) => p.side === 1, 1)[0]!.piece.id).toBe(3);
  });

  it('say where a unit is', () => {
    expect(region([100, 100], board)).toBe('in the south-west');
    expect(place(piece(1, 0, 4500, 2500), board)).toBe('in the centre, on the village');
    expect(place(piece(1, 0, 0, 0, { status: 'to come' }), board)).toBe('to come');
    const view = { ...sync().view, pieces: [piece(1, 0, 1000, 1000), piece(2, 1, 3000, 1000)] };
    expect(sentence(view.pieces[0]!, view, board)).toBe(
      'foot; 10 of 12 figures; in the south-west; facing east; nearest enemy Unit 2, 18 inches east.',
    );
  });

  it('say manoeuvres', () => {
    expect(sayLegs([['turn', -225], ['forward', 1000]], 'inch')).toBe('turn left 22.5°, forward 10″');
    expect(sayLegs([['wheel', 300, 'right'], ['side', -150]], 'inch')).toBe('wheel right 30°, step left 1.5″');
    expect(sayLegs([['order', 'march_column']], 'inch')).toBe('form march column');
    expect(sayLegs([['face', 900]], 'inch')).toBe('face east');
    expect(sayLegs([], 'inch')).toBe('stay');
  });

  it('say a manoeuvre of unknown legs by its end', () => {
    const unit = piece(1, 0, 1000, 1000, { pose: [1000, 1000, 0] });
    expect(sayWay(unit, [['forward', 300]], [1000, 1300, 0, ''], 'inch')).toBe('forward 3″');
    expect(sayWay(unit, [['stride', 1400, 1000, 900, 7]], [1400, 1000, 900, 'line'], 'inch')).toBe('go 4″ east, turn right 90°, form line');
    expect(sayWay(unit, [['turn', 174], ['forward', 400]], [1120, 1380, 174, ''], 'inch')).toBe('go 4″ north-north-east, face north-north-east');
    expect(sayWay(unit, [['stride', 1000, 1000, 0, 7]], [1000, 1000, 0, ''], 'inch')).toBe('stay');
  });

  it('say chances', () => {
    expect(percent(0.5)).toBe('50 %');
    expect(percent(0.0463)).toBe('4.6 %');
    expect(percent(1 / 3000)).toBe('<0.1 %');
    expect(percent(1)).toBe('100 %');
    expect(decimal('7/2')).toBe('3.50');
    expect(outcomeWords(['falls_short', 2, null])).toBe('falls short, 2, nothing');
  });
});

describe('offers', () => {
  it('count their ways', () => {
    expect(ask().offers.map(ways)).toEqual([2, 2, 1]);
  });

  it('are nobody else’s', () => {
    expect(choices(ask({ mine: false }), { verb: null, unit: null }, sync().view)).toEqual([]);
  });

  it('name what is barred', () => {
    expect(barred(ask({ barred: { aim: { cite: 'S1', words: 'no' } } }), (verb) => verb.toUpperCase())[0]!.label).toBe('AIM');
  });
});

describe('addresses', () => {
  it('lead to pages and back', () => {
    expect(parse('')).toEqual({ page: 'start' });
    expect(parse('#/game/abc')).toEqual({ page: 'game', game: 'abc' });
    expect(parse('#/replay/abc/at/12')).toEqual({ page: 'replay', game: 'abc', at: 12 });
    expect(parse('#/replay/abc/at/x')).toEqual({ page: 'replay', game: 'abc', at: null });
    expect(parse(to('rules', 'b', 'G-1/2'))).toEqual({ page: 'rules', book: 'b', rule: 'G-1/2' });
    expect(parse('#/join/g/t')).toEqual({ page: 'join', game: 'g', code: 't' });
    expect(parse('#/%E0%A4%A/x')).toEqual({ page: 'start' });
    expect(parse('#/nowhere')).toEqual({ page: 'start' });
  });
});

describe('citations', () => {
  it('are one rule with and without the key of the book', () => {
    expect(numbers('EVA M11', 'EVA')).toEqual(['M11']);
    expect(numbers('G-3, S2')).toEqual(['G-3', 'S2']);
    expect(numbers('')).toEqual([]);
  });
});

describe('the guide', () => {
  const cards = [
    { when: {}, title: 'Welcome', words: '', rules: [] },
    { when: { verb: 'charge' }, title: 'Charge', words: '', rules: [] },
    { when: { step: 'combat' }, title: 'Combat', words: '', rules: [] },
    { when: { turn: 3 }, title: 'Later', words: '', rules: [] },
  ];
  const moment = { ask: ask(), where: [{ title: 'Close Combat', cite: '' }], turn: 1, first: false };

  it('shows the cards of this moment, and none that is late', () => {
    const titles = (more: Partial<typeof moment>, read: string[] = []): string[] => lessons('b', cards, { ...moment, ...more }, read).map(({ card }) => card.title);
    // Nothing is held up by a card that has not been read.
    expect(titles({ first: true })).toEqual(['Welcome', 'Charge']);
    expect(titles({})).toEqual(['Charge']);
    expect(titles({ ask: ask({ mine: false }) })).toEqual(['Combat']);
    expect(titles({}, ['b/Charge', 'b/Combat'])).toEqual([]);
    expect(titles({ turn: 4 }, ['b/Welcome', 'b/Charge', 'b/Combat'])).toEqual(['Later']);
  });
});

describe('a replay', () => {
  it('knows its turns, dice and units', () => {
    const names = new Map([[1, 1]]);
    const entry = (seq: number, facts: Record<string, unknown>) => ({ seq, cite: '', what: '', facts, words: `w${seq}` });
    const found = index([entry(0, { turn: 1, side: 0 }), entry(2, { unit: 1, faces: [3] }), entry(2, { unit: 1 }), entry(7, { turn: 2 }), entry(9, { faces: [1] })], names);
    expect(found.turns.map((turn) => turn.at)).toEqual([0, 7]);
    expect(found.rolls).toEqual([2, 9]);
    expect(found.units.get(1)).toEqual([2]);
    expect(following(found.rolls, 2)).toBe(9);
    expect(preceding(found.rolls, 2)).toBeNull();
  });
});

describe('seats', () => {
  it('are kept by game, and given away apart', () => {
    localStorage.clear();
    take('g', 't1');
    take('g', 't1');
    host('g', 'h');
    giveAway('g', 1, 'code');
    expect(held('g')).toEqual({ mine: ['t1'], links: { '1': 'code' }, host: 'h' });
    giveAway('g', 1, null);
    expect(held('g').links).toEqual({});
    expect(everyToken()).toEqual(['t1']);
    forget('g');
    expect(everyToken()).toEqual([]);
  });
});

describe('the score', () => {
  it('is each side\'s, and whatever else is counted', () => {
    const { view } = sync();
    const row = (label: string, value: string) => ({ label, value, cite: '1' });
    const told = scores({ ...view, score: [row('Blue', '3'), row('the ridge', 'nobody'), row('Red', '1')] });
    expect(told.sides.map(({ label, side }) => [label, side])).toEqual([['Blue', 1], ['Red', 0]]);
    expect(told.others.map(({ label }) => label)).toEqual(['the ridge']);
  });
});

describe('cards', () => {
  it('are read from the view, as far as it knows them', () => {
    const { view } = sync();
    const cards = { 0: { in_hand: 1, in_deck: 9, hand: [{ name: 'Surprise', verb: 'surprise' }] }, 1: { in_hand: 2, hand: [] } };
    expect(hands({ ...view, extra: { cards } })).toEqual([
      { side: 0, count: 1, deck: 9, cards: [{ name: 'Surprise', verb: 'surprise' }] },
      { side: 1, count: 2, deck: null, cards: [] },
    ]);
    expect(hands(view)).toEqual([]);
  });
});

describe('the trail', () => {
  it('says a name once, with a capital', () => {
    const where = [{ title: 'battle' }, { title: 'Movement' }, { title: 'Movement' }, { title: 'rally' }];
    expect(trail(where).map((crumb) => crumb.title)).toEqual(['Battle', 'Movement', 'Rally']);
  });
});

describe('what may be chosen', () => {
  const view = sync().view;

  it('calls a place by its name, and takes it for no unit', () => {
    const offer = { verb: 'occupy', label: 'Occupy', pick: 'pair' as const, from: [[1, [3]]] as [number, number[]][], names: [['the village']] };
    const asked = ask({ offers: [offer] });
    expect(choices(asked, { verb: null, unit: 1 }, view)[0]!.label).toBe('Occupy: the village');
    expect(targetsOf(offer, 1)).toEqual([]);
    expect(unitsIn(offer, [1, 3])).toEqual([1]);
    expect(nounWords(offer, [1, 3], view)).toBe('Unit 1: the village');
    const enemies = { verb: 'charge', label: 'Charge', pick: 'pair' as const, from: [[1, [3]]] as [number, number[]][] };
    expect(targetsOf(enemies, 1)).toEqual([3]);
    expect(unitsIn(enemies, [1, 3])).toEqual([1, 3]);
  });

  it('finds the units a brigade stands for, and the brigade of a unit', () => {
    const offer = { verb: 'brigade', label: 'Activate', pick: 'cell' as const, ids: [0, 1], names: ['1st', '2nd'], units: [[1], [2]] };
    expect(unitsIn(offer, 1)).toEqual([2]);
    expect(cellOf(offer, 2)).toBe(1);
    expect(cellOf(offer, 3)).toBeUndefined();
    expect(nounWords(offer, 0, view)).toBe('1st');
  });

  it('needs no list of targets where there is one', () => {
    const asked = ask({ offers: [{ verb: 'charge', label: 'Charge', pick: 'pair', from: [[1, [3]], [2, [3, 4]]] }] });
    const [one, more] = choices(asked, { verb: 'charge', unit: null }, view);
    expect([one!.noun, one!.opens]).toEqual([[1, 3], null]);
    expect([more!.noun, more!.opens]).toEqual([null, 2]);
  });

  it('does unasked what is no choice', () => {
    const alone = ask({ offers: [{ verb: 'brigade', label: 'Activate', pick: 'cell', ids: [4], alone: true }] });
    expect(foregone(alone, new Set())).toEqual({ verb: 'brigade', noun: 4, passes: false });
    const two = ask({ offers: [{ verb: 'brigade', label: 'Activate', pick: 'cell', ids: [4, 5], alone: true }] });
    expect(foregone(two, new Set())).toBeNull();
    const plain = ask({ offers: [{ verb: 'end', label: 'End', pick: 'button' }] });
    expect(foregone(plain, new Set())).toBeNull();
    expect(foregone({ ...alone, mine: false }, new Set())).toBeNull();
  });

  it('lets a moment go by only if every card that fits is held back', () => {
    const moment = ask({
      offers: [
        { verb: 'surprise', label: 'Surprise', pick: 'button' },
        { verb: 'decline', label: 'No card', pick: 'button', passes: true },
      ],
    });
    expect(foregone(moment, new Set())).toBeNull();
    expect(foregone(moment, new Set(['surprise']))).toEqual({ verb: 'decline', noun: null, passes: true });
    const pause = ask({ offers: [{ verb: 'decline', label: 'No card', pick: 'button', passes: true }] });
    expect(foregone(pause, new Set())).toEqual({ verb: 'decline', noun: null, passes: true });
  });
});

describe('odds in a sentence', () => {
  it('speak of you and them', () => {
    expect(verdictWords({ won: 0.44, lost: 0.33, ours: 4.12, theirs: 5.04, fear: { words: 'you rout', chance: 0.112 } })).toBe('You win 44 %, undecided 23 %, lose 33 %. You lose about 4.1, they 5. One chance in 9 that you rout.');
    expect(verdictWords({ theirs: 1.26, hope: { words: 'they rout', chance: 0.5 } })).toBe('They lose about 1.3. A chance of 50 % that they rout.');
    expect(verdictWords({ won: 0.72 })).toBe('It succeeds 72 %.');
    expect(verdictWords({ won: 0.5, lost: 0.5, fear: null })).toBe('You win 50 %, lose 50 %.');
  });

  it('say where most throws lie, or what is likeliest, where nobody wins', () => {
    const row = (value: number | string, chance: number) => ({ values: [value], fraction: '', chance });
    expect(likelyWords({ head: 'inches', mean: '7/1', outcomes: [row(2, 0.04), row(3, 0.06), row(7, 0.8), row(11, 0.07), row(12, 0.03)] })).toBe('Inches: about 7, nine times in ten from 3 to 11.');
    expect(likelyWords({ head: 'order', outcomes: [row('obeyed', 0.58), row('does_nothing', 0.42)] })).toBe('Most likely: obeyed, 58 %.');
    expect(likelyWords({ head: 'order', outcomes: [row('obeyed', 1)] })).toBe('');
  });
});

describe('the end', () => {
  const outcome = { winner: 1, words: 'x', cite: 'V1', scores: [] };

  it('is told from the chair of whoever looks', () => {
    expect(headline(outcome, 1, ['Red', 'Blue'])).toBe('You have won');
    expect(headline(outcome, 0, ['Red', 'Blue'])).toBe('You have lost');
    expect(headline(outcome, null, ['Red', 'Blue'])).toBe('Blue won');
    expect(headline({ ...outcome, winner: null }, 0, ['Red', 'Blue'])).toBe('A drawn battle');
  });

  it('says the luck in a sentence', () => {
    const line = (side: number, percentile: number | null) => ({ side, what: 'pips', throws: 9, read: 9, expected: 9, percentile });
    expect(luckWords({ pips: [line(0, 0.5), line(1, 0.97)] }, ['Red', 'Blue'])).toBe('Red had even dice. Blue had high dice: only 3 games in 100 read higher.');
    expect(luckWords({ pips: [line(0, null)] }, ['Red', 'Blue'])).toBe('');
  });
});
