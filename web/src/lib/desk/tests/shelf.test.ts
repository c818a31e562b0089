import { describe, expect, it } from 'vitest';
import { fairness, sizes } from '../state/shelf';
import { shelf as words } from '../strings/shelf';
import { piece, sync } from './fixtures';
import type { ScenarioDetail } from '../../types';

const sides = ['British', 'French'];
const measured = (won: number, drawn: number, lost: number) => ({ games: won + drawn + lost, won, drawn, lost });

describe('the shelf', () => {
  it('says how fair a battle is, and for whom it is uphill', () => {
    expect(fairness(measured(95, 10, 95), sides)).toBe('Even');
    expect(fairness(measured(116, 0, 84), sides)).toBe('Leans to British');
    expect(fairness(measured(84, 0, 116), sides)).toBe('Leans to French');
    expect(fairness(measured(40, 0, 160), sides)).toBe('Uphill for British');
    expect(fairness(measured(160, 0, 40), sides)).toBe('Uphill for French');
  });

  it('counts a draw as half, and owns up to few games or none', () => {
    expect(fairness(measured(10, 20, 10), sides)).toBe('Even (only 40 games)');
    expect(fairness(null, sides)).toBe('Fairness: not measured yet');
  });

  it('tells lengths in minutes, long ones in hours', () => {
    expect(words.minutes(25)).toBe('about 25 minutes');
    expect(words.minutes(90)).toBe('about 1½ hours');
    expect(words.minutes(120)).toBe('about 2 hours');
  });

  it('counts units of each side without their leaders', () => {
    const pieces = [piece(1, 0, 0, 0), piece(2, 0, 9, 9, { leader: true }), piece(3, 1, 5, 5), piece(4, 1, 6, 6)];
    expect(sizes({ sides, view: { ...sync().view, pieces } } as unknown as ScenarioDetail)).toEqual([1, 2]);
  });
});
