import { describe, expect, it } from 'vitest';
import {
  along,
  area,
  axis,
  bearing,
  bounds,
  byHand,
  centroid,
  chains,
  crossing,
  follow,
  inside,
  length,
  lerpPose,
  laid,
  measure,
  neighbour,
  norm,
  offset,
  rng,
  scatter,
  seedOf,
  smooth,
  toEdge,
  toLocal,
  toWorld,
  turnBetween,
  walk,
  without,
} from './geometry';
import type { Point, Pose } from './wire';

const SQUARE: Point[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

describe('shapes', () => {
  it('knows area, middle and bounds', () => {
    expect(area(SQUARE)).toBe(10000);
    expect(area([...SQUARE].reverse())).toBe(-10000);
    expect(centroid(SQUARE)).toEqual([50, 50]);
    expect(centroid([[10, 10], [20, 10]])).toEqual([15, 10]);
    expect(bounds(SQUARE)).toEqual({ x0: 0, y0: 0, x1: 100, y1: 100 });
  });

  it('tells inside from outside, and how far the edge is', () => {
    expect(inside(SQUARE, 50, 50)).toBe(true);
    expect(inside(SQUARE, 150, 50)).toBe(false);
    expect(toEdge(SQUARE, 50, 30)).toBe(30);
  });

  it('finds the long axis in the sense of the coordinates given', () => {
    const a = axis([[0, 0], [400, 0], [400, 100], [0, 100]]);
    expect(a.angle).toBeCloseTo(0);
    expect([a.long, a.short]).toEqual([400, 100]);
    expect(axis([[0, 0], [300, 300], [290, 310], [-10, 10]]).angle).toBeCloseTo(45);
  });

  it('offsets outward for a ring of positive area', () => {
    expect(bounds(offset(SQUARE, 10, true))).toEqual({ x0: -10, y0: -10, x1: 110, y1: 110 });
    expect(bounds(offset(SQUARE, -10, true))).toEqual({ x0: 10, y0: 10, x1: 90, y1: 90 });
  });

  it('walks a line evenly with its left normal', () => {
    const steps = walk([[0, 0], [100, 0], [100, 50]], 25);
    expect(steps.map((s) => [s.x, s.y])).toEqual([[0, 0], [25, 0], [50, 0], [75, 0], [100, 0], [100, 25], [100, 50]]);
    expect([steps[0]!.nx, steps[0]!.ny]).toEqual([0, -1]);
    expect(length([[0, 0], [30, 40]])).toBe(50);
  });

  it('cuts an edge into chains where it is not one', () => {
    expect(chains(SQUARE, () => false)).toHaveLength(1);
    const open = chains(SQUARE, (a, b) => a[1] === 0 && b[1] === 0);
    expect(open).toHaveLength(1);
    expect(open[0]!.closed).toBe(false);
    expect(open[0]!.points[0]).toEqual([100, 0]);
    expect(chains(SQUARE, () => true)).toEqual([]);
  });

  it('takes gates out of a wall', () => {
    const wall: Point[] = [[0, 0], [100, 0], [100, 100]];
    expect(without(wall, [[[40, 0], [60, 0]]])).toEqual([[[0, 0], [40, 0]], [[60, 0], [100, 0], [100, 100]]]);
    expect(without(wall, [[[0, 0], [100, 0]]])).toEqual([[[100, 0], [100, 100]]]);
    expect(without(wall, [[[0, 50], [100, 50]]])).toEqual([wall]);
  });

  it('scatters inside, the same every time', () => {
    const one = scatter(SQUARE, 10, rng(7));
    expect(one).toEqual(scatter(SQUARE, 10, rng(7)));
    expect(one.length).toBeGreaterThan(60);
    expect(one.every(([x, y]) => inside(SQUARE, x, y))).toBe(true);
    expect(seedOf('a', 1)).not.toBe(seedOf('a', 2));
  });

  it('draws by hand without moving ends or corners', () => {
    const line: Point[] = [[0, 0], [1000, 0], [1000, 500]];
    const hand = byHand(line, 5, 100, rng(3));
    expect(hand[0]).toEqual([0, 0]);
    expect(hand).toContainEqual([1000, 0]);
    expect(hand.at(-1)).toEqual([1000, 500]);
    expect(Math.max(...hand.slice(0, 10).map((p) => Math.abs(p[1])))).toBeLessThanOrEqual(5);
    expect(smooth(hand)).not.toMatch(/NaN/);
  });
});

describe('bearings and poses', () => {
  it('turns the short way', () => {
    expect(turnBetween(3500, 100)).toBe(200);
    expect(turnBetween(100, 3500)).toBe(-200);
    expect(norm(-50)).toBe(3550);
    expect(lerpPose([0, 0, 3500], [100, 200, 100], 0.5)).toEqual([50, 100, 3600]);
  });

  it('reads bearings clockwise from north', () => {
    expect(bearing([0, 0], [0, 10])).toBe(0);
    expect(bearing([0, 0], [10, 0])).toBe(900);
    expect(bearing([0, 0], [0, -10])).toBe(1800);
  });

  it('goes to a piece’s own measure and back', () => {
    const pose: Pose = [1000, 2000, 900];
    // facing east, the front is at greater x: forward is up in its own measure
    expect(toLocal([[1100, 2000]], pose)).toEqual([[0, -100]]);
    expect(toLocal([[1000, 1900]], pose)).toEqual([[100, 0]]);
    for (const p of [[30, -40], [5, 9]] as Point[]) {
      const [x, y] = toLocal([toWorld(p, pose)], pose)[0]!;
      expect([x, y]).toEqual(p);
    }
  });

  it('follows plain legs when they lead to the end', () => {
    const path = follow([0, 0, 0], [['turn', 900], ['forward', 500]], [500, 0, 900]);
    expect(path).toHaveLength(3);
    expect(path!.at(-1)).toEqual([500, 0, 900]);
    expect(follow([0, 0, 0], [['forward', 500]], [500, 0, 0])).toBeNull();
    expect(follow([0, 0, 0], [['wheel', 500]], [500, 0, 0])).toBeNull();
    expect(follow([0, 0, 0], null, [0, 0, 0])).toBeNull();
  });

  it('moves along a path', () => {
    const path: Pose[] = [[0, 0, 0], [100, 0, 0], [100, 300, 0]];
    expect(along(path, 0)).toEqual([0, 0, 0]);
    expect(along(path, 0.25)).toEqual([100, 0, 0]);
    expect(along(path, 0.625)).toEqual([100, 150, 0]);
    expect(along(path, 1)).toEqual([100, 300, 0]);
    expect(along([[5, 5, 0]], 0.5)).toEqual([5, 5, 0]);
  });
});

describe('lines', () => {
  it('finds where a line first meets a shape', () => {
    expect(crossing([-50, 50], [200, 50], SQUARE)).toEqual([0, 50]);
    expect(crossing([200, 50], [-50, 50], SQUARE)).toEqual([100, 50]);
    expect(crossing([-50, 150], [200, 150], SQUARE)).toBeNull();
  });
});

describe('finding the way', () => {
  const all = [
    { id: 1, x: 100, y: 0 },
    { id: 2, x: 300, y: 10 },
    { id: 3, x: 0, y: 100 },
    { id: 4, x: 90, y: 200 },
  ];
  it('gives the next unit in a direction, straight ahead first', () => {
    const from = { x: 0, y: 0 };
    expect(neighbour(from, all, 'right')?.id).toBe(1);
    expect(neighbour(from, all, 'up')?.id).toBe(3);
    expect(neighbour(from, all, 'down')).toBeNull();
    expect(neighbour(from, all, 'left')).toBeNull();
  });
  it('writes lengths in the board’s unit', () => {
    expect(measure(1250, 'inch')).toBe('12.5″');
    expect(measure(300, 'cm')).toBe('3 cm');
    expect(measure(200, 'hex')).toBe('2 hexes');
    expect(measure(100, 'hex')).toBe('1 hex');
  });
});

describe('lengths at half scale', () => {
  it('are told as the rules tell them and as they lie on the table', () => {
    expect(laid(1200, { unit: 'inch' })).toBe('12″');
    expect(laid(1200, { unit: 'inch', shrunk: 2 })).toBe('12″ (6″ on the table)');
  });
});
