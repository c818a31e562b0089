/** Hands on the battlefield: mouse, fingers and keys become what the field is told. */

import type { Camera } from './camera.svelte';
import { bearing, inside, neighbour, type Direction } from './geometry';
import { nearestModel } from './singles';
import { tapeKey, type Measured } from './taping';
import type { Piece, Point, Pose } from './wire';

/** What the hands see of the field, and what they may tell it. */
export interface Field extends Measured {
  readonly cam: Camera;
  readonly width: number;
  readonly height: number;
  readonly picks: ReadonlySet<number>;
  readonly targets: ReadonlySet<number>;
  /** the unit that may be moved now */
  readonly reach: number | null;
  /** the pointer measures */
  readonly taping: boolean;
  /** whose drag is an order */
  readonly pulls: ReadonlySet<number>;
  readonly held: { unit: number; pose: Pose } | null;
  readonly quick: boolean;
  /** whether the figures of the unit held may be moved one by one */
  readonly loose: boolean;
  /** where they stand while they are; null: the group moves */
  readonly models: readonly Point[] | null;
  /** how far a figure's base reaches */
  readonly breadth: number;
  readonly model: number | null;
  grabbing: boolean;
  focused: number | null;
  /** whether the last answer lets the ghost stay where it is */
  fits(): boolean;
  hover(unit: number | null): void;
  choose(unit: number): void;
  ground(x: number, y: number): void;
  hold(unit: number, pose: Pose): void;
  tell(): void;
  drop(): void;
  release(unit: number, pose: Pose): void;
  cancel(): void;
  turn(by: number): void;
  pick(unit: number | null): void;
  adjust(on: boolean): void;
  take(model: number | null): void;
  move(model: number, x: number, y: number): void;
  settle(): void;
  putBack(model: number): void;
  /** how many way-points the unit in the hand may go by, and those set so far */
  readonly bends: number;
  readonly stops: readonly Point[];
  /** one where it is now; one moved; one taken back, or the last */
  bend(): void;
  bendTo(at: number, x: number, y: number): void;
  unbend(at?: number): void;
  focusUnit(unit: number): void;
  /** a unit in the hand before it may be moved: where it is, and whom it is over */
  pulled(unit: number | null, pose?: Pose, target?: number | null): void;
  pull(unit: number, pose: Pose, target: number | null, by: readonly Point[]): void;
  menu(unit: number): void;
  /** the pointer is over this point of the table */
  at(x: number, y: number): void;
  /** it points at what may be marked there, or is gone */
  point(x: number | null, y?: number): void;
  /** a box is being drawn, and has been */
  box(from: Point | null, to?: Point): void;
  boxed(from: Point, to: Point): void;
  /** one more of the units chosen together, or one less */
  join(unit: number): void;
}

/** Whether a unit is being carried about: other fingers and buttons set way-points then. */
const carrying = (g: Gesture | null): boolean => g?.kind === 'ghost' || g?.kind === 'pull';
/** The right button, as a mouse tells of those that are down. */
const RIGHT = 2;

const INCH = 100;
/** Milliseconds a finger rests before it asks. */
const LONG = 500;

interface Gesture {
  kind: 'press' | 'pan' | 'ghost' | 'pull' | 'stop' | 'tape' | 'box' | 'turn' | 'model' | 'pinch' | 'none';
  id: number | null;
  x: number;
  y: number;
  /** where the ghost was taken hold of, from its centre */
  dx: number;
  dy: number;
  spread: number;
  pan: boolean;
  /** the finger or mouse that began it */
  by?: number;
  /** the way-point taken hold of, and whether it has been moved */
  stop?: number;
  gone?: boolean;
}

/** The space bar: held down it pans, pressed by itself it chooses. */
interface Space {
  down: boolean;
  used: boolean;
}

function unitAt(target: EventTarget | null): number | null {
  const found = (target as Element | null)?.closest?.('[data-unit]')?.getAttribute('data-unit');
  return found === null || found === undefined ? null : Number(found);
}

/** Listen to everything; the answer stops it. */
export function hands(node: HTMLElement, f: Field): () => void {
  const space: Space = { down: false, used: false };
  const on: [string, EventListener, AddEventListenerOptions?][] = [...pointing(node, f, space), ...keying(node, f, space)];
  for (const [name, act, options] of on) node.addEventListener(name, act, options);
  return () => {
    for (const [name, act, options] of on) node.removeEventListener(name, act, options);
  };
}

type Ear = [string, EventListener, AddEventListenerOptions?];

