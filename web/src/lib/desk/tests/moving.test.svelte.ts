import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { likes } from '../state/prefs.svelte';
import type { Table } from '../state/table.svelte';
import { ask, FakeSocket, seated, soon, sync, update } from './fixtures';

let table: Table;

function sit(tokens: (string | null)[] = ['a'], first = sync()): FakeSocket {
  let socket: FakeSocket;
  [table, socket] = seated(tokens, first);
  return socket;
}

beforeEach(() => {
  likes.speed = 0;
  likes.curtain = false;
});

afterEach(() => table?.close());

describe('moving', () => {
  const moving = (): FakeSocket =>
    sit(['a'], sync({ ask: ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: 1 }] }) }));

  it('asks the rules for the newest place only, and moves by its legs', async () => {
    const socket = moving();
    expect(table.unit).toBe(1);
    table.mover.drag(1, [1100, 1000, 900]);
    table.mover.drag(1, [1200, 1000, 900]);
    table.mover.drag(1, [1300, 1000, 900]);
    expect(socket.asked('plan')).toHaveLength(1);
    socket.answer('plan', { legs: [['forward', 100]], preview: null, refusal: null });
    await soon();
    expect(socket.asked('plan')).toHaveLength(2);
    expect(socket.asked('plan')[1]).toMatchObject({ pose: [1300, 1000, 900, ''] });
    socket.answer('plan', { legs: [['forward', 300]], preview: null, refusal: null });
    await soon();
    expect(table.mover.legs).toEqual([['forward', 300]]);
    void table.mover.drop(1, [1300, 1000, 900]);
    await soon();
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'go', noun: [['forward', 300]] });
  });

  it('asks for the line round where a unit may go only while it is drawn', async () => {
    const socket = moving();
    expect(socket.asked('region')).toHaveLength(0);
    void table.mover.outline('go');
    expect(table.mover.region).toEqual([]);
    socket.answer('region', { region: [[0, 0], [100, 0], [100, 100]] });
    await soon();
    expect(table.mover.region).toEqual([[0, 0], [100, 0], [100, 100]]);
    void table.mover.outline(null);
    expect(table.mover.region).toEqual([]);
  });

  it('plans what was chosen where a unit may move in several ways', async () => {
    const offers = ['advance', 'march'].map((verb) => ({ verb, label: verb, pick: 'reach' as const, unit: 1 }));
    const socket = sit(['a'], sync({ ask: ask({ offers }) }));
    table.chooseVerb('march');
    table.mover.drag(1, [1300, 1000, 900]);
    await soon();
    expect(socket.asked('plan')[0]).toMatchObject({ verb: 'march' });
  });

  it('looks at the odds of a shot before it is fired, and never brings it back among its own', async () => {
    const socket = sit(['a'], sync({ ask: ask({ offers: [{ verb: 'shot', label: 'Fire', pick: 'reach', unit: 1, aim: true }] }) }));
    table.mover.drag(1, [3000, 1000, 0]);
    socket.answer('plan', { legs: [['aim', 3000, 1000]], preview: null, refusal: null });
    await soon();
    void table.mover.release(1, [3000, 1000, 0]);
    await soon();
    expect(socket.asked('preview')[0]).toMatchObject({ verb: 'shot', noun: [['aim', 3000, 1000]] });
    table.mover.drag(1, [7000, 1000, 0]);
    void table.mover.release(1, [7000, 1000, 0]);
    socket.answer('plan', { legs: null, preview: null, refusal: { cite: 'R', words: 'too far' } });
    await soon();
    const asked = socket.asked('plan').length;
    socket.answer('plan', { legs: null, preview: null, refusal: { cite: 'R', words: 'too far' } });
    await soon();
    expect(socket.asked('plan')).toHaveLength(asked);
  });

  const square = (x: number, y: number): number[][] => [[x - 20, y - 20], [x + 20, y - 20], [x + 20, y + 20], [x - 20, y + 20]];
  const loosely = async (): Promise<FakeSocket> => {
    const socket = sit(['a'], sync({ ask: ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: 1, singles: true }] }) }));
    table.mover.drag(1, [1100, 1000, 0]);
    socket.answer('plan', { legs: [['go', 100, 0]], preview: { bases: [square(1100, 1000), square(1150, 1000)] }, refusal: null });
    await soon();
    return socket;
  };

  it('sets single figures apart, keeps them so when the group goes on, and puts them back', async () => {
    const socket = await loosely();
    table.mover.adjust(1, true);
    table.mover.take(1);
    table.mover.dragModel(1, 1, 1300, 1040);
    expect(socket.asked('plan').at(-1)).toMatchObject({ pose: [1100, 1000, 0, ''], places: [[1, 1300, 1040]] });
    socket.answer('plan', { legs: [['model', 1, 150, 40]], preview: null, refusal: null });
    await soon();
    expect(table.mover.legs).toEqual([['model', 1, 150, 40]]);
    table.mover.drag(1, [1200, 1000, 0]);
    expect(socket.asked('plan').at(-1)).toMatchObject({ places: [[1, 1400, 1040]] });
    socket.answer('plan', { legs: [], preview: null, refusal: null });
    await soon();
    table.mover.putBack(1, 1);
    expect(socket.asked('plan').at(-1)).not.toHaveProperty('places');
    expect(table.back()).toBe(true);
    expect(table.mover.singles?.on).toBe(false);
    expect(table.mover.ghost).not.toBeNull();
  });

  it('brings a single figure back to where cohesion lets it stand, and says why', async () => {
    const socket = await loosely();
    table.mover.adjust(1, true);
    table.mover.take(1);
    void table.mover.releaseModel(1, 1, 1550, 1000);
    // legal up to 200 beyond where it stood
    for (let i = 0; i < 10; i++) {
      const [[, x]] = socket.asked('plan').at(-1)!['places'] as [[number, number, number]];
      const fits = x <= 1350;
      socket.answer('plan', { legs: fits ? [['model', 1, x - 1150, 0]] : null, preview: null, refusal: fits ? null : { cite: 'X1', words: 'too far from the rest' } });
      await soon(1);
    }
    expect(table.notice?.cite).toBe('X1');
    const [[model, east]] = table.mover.singles!.moved as [[number, number, number]];
    expect(model).toBe(1);
    expect(east).toBeGreaterThan(245);
    expect(east).toBeLessThanOrEqual(250);
    expect(table.mover.ghost?.refusal).toBeNull();
    expect(table.mover.legs).toEqual([['model', 1, east - 50, 0]]);
  });

  const bending = (bends = 2): FakeSocket => {
    const socket = sit(['a'], sync({ ask: ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: 1, bends }] }) }));
    table.mover.drag(1, [1100, 1000, 900]);
    return socket;
  };
  const planned = async (socket: FakeSocket, plan: object = {}): Promise<void> => {
    socket.answer('plan', { legs: [['go', 100, 0]], preview: null, refusal: null, detour: null, ...plan });
    await soon();
  };

  it('goes by the way-points set where its ghost was, as many as the book allows', async () => {
    const socket = bending();
    await planned(socket);
    expect(table.mover.bend(1)).toBe(true);
    expect(socket.asked('plan').at(-1)).toMatchObject({ pose: [1100, 1000, 900, ''], by: [[1100, 1000]] });
    await planned(socket);
    expect(table.mover.bend(1)).toBe(false); // one is there already
    table.mover.drag(1, [1300, 1200, 900]);
    await planned(socket);
    expect(table.mover.bend(1)).toBe(true);
    await planned(socket);
    table.mover.drag(1, [1500, 1200, 900]);
    await planned(socket);
    expect(table.mover.bend(1)).toBe(false);
    expect(table.mover.ghost?.by).toEqual([[1100, 1000], [1300, 1200]]);
    table.mover.bendTo(1, 0, 1050, 1010);
    expect(socket.asked('plan').at(-1)).toMatchObject({ by: [[1050, 1010], [1300, 1200]] });
    await planned(socket);
    expect(table.mover.unbend(1)).toBe(true);
    expect(socket.asked('plan').at(-1)).toMatchObject({ by: [[1050, 1010]] });
    await planned(socket);
    expect(table.mover.unbend(1)).toBe(true);
    expect(socket.asked('plan').at(-1)).not.toHaveProperty('by');
    expect(table.mover.unbend(1)).toBe(false);
  });

  it('forgets its way-points when it is given up', async () => {
    const socket = bending();
    await planned(socket);
    table.mover.bend(1);
    await planned(socket);
    table.back();
    expect(table.mover.by).toEqual([]);
    expect(table.mover.ghost).toBeNull();
  });

  it('has no way-points where the book knows none', async () => {
    const socket = bending(0);
    await planned(socket);
    expect(table.mover.bend(1)).toBe(false);
  });

  it('comes back along its last leg, and keeps its way-points', async () => {
    const socket = bending();
    await planned(socket);
    table.mover.bend(1);
    await planned(socket);
    void table.mover.release(1, [1100, 2000, 900]);
    for (let i = 0; i < 10; i++) {
      const asked = socket.asked('plan').at(-1)!;
      expect(asked['by']).toEqual([[1100, 1000]]);
      const [x, y] = asked['pose'] as [number, number];
      expect(x).toBe(1100);
      socket.answer('plan', { legs: y <= 1400 ? [['go', 0, 1]] : null, preview: null, refusal: y <= 1400 ? null : { cite: 'X1', words: 'too far' }, detour: null });
      await soon(1);
    }
    expect(table.mover.ghost?.pose[1]).toBeGreaterThan(1390);
    expect(table.mover.by).toHaveLength(1);
  });

  it('says why a way does not go straight', async () => {
    const socket = bending();
    await planned(socket, { detour: { cite: 'X2', words: 'a wall is in the way' } });
    expect(table.mover.ghost?.detour).toEqual({ cite: 'X2', words: 'a wall is in the way' });
    await planned(socket);
  });

  it('has no single figures where the book does not offer them', () => {
    moving();
    expect(table.mover.singles).toBeNull();
    table.mover.adjust(1, true);
    expect(table.mover.singles).toBeNull();
  });

  it('does not move where a rule forbids it, and says which', async () => {
    const socket = moving();
    void table.mover.drop(1, [6000, 1000, 900]);
    socket.answer('plan', { legs: null, preview: null, refusal: { cite: 'M3', words: 'too far' } });
    await soon();
    expect(socket.asked('act')).toHaveLength(0);
    expect(table.notice?.cite).toBe('M3');
    expect(table.mover.ghost?.refusal?.words).toBe('too far');
  });

  /** Rules that let nobody pass x = 1300, and only so far the way is free; the first questions may be left open. */
  async function judge(socket: FakeSocket, free = true, open = 0): Promise<void> {
    for (let answered = open; answered < 40; ) {
      await soon(1);
      const asked = socket.asked('plan');
      if (asked.length === answered) break;
      for (; answered < asked.length; answered++) {
        const { id, pose } = asked[answered] as { id: number; pose: number[] };
        const fits = free && pose[0]! <= 1300;
        const refusal = fits ? null : { cite: pose[0]! > 2000 ? 'M3' : 'M9', words: pose[0]! > 2000 ? 'too far' : 'a wall' };
        socket.hear({ type: 'answer', id, legs: fits ? [['forward', pose[0]! - 1000]] : null, preview: null, refusal });
      }
    }
    await soon();
  }

  it('brings back what was let go of too far away, and says what stopped it', async () => {
    const socket = moving();
    table.mover.drag(1, [5000, 1000, 900]);
    void table.mover.release(1, [5000, 1000, 900]);
    await judge(socket);
    const [x] = table.mover.ghost!.pose;
    expect(x).toBeGreaterThan(1280);
    expect(x).toBeLessThanOrEqual(1300);
    expect(table.mover.legs).toEqual([['forward', x - 1000]]);
    expect(table.notice).toMatchObject({ cite: 'M9', tone: 'plain' });
    expect(socket.asked('act')).toHaveLength(0);
  });

  it('is not put out by the answer to its first question, which another has overtaken', async () => {
    const socket = moving();
    table.mover.drag(1, [5000, 1000, 900]);
    void table.mover.release(1, [5000, 1000, 900]);
    await judge(socket, true, 1);
    const { pose } = table.mover.ghost!;
    expect(table.mover.legs).toEqual([['forward', pose[0] - 1000]]);
    socket.hear({ type: 'answer', id: socket.asked('plan')[0]!['id'], legs: null, preview: null, refusal: { cite: 'M3', words: 'too far' } });
    await soon();
    expect(table.mover.legs).toEqual([['forward', pose[0] - 1000]]);
    expect(table.mover.ghost).toMatchObject({ pose, refusal: null });
  });

  it('is not put out by a question about its way that waited while it was brought back', async () => {
    const socket = moving();
    table.mover.drag(1, [4000, 1000, 900]);
    table.mover.drag(1, [5000, 1000, 900]);
    void table.mover.release(1, [5000, 1000, 900]);
    await judge(socket, true, 1);
    const { pose } = table.mover.ghost!;
    socket.hear({ type: 'answer', id: socket.asked('plan')[0]!['id'], legs: null, preview: null, refusal: { cite: 'M3', words: 'too far' } });
    await soon();
    expect(table.mover.legs).toEqual([['forward', pose[0] - 1000]]);
    expect(table.mover.ghost).toMatchObject({ pose, refusal: null });
  });

  it('keeps a manoeuvre that is tried while an answer about another place is under way', async () => {
    const socket = moving();
    table.mover.drag(1, [5000, 1000, 900]);
    const legs: [string, number][] = [['forward', 100]];
    table.mover.try(1, { legs, preview: { end: [1100, 1000, 900, ''] } });
    socket.answer('plan', { legs: null, preview: null, refusal: { cite: 'M3', words: 'too far' } });
    await soon();
    expect(table.mover.legs).toBe(legs);
    expect(table.mover.ghost?.refusal).toBeNull();
  });

  it('leaves it where it is if no place on the way will do', async () => {
    const socket = moving();
    table.mover.drag(1, [5000, 1000, 900]);
    void table.mover.release(1, [5000, 1000, 900]);
    await judge(socket, false);
    expect(table.mover.ghost!.pose[0]).toBe(5000);
    expect(table.mover.legs).toBeNull();
    expect(table.notice).toBeNull();
  });
});

