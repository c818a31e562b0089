/** Words on the table that keep clear of the units and of each other. */

import { bounds } from './geometry';
import type { Piece } from './wire';

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A box of that size about a middle. */
export function around(x: number, y: number, w: number, h: number): Box {
  return { x0: x - w / 2, y0: y - h / 2, x1: x + w / 2, y1: y + h / 2 };
}

export function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const h = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return w > 0 && h > 0 ? w * h : 0;
}

/** Of several places the first that is free; if none is, the one that hides least. */
export function freest(places: readonly Box[], taken: readonly Box[]): number {
  let [best, least] = [0, Infinity];
  for (const [at, place] of places.entries()) {
    const hidden = taken.reduce((sum, one) => sum + overlap(place, one), 0);
    if (hidden < least - 1e-6) [best, least] = [at, hidden];
    if (hidden === 0) break;
  }
  return best;
}

/** How far a place lies off a box. */
function off(box: Box, at: { x: number; y: number }): number {
  return Math.hypot(Math.max(box.x0 - at.x, 0, at.x - box.x1), Math.max(box.y0 - at.y, 0, at.y - box.y1));
}

/** Where the units stand on the drawing, y down. */
export function standing(pieces: readonly Piece[], H: number): Map<number, Box> {
  return new Map(
    pieces
      .filter((piece) => piece.footprint.length > 2)
      .map((piece) => {
        const b = bounds(piece.footprint);
        return [piece.id, { x0: b.x0, y0: H - b.y1, x1: b.x1, y1: H - b.y0 }];
      }),
  );
}

export interface Plate {
  /** the unit it speaks of */
  unit: number;
  w: number;
  h: number;
}

const RINGS = [10, 34, 64, 100, 150];
const TURNS = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6);

/**
 * A place for each plate near its unit, on the side away from `from` if it can be. All in one measure; the answer holds
 * the middles of the plates.
 */
export function plates<T extends Plate>(wanted: readonly T[], units: ReadonlyMap<number, Box>, from: { x: number; y: number } | null, room: Box | null): (T & { x: number; y: number; at: { x: number; y: number } })[] {
  const taken = [...units.values()];
  const found = [];
  for (const plate of wanted) {
    const home = units.get(plate.unit);
    if (!home) continue;
    const at = { x: (home.x0 + home.x1) / 2, y: (home.y0 + home.y1) / 2 };
    const away = from ? Math.atan2(at.y - from.y, at.x - from.x) : -Math.PI / 2;
    const spots = RINGS.flatMap((gap) =>
      TURNS.map((_, i) => {
        const aside = (i % 2 ? -1 : 1) * TURNS[Math.ceil(i / 2)]!;
        const [dx, dy] = [Math.cos(away + aside), Math.sin(away + aside)];
        // just so far that the two boxes are clear of each other along one axis
        const clear = (sizes: number, part: number): number => (sizes / 2 + gap) / Math.max(1e-6, Math.abs(part));
        const far = Math.min(clear(home.x1 - home.x0 + plate.w, dx), clear(home.y1 - home.y0 + plate.h, dy));
        const box = around(at.x + dx * far, at.y + dy * far, plate.w, plate.h);
        return { box, cost: off(box, at) + Math.abs(aside) * 8 };
      }),
    )
      .sort((a, b) => a.cost - b.cost)
      .map((spot) => spot.box);
    const inside = room ? spots.filter((spot) => spot.x0 >= room.x0 && spot.x1 <= room.x1 && spot.y0 >= room.y0 && spot.y1 <= room.y1) : spots;
    const places = inside.length ? inside : spots;
    const place = places[freest(places, taken)]!;
    taken.push(place);
    found.push({ ...plate, x: (place.x0 + place.x1) / 2, y: (place.y0 + place.y1) / 2, at });
  }
  return uncrossed(found, [...units.values()]);
}

type Laid = Plate & { x: number; y: number; at: { x: number; y: number } };

/** Two plates change places where that shortens their stalks and hides nothing. */
function uncrossed<T extends Laid>(laid: T[], taken: readonly Box[]): T[] {
  const stalk = (plate: T, to: { x: number; y: number }): number => Math.hypot(to.x - plate.at.x, to.y - plate.at.y);
  for (const [i, a] of laid.entries()) {
    for (const b of laid.slice(i + 1)) {
      if (stalk(a, b) + stalk(b, a) > stalk(a, a) + stalk(b, b) - 1) continue;
      const boxes = [around(b.x, b.y, a.w, a.h), around(a.x, a.y, b.w, b.h)];
      const others = [...taken, ...laid.filter((one) => one !== a && one !== b).map((one) => around(one.x, one.y, one.w, one.h))];
      if (overlap(boxes[0]!, boxes[1]!) > 0 || boxes.some((box) => others.some((one) => overlap(box, one) > 0))) continue;
      [a.x, a.y, b.x, b.y] = [b.x, b.y, a.x, a.y];
    }
  }
  return laid;
}
