import { describe, expect, it } from 'vitest';
import { computed, reasons } from '../state/motives';
import { motives as words } from '../strings/end';
import type { Seat } from '../../types';

const thought = (words: string, chance: number | null, trials: number) => ({ verb: 'charge', noun: null, words, rating: 1, chance, trials });
const told = (...thoughts: ReturnType<typeof thought>[]) => reasons(thoughts, words.untried);

describe('why the computer did it', () => {
  it('is told in words, with a chance where there is one', () => {
    const lines = told(thought('Charge: Guard', 0.61, 8), thought('Halt', null, 3), thought('Fire', null, 0));
    expect(lines.map(([what]) => what)).toEqual(['Charge: Guard', 'Halt', 'Fire']);
    expect(lines[0]![1]).toMatch(/61/);
    expect(lines[2]![1]).toBe('looked less good');
  });

  it('says why what won more often in thought was not taken', () => {
    const [fire, charge, halt] = told(thought('Fire', 0.14, 8), thought('Charge', 0.19, 8), thought('Halt', 0.1, 8)).map(([, why]) => why);
    expect(charge).toContain('19 in 100');
    expect(charge).toContain(words.notClear);
    for (const why of [fire, halt]) expect(why).not.toContain(';');
  });

  it('calls as good what reads the same', () => {
    const [first, second] = told(thought('Fire', 0.143, 8), thought('Charge', 0.139, 8)).map(([, why]) => why);
    expect(second).toMatch(/; as good$/);
    expect(first).not.toContain('as good');
  });

  it('compares nothing with a chance that is not told', () => {
    for (const lines of [told(thought('Fire', null, 8), thought('Charge', 0.19, 8)), told(thought('Fire', 0.1, 8), thought('Charge', null, 8))])
      for (const [, why] of lines) expect(why).not.toMatch(/;|null|NaN|as good/);
  });

  it('names a rank with an article, and somebody by his name', () => {
    expect(words.weighed('captain')).toBe('What the captain weighed, its choice first:');
    expect(words.weighed('Marshal Ney')).toBe('What Marshal Ney weighed, the choice first:');
    expect(words.weighed('The Duke of Wellington')).toBe('What the Duke of Wellington weighed, the choice first:');
    expect(words.weighed('Li Hsiu-ch’eng, the Loyal King')).toBe('What Li Hsiu-ch’eng weighed, the choice first:');
  });

  it('is asked of computer players only', () => {
    const seats = [{ side: 0, kind: 'here' }, { side: 1, kind: 'agent' }] as unknown as Seat[];
    expect([computed(seats, 0), computed(seats, 1), computed(seats, null)]).toEqual([false, true, false]);
  });
});