describe('a drag is an order', () => {
  const idle = ask({
    offers: [
      { verb: 'march', label: 'March', pick: 'unit', ids: [1, 2], drag: true },
      { verb: 'charge', label: 'Charge', pick: 'pair', from: [[1, [3, 4]]] },
      { verb: 'fire', label: 'Fire', pick: 'pair', from: [[1, [3]]] },
    ],
  });
  const going = ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: 1 }] });

  it('that waits for what comes first, then goes there', async () => {
    const socket = sit(['a'], sync({ ask: idle }));
    expect([...table.draggable]).toEqual([1, 2]);
    table.pull({ unit: 1, pose: [1300, 1000, 900], target: null });
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'march', noun: 1 });
    socket.answer('act', {});
    await soon();
    expect(socket.asked('act')).toHaveLength(1); // the table has not changed yet
    socket.hear(update(4, { ask: going }));
    await soon();
    expect(socket.asked('plan').at(-1)).toMatchObject({ verb: 'go', pose: [1300, 1000, 900, ''] });
    for (const { id } of socket.asked('plan')) socket.hear({ type: 'answer', id, legs: [['forward', 300]], preview: null, refusal: null });
    await soon();
    expect(socket.asked('act')[1]).toMatchObject({ verb: 'go', noun: [['forward', 300]] });
    expect(table.wish).toBeNull();
  });

  it('onto an enemy: the one thing it may do is shown with its odds', () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 1, pose: [0, 0, 0], target: 4 });
    expect(table.staged).toEqual({ verb: 'charge', noun: [1, 4] });
    expect(table.bubble?.unit).toBe(4);
    expect(socket.asked('act')).toHaveLength(0);
  });

  it('onto an enemy with whom it may do several things: they are offered beside him', () => {
    sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 1, pose: [0, 0, 0], target: 3 });
    expect(table.bubble?.choices.map((choice) => choice.label)).toEqual(['Charge: Unit 3', 'Fire: Unit 3']);
    expect(table.staged).toBeNull();
    expect(table.back()).toBe(true);
    expect(table.bubble).toBeNull();
  });

  it('that nobody can follow is given up, and does not march instead', () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 2, pose: [0, 0, 0], target: 3 });
    expect(socket.asked('act')).toHaveLength(0);
    expect(table.wish).toBeNull();
  });

  it('that is refused is forgotten', async () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 1, pose: [1300, 1000, 900], target: null });
    socket.hear({ type: 'error', id: socket.asked('act')[0]!['id'], code: 'stale', message: 'x' });
    await soon();
    expect(table.wish).toBeNull();
  });

  it('asked about, a unit tells all it may do and what it may not', async () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.menu(2);
    expect(table.bubble).toMatchObject({ unit: 2, denied: true });
    expect(table.bubble!.choices.map((choice) => choice.label)).toEqual(['March']);
    table.chooseVerb('march'); // the list names units now: beside the unit it says what is done
    table.menu(2);
    expect(table.bubble!.choices.map((choice) => choice.label)).toEqual(['March']);
    await soon();
    expect(socket.asked('why').length).toBeGreaterThan(0);
  });
});