function pointing(node: HTMLElement, f: Field, space: Space): Ear[] {
  const pointers = new Map<number, { x: number; y: number }>();
  let gesture: Gesture | null = null;
  let pressing: ReturnType<typeof setTimeout> | undefined;
  /** the right button was down already */
  let chord = false;

  const spot = (e: { clientX: number; clientY: number }): { x: number; y: number } => {
    const r = node.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };
  const table = (x: number, y: number): Point => {
    const [tx, ty] = f.cam.toTable(x, y);
    return [tx, f.H - ty];
  };
  /** Whose figures are under the pointer; else whose fingertip's room. */
  const unitUnder = (e: PointerEvent, p: { x: number; y: number }, pressed = false): number | null => {
    const near = unitAt(e.target);
    if (near === null) return null;
    const [x, y] = table(p.x, p.y);
    const under = f.pieces.filter((one) => inside(one.footprint, x, y)).map((one) => one.id);
    // Where several stand on one spot, whoever may be chosen is meant: not the general riding on his regiment.
    const chosen = f.selected === null ? -1 : under.indexOf(f.selected);
    // Pressed again where the chosen one stands: the next of the pile.
    if (pressed && chosen >= 0 && under.length > 1 && f.reach !== f.selected) return under.at(chosen - 1)!;
    return under.findLast((id) => f.targets.has(id)) ?? under.findLast((id) => f.picks.has(id)) ?? under.at(-1) ?? near;
  };
  const both = (): { x: number; y: number; spread: number } => {
    const [a, b] = [...pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  const down = (e: PointerEvent): void => {
    // What lies over the table with hands of its own is not ours.
    if (e.button === 0 && (e.target as Element).closest('[data-own]')) return;
    const p = spot(e);
    pointers.set(e.pointerId, p);
    f.point(...table(p.x, p.y));
    if (pointers.size === 2 && carrying(gesture)) {
      f.bend(); // a second finger while the first carries a unit
      return;
    }
    if (pointers.size === 2) {
      gesture = { kind: 'pinch', id: null, dx: 0, dy: 0, pan: true, ...both() };
      return;
    }
    if (pointers.size > 2) return;
    const target = e.target as Element;
    const base: Gesture = { kind: 'press', id: unitUnder(e, p, true), x: p.x, y: p.y, dx: 0, dy: 0, spread: 0, pan: e.button !== 0 || space.down, by: e.pointerId };
    if (!base.pan && f.taping) {
      base.kind = 'tape';
      f.tape(table(p.x, p.y), table(p.x, p.y));
    } else if (!base.pan && f.held && target.closest('[data-turn]')) base.kind = 'turn';
    else if (!base.pan && f.held && takeStop(base, target)) f.hover(null);
    else if (!base.pan && f.models && takeModel(base, f.models, e.pointerType)) f.hover(null);
    else if (!base.pan && f.held && target.closest('[data-ghost]')) grab(base, f.held.pose);
    gesture = base;
    chord = false;
    space.used = space.down;
    f.grabbing = base.kind === 'ghost' || base.kind === 'turn' || base.kind === 'model';
    if (e.button === 1) e.preventDefault();
    clearTimeout(pressing);
    if (e.pointerType === 'touch' && base.kind === 'press' && base.id !== null) pressing = setTimeout(() => longPress(base), LONG);
    node.setPointerCapture?.(e.pointerId);
  };

  /** A finger that rests asks about whom it rests on. */
  const longPress = (g: Gesture): void => {
    if (gesture !== g || g.kind !== 'press' || g.id === null) return;
    g.kind = 'none';
    f.menu(g.id);
  };

  const grab = (g: Gesture, pose: Pose): void => {
    const [x, y] = table(g.x, g.y);
    g.kind = 'ghost';
    g.dx = x - pose[0];
    g.dy = y - pose[1];
    f.grabbing = true;
  };

  /** A way-point under the finger is taken up. */
  const takeStop = (g: Gesture, target: Element): boolean => {
    const stop = target.closest('[data-stop]')?.getAttribute('data-stop');
    if (stop === null || stop === undefined) return false;
    g.kind = 'stop';
    g.stop = Number(stop);
    return true;
  };

  /** A figure under the finger is taken up by itself. */
  const takeModel = (g: Gesture, models: readonly Point[], pointer: string): boolean => {
    const [x, y] = table(g.x, g.y);
    const near = Math.max(f.breadth * 1.15, (pointer === 'touch' ? 20 : 9) / f.cam.z);
    const model = nearestModel(models, x, y, near);
    if (model === null) return false;
    g.kind = 'model';
    g.dx = x - models[model]![0];
    g.dy = y - models[model]![1];
    f.take(model);
    return true;
  };

  const move = (e: PointerEvent): void => {
    const p = spot(e);
    if (!pointers.has(e.pointerId)) {
      f.hover(unitUnder(e, p));
      f.at(...table(p.x, p.y));
      f.point(...table(p.x, p.y));
      return;
    }
    pointers.set(e.pointerId, p);
    if (!gesture) return;
    if (carrying(gesture)) {
      if (e.pointerId !== gesture.by) return;
      const right = (e.buttons & RIGHT) !== 0;
      if (right && !chord) f.bend(); // the other button while the first carries a unit
      chord = right;
    }
    if (gesture.kind === 'pinch') {
      if (pointers.size < 2) return;
      const now = both();
      f.cam.pan(now.x - gesture.x, now.y - gesture.y);
      if (gesture.spread > 0 && now.spread > 0) f.cam.zoom(now.spread / gesture.spread, now.x, now.y);
      gesture = { ...gesture, ...now };
      return;
    }
    if (gesture.kind === 'press') {
      const far = e.pointerType === 'touch' ? 9 : 4;
      if (Math.hypot(p.x - gesture.x, p.y - gesture.y) < far) return;
      const piece = gesture.id === null ? undefined : f.byId.get(gesture.id);
      if (!gesture.pan && piece && f.reach === piece.id) {
        f.hover(null);
        grab(gesture, piece.pose);
      } else if (!gesture.pan && piece && f.pulls.has(piece.id)) {
        f.hover(null);
        grab(gesture, piece.pose);
        gesture.kind = 'pull';
      } else if (!gesture.pan && piece && f.picks.has(piece.id) && e.pointerType === 'mouse') {
        // pulled at somebody who may be chosen but not moved: he is meant, not the table
        gesture.kind = 'none';
        f.choose(piece.id);
      } else gesture.kind = e.shiftKey && !gesture.pan && gesture.id === null ? 'box' : 'pan';
    }
    clearTimeout(pressing);
    if (gesture.kind === 'pan') {
      f.cam.pan(p.x - gesture.x, p.y - gesture.y);
      gesture.x = p.x;
      gesture.y = p.y;
    } else if (gesture.kind === 'ghost') {
      const unit = f.held?.unit ?? gesture.id;
      if (unit === null) return;
      if (!f.cam.fitted) {
        // at the rim of the window the table comes along
        const rim = (v: number, size: number): number => (v < 36 ? 9 : v > size - 36 ? -9 : 0);
        f.cam.pan(rim(p.x, f.width), rim(p.y, f.height));
      }
      const [x, y] = table(p.x, p.y);
      f.hold(unit, [x - gesture.dx, y - gesture.dy, (f.held ?? f.byId.get(unit)!).pose[2]]);
    } else if (gesture.kind === 'stop') {
      const far = e.pointerType === 'touch' ? 9 : 4;
      gesture.gone ||= Math.hypot(p.x - gesture.x, p.y - gesture.y) >= far;
      if (gesture.gone) f.bendTo(gesture.stop!, ...table(p.x, p.y));
    } else if (gesture.kind === 'box') {
      f.box(table(gesture.x, gesture.y), table(p.x, p.y));
    } else if (gesture.kind === 'tape') {
      f.tape(table(gesture.x, gesture.y), table(p.x, p.y));
    } else if (gesture.kind === 'pull' && gesture.id !== null) {
      f.pulled(gesture.id, at(gesture, p), other(gesture.id, p));
    } else if (gesture.kind === 'model' && f.model !== null) {
      const [x, y] = table(p.x, p.y);
      f.move(f.model, x - gesture.dx, y - gesture.dy);
    } else if (gesture.kind === 'turn' && f.held) {
      const to = bearing([f.held.pose[0], f.held.pose[1]], table(p.x, p.y));
      f.hold(f.held.unit, [f.held.pose[0], f.held.pose[1], e.shiftKey ? to : Math.round(to / 10) * 10]);
    }
  };

  /** Where a unit in the hand is. */
  const at = (g: Gesture, p: { x: number; y: number }): Pose => {
    const [x, y] = table(p.x, p.y);
    return [x - g.dx, y - g.dy, f.byId.get(g.id!)?.pose[2] ?? 0];
  };

  /** Whom the pointer is over, but the one in the hand: an enemy before a friend. */
  const other = (unit: number, p: { x: number; y: number }): number | null => {
    const [x, y] = table(p.x, p.y);
    const side = f.byId.get(unit)?.side;
    const under = f.pieces.filter((one) => one.id !== unit && one.side !== side && inside(one.footprint, x, y));
    return under.at(-1)?.id ?? null;
  };

  const up = (e: PointerEvent): void => {
    pointers.delete(e.pointerId);
    clearTimeout(pressing);
    const g = gesture;
    if (g && carrying(g) && pointers.has(g.by!)) return; // the finger that set a way-point
    if (pointers.size) {
      // one finger of two is left: it pans on
      const [rest] = pointers.values();
      if (g && rest) gesture = { ...g, kind: 'pan', x: rest.x, y: rest.y };
      return;
    }
    gesture = null;
    f.grabbing = false;
    const by = g?.kind === 'pull' ? [...f.stops] : [];
    if (g?.kind === 'pull') f.pulled(null);
    if (g?.kind === 'box') f.box(null);
    if (!g || e.type === 'pointercancel') return;
    if (g.kind === 'pull' && g.id !== null) {
      const p = spot(e);
      f.pull(g.id, at(g, p), other(g.id, p), by);
    } else if (g.kind === 'box') {
      const p = spot(e);
      f.boxed(table(g.x, g.y), table(p.x, p.y));
    } else if (g.kind === 'press' && !g.pan) {
      if (g.id !== null && e.shiftKey) f.join(g.id);
      else if (g.id !== null) f.choose(g.id);
      else f.ground(...table(g.x, g.y));
    } else if (g.kind === 'model') {
      f.settle();
    } else if (g.kind === 'stop') {
      if (!g.gone) f.unbend(g.stop);
      else if (f.held) f.release(f.held.unit, [...f.held.pose]);
    } else if (g.kind === 'ghost' && f.held && f.pulls.has(f.held.unit) && other(f.held.unit, spot(e)) !== null) {
      // dropped on an enemy: he is meant, not the ground he stands on
      const { unit, pose } = f.held;
      f.cancel();
      f.pull(unit, [...pose], other(unit, spot(e)), []);
    } else if (g.kind === 'ghost' || g.kind === 'turn') {
      f.tell();
      if (f.quick && g.kind === 'ghost' && f.held && f.fits()) f.drop();
      else if (f.held) f.release(f.held.unit, [...f.held.pose]);
    }
  };

  const wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const step = e.deltaMode === 1 ? e.deltaY * 18 : e.deltaMode === 2 ? e.deltaY * 400 : e.deltaY;
    const onGhost = f.held && (f.grabbing || (e.target as Element).closest?.('[data-ghost]'));
    if (onGhost && !e.ctrlKey) {
      if (step) f.turn(step > 0 ? 50 : -50);
      return;
    }
    const p = spot(e);
    f.cam.zoom(Math.exp(-Math.max(-240, Math.min(240, step)) * (e.ctrlKey ? 0.01 : 0.0016)), p.x, p.y);
  };

  const leave = (e: PointerEvent): void => {
    f.hover(null);
    if (e.pointerType === 'mouse') f.point(null); // a finger is lifted, and what it pointed at may be read
  };
  const menu = (e: Event): void => {
    // While the pointer is held the table hears for whoever is under it.
    const unit = gesture?.kind === 'press' ? gesture.id : unitAt(e.target);
    if (unit !== null || gesture || pointers.size) e.preventDefault();
    if (unit === null || (gesture && gesture.kind !== 'press')) return;
    if (gesture) gesture.kind = 'none';
    f.menu(unit);
  };

  return [
    ['pointerdown', down as EventListener],
    ['pointermove', move as EventListener],
    ['pointerup', up as EventListener],
    ['pointercancel', up as EventListener],
    ['pointerleave', leave as EventListener],
    ['wheel', wheel as EventListener, { passive: false }],
    ['contextmenu', menu],
  ];
}

function keying(node: HTMLElement, f: Field, space: Space): Ear[] {
  /** A leader may stand where his unit stands: a little aside, so that arrows find both. */
  const spotOf = (p: Piece): { id: number; x: number; y: number } => ({ id: p.id, x: p.pose[0] + (p.leader ? 20 : 0), y: p.pose[1] + (p.leader ? 20 : 0) });

  const ARROWS: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

  /** Keys for single figures: I begins and ends it, comma and full stop choose, arrows move, Backspace puts back. */
  const modelKey = (name: string, way: Direction | undefined, fine: boolean): boolean => {
    if (name.toLowerCase() === 'i') f.adjust(!f.models);
    else if (!f.models) return false;
    else if (name === 'Escape') f.adjust(false);
    else if (name === ',' || name === '.') f.take(next(f.models.length, f.model, name === '.' ? 1 : -1));
    else if (f.model === null || !f.models[f.model]) return false;
    else if (name === 'Backspace' || name === 'Delete') f.putBack(f.model);
    else if (way) {
      const [x, y] = f.models[f.model]!;
      const [dx, dy] = step(way, fine ? INCH / 20 : INCH / 4);
      f.move(f.model, x + dx, y + dy);
    } else return false;
    return true;
  };

  const next = (count: number, model: number | null, by: number): number => (model === null ? (by > 0 ? 0 : count - 1) : (model + by + count) % count);
  const step = (way: Direction, by: number): Point => ({ up: [0, by], down: [0, -by], left: [-by, 0], right: [by, 0] })[way] as Point;

  const key = (e: KeyboardEvent): void => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    if ((e.target as Element).closest('button, input, select, textarea') && e.key !== 'Escape') return;
    const way = ARROWS[e.key];
    const on = unitAt(e.target);
    if (e.key === ' ') {
      space.down = true;
      space.used = false;
      e.preventDefault();
    } else if (f.taping && !f.held && tapeKey(f, e.key, way, e.shiftKey, on)) {
      // the tape lies elsewhere
    } else if (f.loose && modelKey(e.key, way, e.shiftKey)) {
      // a figure was moved or chosen
    } else if (f.bends > 0 && (e.key === 'v' || e.key === 'V')) f.bend();
    else if (f.stops.length > 0 && (e.key === 'Backspace' || e.key === 'Delete')) {
      f.unbend();
    } else if (way && (f.held || (on !== null && on === f.reach && !e.shiftKey))) {
      if (!f.held) f.choose(on!); // who is to move is taken up by the first step
      if (!f.held) return;
      const [dx, dy] = step(way, e.shiftKey ? INCH / 10 : INCH);
      f.hold(f.held.unit, [f.held.pose[0] + dx, f.held.pose[1] + dy, f.held.pose[2]]);
      f.cam.reveal(f.held.pose[0], f.H - f.held.pose[1], 90);
    } else if (f.held && (e.key === '[' || e.key === ']')) f.turn(e.key === '[' ? -50 : 50);
    else if (f.held && (e.key === '{' || e.key === '}')) f.turn(e.key === '{' ? -450 : 450);
    else if (f.held && e.key === 'Enter') f.drop();
    else if (e.key === 'Escape') {
      if (f.held) f.cancel();
      else if (f.taping) return; // the desk puts it away
      else f.pick(null);
    } else if (way && e.shiftKey) {
      const [dx, dy] = { up: [0, 80], down: [0, -80], left: [80, 0], right: [-80, 0] }[way] as [number, number];
      f.cam.pan(dx, dy);
    } else if (way && on !== null) {
      const from = f.byId.get(on);
      const next = from && neighbour(spotOf(from), f.pieces.filter((p) => p.id !== on).map(spotOf), way);
      if (next) f.focusUnit(next.id);
    } else if (way) {
      const [dx, dy] = { up: [0, 80], down: [0, -80], left: [80, 0], right: [-80, 0] }[way] as [number, number];
      f.cam.pan(dx, dy);
    } else if (e.key === 'Enter' && on !== null) {
      if (on !== f.selected || f.reach === on) f.choose(on);
      // chosen already: then Enter is meant for the desk, and comes to it from the table, not from a button
      else node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    } else if (e.key === '+' || e.key === '=') f.cam.zoom(1.35);
    else if (e.key === '-' || e.key === '_') f.cam.zoom(1 / 1.35);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const keyUp = (e: KeyboardEvent): void => {
    if (e.key !== ' ' || !space.down) return;
    space.down = false;
    const on = unitAt(e.target);
    if (!space.used && on !== null) {
      if (f.held) f.drop();
      else f.choose(on);
    }
  };
  const focusIn = (e: FocusEvent): void => {
    const id = unitAt(e.target);
    if (id === null) return;
    f.focused = id;
    // The pointer tells by itself what it is on, and may mean somebody beneath.
    if ((e.target as Element).matches(':focus-visible')) {
      f.hover(id);
      const p = f.byId.get(id);
      if (p) f.cam.reveal(p.pose[0], f.H - p.pose[1]);
    }
  };
  const focusOut = (e: FocusEvent): void => {
    space.down = false;
    // Whoever loses the focus because he is taken off the table loses it while it is being drawn: we tell it afterwards.
    if (!node.contains(e.relatedTarget as Node | null)) queueMicrotask(() => node.isConnected && f.hover(null));
  };

  return [
    ['keydown', key as EventListener],
    ['keyup', keyUp as EventListener],
    ['focusin', focusIn as EventListener],
    ['focusout', focusOut as EventListener],
  ];
}
