import { describe as group, expect, it } from 'vitest';
import { badge, compass, describe, quarter, reading } from './words';
import type { Piece } from './wire';

const board = { width: 7200, height: 4800, unit: 'inch' };
const piece: Piece = {
  id: 1,
  side: 1,
  name: '99th Foot',
  arm: 'foot',
  glyph: 'F',
  pose: [600, 4250, 1350],
  footprint: [[0, 0], [1, 0], [1, 1]],
  figures: 9,
  full: 12,
  tags: [{ words: '1 marker', cite: '81', tone: 'bad' }],
};

group('the board in words', () => {
  it('says all there is to say of a piece', () => {
    expect(describe(piece, { sides: ['Blue', 'Red'] }, board)).toBe(
      '99th Foot, Red, 9 of 12 figures, 1 marker, north-west, 6″ from the west and 42.5″ from the south, facing south-east',
    );
    expect(describe({ ...piece, status: 'to come', tags: [], figures: 12 }, { sides: [] }, board)).toBe('99th Foot, 12 figures, to come');
  });
  it('names points and quarters', () => {
    expect([0, 440, 900, 1800, 3590].map(compass)).toEqual(['north', 'north-east', 'east', 'south', 'north']);
    expect(quarter(3600, 2400, board)).toBe('centre');
    expect(quarter(7100, 100, board)).toBe('south-east');
  });
  it('puts a number or a mark on a badge', () => {
    expect(badge('2 markers', 'bad')).toBe('2');
    expect(badge('must retire', 'bad')).toBe('!');
    expect(badge('general', 'good')).toBe('★');
    expect(badge('moved', undefined)).toBe('');
  });
  it('reads dice', () => {
    expect(reading([25, 10])).toBe('25 / 10');
    expect(reading(3)).toBe('3');
    expect(reading(null)).toBe('');
  });
});
