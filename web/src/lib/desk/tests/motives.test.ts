import { describe, expect, it } from 'vitest';
import { computed, reasons } from '../state/motives';
import type { Motive, Seat } from '../../types';

const thought = (words: string, chance: number | null, trials: number) => ({ verb: 'charge', noun: null, words, rating: 1, chance, trials });
const motive = (seq: number, side: number, ...thoughts: ReturnType<typeof thought>[]): Motive => ({ seq, side, agent: 'captain', weighed: { thoughts, simulated: 9, cut_short: false, plan: [] } });

describe('why the computer did it', () => {
  it('is told in words, with a chance where there is one', () => {
    const told = reasons(motive(1, 1, thought('Charge: Guard', 0.61, 8), thought('Halt', null, 3), thought('Fire', null, 0)));
    expect(told.map(([what]) => what)).toEqual(['Charge: Guard', 'Halt', 'Fire']);
    expect(told[0]![1]).toMatch(/61/);
    expect(told[2]![1]).toBe('looked less good');
  });

  it('is asked of computer players only', () => {
    const seats = [{ side: 0, kind: 'here' }, { side: 1, kind: 'agent' }] as unknown as Seat[];
    expect([computed(seats, 0), computed(seats, 1), computed(seats, null)]).toEqual([false, true, false]);
  });
});
