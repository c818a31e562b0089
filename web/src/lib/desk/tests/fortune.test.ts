import { describe, expect, it } from 'vitest';
import { line, named, whole } from '../state/fortune';
import { scoresAt } from '../state/verdict';

const sides = ['British', 'French'];

describe('the fortune of a battle', () => {
  it('stays as it was until the next choice', () => {
    const points = [
      { seq: 0, turn: 1, chance: 0.5 },
      { seq: 4, turn: 1, chance: 0.75 },
    ];
    expect(line(points, (seq) => seq * 10, (chance) => 100 - chance * 100, 80)).toBe('M0 50.0H40.0V25.0H80');
    expect(line([], (seq) => seq, (chance) => chance, 80)).toBe('');
  });

  it('names a turning point by its turn and by whom it helped', () => {
    const one = { seq: 9, turn: 3, gained: 1, before: 0.6, after: 0.2, by: 1, words: [] };
    expect(named(one, sides)).toBe('Turn 3: advantage French');
    expect(named({ ...one, turn: null }, sides)).toBe('Advantage French');
    expect(whole(['The Guard breaks', 'Nobody rallies.'])).toBe('The Guard breaks. Nobody rallies.');
  });

  it('reads scores that are numbers', () => {
    expect(scoresAt({ scores: ['3', '4 of 7'] })).toEqual([3, 4]);
    expect(scoresAt({ scores: ['', 'none'] })).toEqual([0, 0]);
  });
});
