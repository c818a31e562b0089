/** Places of the map that may be chosen: hexes, sections of buildings, zones. */

import { inside } from './geometry';
import type { Area, Board, Offer } from './wire';

type Key = number | string;

/**
 * What the offers let be chosen on the map, a unit being chosen already where they want one first. Of several offers the
 * first has the map: the others want their verb chosen, so that a click never does what it does not show.
 */
export function cellsOf(offers: readonly Offer[], unit: number | null | undefined): Set<unknown> {
  for (const offer of offers) {
    if (offer.pick === 'cell' && !offer.units) return new Set<unknown>(offer.ids);
    const seconds = offer.pick === 'pair' && offer.to === 'cell' ? offer.from.find(([first]) => first === unit)?.[1] : undefined;
    if (seconds) return new Set<unknown>(seconds);
  }
  return new Set();
}

/** How an offer may call an area: by its cell, its name or its kind. */
function keyOf(area: Area, cells: ReadonlySet<unknown>): Key | null {
  for (const key of [area.cell, area.label, area.kind]) if (key !== null && key !== undefined && key !== '' && cells.has(key)) return key;
  return null;
}

/** The areas on offer, each with what the offer calls it. */
export function offered(areas: readonly Area[], cells: ReadonlySet<unknown>): { key: Key; area: Area }[] {
  if (cells.size === 0) return [];
  return areas.flatMap((area) => {
    const key = keyOf(area, cells);
    return key === null ? [] : [{ key, area }];
  });
}

/** What is on offer at a point of the table; null if nothing is. */
export function cellAt(areas: readonly Area[], cells: ReadonlySet<unknown>, x: number, y: number): Key | null {
  return offered(areas, cells).find(({ area }) => inside(area.poly, x, y))?.key ?? null;
}

/** The outline of a place. */
export function placeOf(board: Board, cell: unknown): Area | null {
  return board.areas?.find((area) => area.cell !== undefined && area.cell !== null && area.cell === cell) ?? null;
}
