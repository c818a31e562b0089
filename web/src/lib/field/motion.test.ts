import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MotionQueue, createMotion, effectOf } from './motion.svelte';
import type { Piece, Point, View } from './wire';

const box = (x: number, y: number): Point[] => [
  [x - 50, y + 50],
  [x + 50, y + 50],
  [x + 50, y - 50],
  [x - 50, y - 50],
];
const piece = (id: number, x: number, y: number, figures = 12, facing = 0): Piece => ({
  id,
  side: id % 2,
  name: `Unit ${id}`,
  arm: 'foot',
  glyph: 'F',
  pose: [x, y, facing],
  footprint: box(x, y),
  bases: [box(x, y)],
  figures,
  full: 12,
});
const view = (...pieces: Piece[]): View => ({ sides: ['Blue', 'Red'], pieces });
let still = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'Date'] });
  vi.stubGlobal('matchMedia', () => ({ matches: still, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  still = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the queue of motion', () => {
  it('moves a piece from where it was to where it is, then rests', async () => {
    const motion = new MotionQueue();
    motion.rest(view(piece(1, 0, 0)));
    let done = false;
    void motion.play({ view: view(piece(1, 1000, 0)) }).then(() => (done = true));
    expect(motion.busy).toBe(true);
    expect(motion.scene!.pieces[0]!.pose[0]).toBe(0);
    await vi.advanceTimersByTimeAsync(300);
    const x = motion.poses.get(1)![0];
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(1000);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(done).toBe(true);
    expect(motion.busy).toBe(false);
    expect(motion.scene).toBeNull();
    expect(motion.poses.size).toBe(0);
  });

  it('follows the legs the log tells', async () => {
    const motion = new MotionQueue();
    motion.rest(view(piece(1, 0, 0)));
    void motion.play({
      view: view(piece(1, 500, 0, 12, 900)),
      entries: [{ what: 'marches', facts: { unit: 1, legs: [['turn', 900], ['forward', 500]] } }],
    });
    await vi.advanceTimersByTimeAsync(120);
    const [x, , facing] = motion.poses.get(1)!;
    expect(x).toBeLessThan(5);
    expect(facing).toBeGreaterThan(0);
  });

  it('plays updates one after the other', async () => {
    const motion = new MotionQueue();
    motion.rest(view(piece(1, 0, 0)));
    const order: number[] = [];
    void motion.play({ view: view(piece(1, 500, 0)) }).then(() => order.push(1));
    void motion.play({ view: view(piece(1, 500, 500)) }).then(() => order.push(2));
    await vi.advanceTimersByTimeAsync(5000);
    expect(order).toEqual([1, 2]);
  });

  it('tumbles dice, then lets them be read', async () => {
    const motion = new MotionQueue();
    motion.rest(view());
    void motion.play({ view: view(), action: { dice: { throw: 'volley', faces: [6, 1], sides: 6 } } });
    await vi.advanceTimersByTimeAsync(10);
    expect(motion.dice!.tumbling).toBe(true);
    await vi.advanceTimersByTimeAsync(700);
    expect(motion.dice!.tumbling).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(motion.dice).toBeNull();
  });

  it('shows smoke, arrows and the fallen', async () => {
    const motion = new MotionQueue();
    motion.rest(view(piece(1, 0, 0), piece(2, 0, 900)));
    void motion.play({
      view: view(piece(1, 0, 0), piece(2, 0, 900, 9)),
      entries: [
        { what: 'hits', facts: { unit: 1, target: 2, hits: 3 } },
        { what: 'charges', facts: { unit: 1, target: 2 } },
      ],
    });
    await vi.advanceTimersByTimeAsync(5);
    expect(motion.puffs.length).toBeGreaterThan(2);
    expect(motion.arrows).toHaveLength(1);
    expect(motion.fallen).toHaveLength(3);
    expect(motion.floats[0]!.words).toBe('−3');
    await vi.advanceTimersByTimeAsync(4000);
    expect(motion.puffs).toHaveLength(0);
    expect(motion.arrows).toHaveLength(0);
    expect(motion.fallen.every((f) => !f.fresh)).toBe(true);
  });

  it('fades what comes and what goes', async () => {
    const motion = new MotionQueue();
    motion.rest(view(piece(1, 0, 0)));
    void motion.play({ view: view(piece(2, 500, 0)) });
    await vi.advanceTimersByTimeAsync(100);
    expect(motion.scene!.pieces.map((p) => p.id).sort()).toEqual([1, 2]);
    expect(motion.fades.get(1)).toBeLessThan(1);
    expect(motion.fades.get(2)).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect(motion.busy).toBe(false);
  });

  it('can be skipped and reset', async () => {
    const motion = new MotionQueue();
    motion.rest(view(piece(1, 0, 0)));
    let done = 0;
    for (let i = 1; i <= 3; i++) void motion.play({ view: view(piece(1, i * 900, 0)), action: { dice: { faces: [1] } } }).then(() => done++);
    await vi.advanceTimersByTimeAsync(50);
    motion.skip();
    await vi.advanceTimersByTimeAsync(50);
    expect(done).toBe(3);
    void motion.play({ view: view(piece(1, 0, 0)) }).then(() => done++);
    await vi.advanceTimersByTimeAsync(50);
    motion.reset();
    await vi.advanceTimersByTimeAsync(50);
    expect(motion.busy).toBe(false);
    expect(motion.fallen).toHaveLength(0);
    expect(done).toBe(4);
  });

  it('takes no time at speed 0, nor where motion is not wanted, but dice stay to be read', async () => {
    const quick = new MotionQueue({ speed: 0 });
    quick.rest(view(piece(1, 0, 0)));
    let done = false;
    void quick.play({ view: view(piece(1, 900, 0)), entries: [{ what: 'hits', facts: { unit: 1 } }] }).then(() => (done = true));
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toBe(true);
    expect(quick.puffs).toHaveLength(0);

    still = true;
    const calm = new MotionQueue();
    calm.rest(view(piece(1, 0, 0)));
    void calm.play({ view: view(piece(1, 900, 0)), action: { dice: { faces: [4, 4] } } });
    await vi.advanceTimersByTimeAsync(5);
    expect(calm.dice!.tumbling).toBe(false);
    expect(calm.poses.size).toBe(0);
  });

  it('goes straight back on undo, without smoke', async () => {
    const motion = new MotionQueue();
    motion.rest(view(piece(1, 900, 0)));
    void motion.play({ view: view(piece(1, 0, 0)), action: { undone: true }, entries: [{ what: 'hits', facts: { unit: 1 } }] });
    await vi.advanceTimersByTimeAsync(400);
    expect(motion.puffs).toHaveLength(0);
    expect(motion.busy).toBe(false);
  });

  it('reads common words, and lets a desk say otherwise', async () => {
    expect(['aims', 'hits', 'charges', 'charge falls short', 'passes'].map(effectOf)).toEqual(['aim', 'shot', 'charge', 'none', 'none']);
    const motion = createMotion({ effects: { blazes: 'shot' } }) as MotionQueue;
    motion.rest(view(piece(1, 0, 0)));
    void motion.play({ view: view(piece(1, 0, 0)), entries: [{ what: 'blazes', facts: { unit: 1 } }] });
    await vi.advanceTimersByTimeAsync(5);
    expect(motion.puffs.length).toBeGreaterThan(0);
  });
});
