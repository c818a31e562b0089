import { expect, it } from 'vitest';
import { alike } from '../tallies';

const pin = (lost: number) => ({ base: 0, words: 'to 2d6', lines: [{ value: -lost, words: 'casualties', cite: 'T1' }], total: -lost });

it('sums that differ only in their numbers are told once, from the first to the last', () => {
  const dice = { base: 12, words: 'models', lines: [], total: 12 };
  const found = alike([dice, pin(2), pin(1), pin(3), pin(1)]);
  expect(found).toHaveLength(2);
  expect(found[0]).toEqual({ base: 12, words: 'models', lines: [], totals: [12] });
  expect(found[1]!.lines[0]).toEqual({ words: 'casualties', cite: 'T1', values: [-1, -2, -3] });
  expect(found[1]!.totals).toEqual([-1, -2, -3]);
});

it('sums of other lines or another beginning stay apart', () => {
  expect(alike([pin(1), { ...pin(1), base: 2 }, { ...pin(1), lines: [] }])).toHaveLength(3);
});
