import { describe, expect, it } from 'vitest';
import { about, between, cornersOf, distance, heightOf, hexAt, label, letterAt, middle, painted, postAt, postHex, postTurned, readMap, resized, steps, widthOf, withoutRoad, withRoad, writeMap } from './hexes';

const TEXT = '01  ............\n02  ...hh.......\n03  ..ff........\n';

describe('the map of hexes', () => {
  it('is read and written', () => {
    const map = readMap(`\n${TEXT}`);
    expect([map.columns, map.rows]).toEqual([12, 3]);
    expect(writeMap(map)).toBe(TEXT);
    expect(letterAt(map, '0402')).toBe('h');
    expect(letterAt(map, '9902')).toBe('');
    expect(readMap(undefined)).toEqual({ columns: 0, rows: 0, lines: [] });
    expect(readMap('01 ..\n02 .').lines).toEqual(['..', '..']);
  });

  it('is painted and made larger or smaller', () => {
    const map = readMap(TEXT);
    expect(painted(map, ['0101', '1203', '1304', 'x'], 'w').lines).toEqual(['w...........', '...hh.......', '..ff.......w']);
    expect(resized(map, 4, 4, '.').lines).toEqual(['....', '...h', '..ff', '....']);
  });

  it('agrees with the server about where a hex is', () => {
    // As the server draws 0101, 0201 and 0301 on a board that is 1050 high.
    expect(middle('0101')!.map(Math.round)).toEqual([58, 50]);
    expect(middle('0201')!.map(Math.round)).toEqual([144, 100]);
    expect(cornersOf('0301').map(([x, y]) => [Math.round(x), Math.round(y)])).toContainEqual([289, 50]);
    expect([Math.round(widthOf(12)), heightOf(10)]).toEqual([1068, 1050]);
  });

  it('finds every hex from its middle and from near its edge', () => {
    const map = readMap('..........\n'.repeat(8));
    for (let column = 1; column <= 10; column += 1)
      for (let row = 1; row <= 8; row += 1) {
        const [x, y] = middle(label(column, row))!;
        expect(hexAt(x, y, map)).toBe(label(column, row));
        expect(hexAt(x + 40, y + 15, map)).toBe(label(column, row));
      }
    expect(hexAt(-90, 50, map)).toBeNull();
    expect(hexAt(100, 5000, map)).toBeNull();
  });

  it('counts hexes and goes from one to the next', () => {
    expect(distance('0601', '0602')).toBe(1);
    expect(distance('0403', '0504')).toBe(1);
    expect(distance('0403', '0502')).toBe(2);
    expect(distance('0101', '0505')).toBe(6);
    const way = between('0101', '0505');
    expect(way[0]).toBe('0101');
    expect(way[way.length - 1]).toBe('0505');
    way.slice(1).forEach((hex, n) => expect(distance(way[n]!, hex)).toBe(1));
    expect(about('0505', 1, readMap('..........\n'.repeat(8)))).toHaveLength(7);
  });
});

describe('roads', () => {
  it('grow at their ends, and do not repeat themselves', () => {
    expect(withRoad([], ['0601', '0602', '0603'])).toEqual(['0601 0602 0603']);
    expect(withRoad(['0601 0602'], ['0602', '0603'])).toEqual(['0601 0602 0603']);
    expect(withRoad(['0601 0602 0603'], ['0602', '0603', '0703'])).toEqual(['0601 0602 0603 0703']);
    expect(withRoad(['0601 0602'], ['0602'])).toEqual(['0601 0602']);
    expect(withRoad(undefined, ['0601', '0901'])).toEqual([]);
  });

  it('are cut where a hex is taken out', () => {
    expect(withoutRoad(['0601 0602 0603 0604 0605'], '0603')).toEqual(['0601 0602', '0604 0605']);
    expect(withoutRoad(['0601 0602 0603'], '0602')).toEqual([]);
    expect(steps(['0601 0602 0603'])).toEqual([['0601', '0602'], ['0602', '0603']]);
  });
});

describe('posts', () => {
  it.each([
    ['0504 line v2', '0703', '0703 line v2'],
    ['T2 0401 column d3', '0502', 'T2 0502 column d3'],
    ['0703 om 0605', '0101', '0101 om 0605'],
    ['', '0101', '0101'],
  ])('%s goes to %s', (text, hex, made) => {
    expect(postAt(text, hex)).toBe(made);
    expect(postHex(made)).toBe(hex);
  });

  it('are turned by sixths', () => {
    expect(postTurned('0504 line v5', 1)).toBe('0504 line v0');
    expect(postTurned('0504 column d0', -1)).toBe('0504 column d5');
    expect(postTurned('0703 om 0605', 1)).toBe('0703 om 0605');
  });
});
