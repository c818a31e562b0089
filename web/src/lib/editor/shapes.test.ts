import { describe, expect, it } from 'vitest';
import { alongEdge, cornered, dragged, drawn, handlesOf, isShape, middles, onEdge, partsOf, shifted, sizeOf, snapped, touches, uncornered, valueOf, type Point, type ShapeKind } from './shapes';

const WRITTEN: [ShapeKind, unknown][] = [
  ['point', [3, 4]],
  ['points', [[1, 2], [3, 4]]],
  ['poly', [[0, 0], [4, 0], [4, 4]]],
  ['polys', [[[0, 0], [4, 0], [4, 4]], [[1, 1], [2, 1], [2, 2]]]],
  ['rect', [1, 2, 5, 6]],
  ['rects', [[0, 0, 1, 1], [2, 2, 3, 3]]],
  ['disc', [10, 12, 3]],
  ['line', [0, 24, 29, 24]],
  ['edge', [[0, 20], [0, 50]]],
  ['edges', [[[34.5, 26], [37.5, 26]], [[23, 36], [49, 36]]]],
];

describe('shapes', () => {
  it.each(WRITTEN)('%s is taken apart and put together again', (kind, value) => {
    expect(isShape(kind)).toBe(true);
    expect(valueOf(kind, partsOf(kind, value))).toEqual(value);
    expect(handlesOf(partsOf(kind, value)).length).toBeGreaterThan(0);
  });

  it.each(WRITTEN)('%s holds nothing where it cannot be read', (kind) => {
    for (const wrong of [null, 'x', 3, [1, 'two'], [[1, NaN]], {}]) expect(partsOf(kind, wrong).flatMap((part) => part.points)).toEqual([]);
  });

  it('moves a whole piece', () => {
    expect(valueOf('rects', shifted(partsOf('rects', [[0, 0, 1, 1]]), 2, 0.5))).toEqual([[2, 0.5, 3, 1.5]]);
    expect(valueOf('disc', shifted(partsOf('disc', [1, 1, 4]), 1, 1))).toEqual([2, 2, 4]);
  });

  it.each([
    [0, [1, 1], [1, 1, 8, 8]],
    [1, [9, 1], [4, 1, 9, 8]],
    [2, [9, 9], [4, 4, 9, 9]],
    [3, [1, 9], [1, 4, 8, 9]],
    [0, [10, 10], [8, 8, 10, 10]],
  ] as [number, Point, number[]][])('pulls corner %i of a box to %j, the one opposite staying', (corner, to, made) => {
    expect(valueOf('rect', dragged(partsOf('rect', [4, 4, 8, 8]), { part: 0, corner }, to))).toEqual(made);
  });

  it('pulls a disc by its middle and its rim', () => {
    const disc = partsOf('disc', [10, 10, 3]);
    expect(valueOf('disc', dragged(disc, { part: 0, corner: 0 }, [1, 2]))).toEqual([1, 2, 3]);
    expect(valueOf('disc', dragged(disc, { part: 0, corner: 1 }, [10, 15]))).toEqual([10, 10, 5]);
  });

  it('adds and removes corners, but not below the least', () => {
    const area = partsOf('poly', [[0, 0], [4, 0], [4, 4]]);
    expect(middles(area[0]!)).toEqual([{ after: 0, at: [2, 0] }, { after: 1, at: [4, 2] }, { after: 2, at: [2, 2] }]);
    const more = cornered(area, 0, 0, [2, -1]);
    expect(valueOf('poly', more)).toEqual([[0, 0], [2, -1], [4, 0], [4, 4]]);
    expect(valueOf('poly', uncornered(more, 0, 1, 3))).toEqual([[0, 0], [4, 0], [4, 4]]);
    expect(uncornered(area, 0, 1, 3)).toEqual(area);
    expect(middles(partsOf('poly', [[0, 0], [4, 0], [4, 4]], true)[0]!)).toHaveLength(2);
    expect(cornered(partsOf('rect', [0, 0, 1, 1]), 0, 0, [3, 3])).toEqual(partsOf('rect', [0, 0, 1, 1]));
  });

  it('is drawn by a pull, and in a usual size by a click', () => {
    const table: Point = [72, 48];
    expect(drawn('poly', [10, 10], [20, 16], false, 6, table)).toEqual([[10, 10], [20, 10], [20, 16], [10, 16]]);
    expect(drawn('poly', [10, 10], [20, 16], true, 6, table)).toEqual([[10, 10], [20, 16]]);
    expect(drawn('rect', [20, 16], [10, 10], false, 6, table)).toEqual([10, 10, 20, 16]);
    expect(drawn('rect', [70, 46], [70, 46], false, 6, table)).toEqual([70, 46, 72, 48]);
    expect(drawn('disc', [10, 10], [13, 14], false, 6, table)).toEqual([10, 10, 5]);
    expect(drawn('disc', [10, 10], [10, 10], false, 6, table)).toEqual([10, 10, 3]);
    expect(drawn('edge', [2, 20], [5, 30], false, 6, table)).toEqual([[0, 20], [0, 30]]);
    expect(drawn('point', [1, 1], [2, 2], false, 6, table)).toEqual([2, 2]);
    expect(drawn('line', [1, 1], [9, 1], false, 6, table)).toEqual([1, 1, 9, 1]);
  });

  it('keeps to the grid and to the edge of the table', () => {
    expect(snapped([1.26, 3.74], 0.5)).toEqual([1.5, 3.5]);
    expect(snapped([1.264, 3.746], 0)).toEqual([1.26, 3.75]);
    expect(onEdge([70, 20], [72, 48])).toEqual([72, 20]);
    expect(onEdge([30, 2], [72, 48])).toEqual([30, 0]);
    expect(alongEdge([72, 10], [3, 30], [72, 48])).toEqual([72, 30]);
  });

  it('knows what the pointer is on, and which of two is smaller', () => {
    const [area] = partsOf('poly', [[0, 0], [10, 0], [10, 10], [0, 10]]);
    const [line] = partsOf('line', [0, 0, 10, 0]);
    expect(touches(area!, [5, 5], 0.5)).toBe(true);
    expect(touches(area!, [12, 5], 0.5)).toBe(false);
    expect(touches(line!, [5, 0.3], 0.5)).toBe(true);
    expect(touches(line!, [5, 3], 0.5)).toBe(false);
    expect(touches(partsOf('disc', [5, 5, 2])[0]!, [6, 6], 0.1)).toBe(true);
    expect(sizeOf([area!])).toBe(100);
    expect(sizeOf(partsOf('disc', [0, 0, 1]))).toBeCloseTo(Math.PI);
    expect(sizeOf([line!])).toBe(0);
  });
});
