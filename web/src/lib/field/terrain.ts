/**
 * A board turned into ink: paths by class, in the manner of a hand-coloured staff map. Everything is worked out once for a
 * board, from its shapes alone, so that the same table always looks the same. Coordinates are the screen's (y down).
 */

import { area as areaOf, bounds, ring } from './geometry';
import { DRAW, grass } from './terrain/grounds';
import { joined } from './terrain/ink';
import { labels } from './terrain/names';
import { drawRail } from './terrain/rails';
import type { Chart, Ink, Sheet } from './terrain/sheet';
import { styleOf } from './terrain/wild';
import type { Area, AreaLook, Board, Point, Rail } from './wire';

export type { Chart, Ink, Label, Patch } from './terrain/sheet';

const ORDER: readonly AreaLook[] = ['open', 'hill', 'field', 'work', 'water', 'marsh', 'road', 'bridge', 'village', 'house', 'wood', 'zone'];

/** How large ordinary things are on a board, in its hundredths. */
export const ordinary = (board: Pick<Board, 'width' | 'height'>): number => Math.sqrt(board.width * board.height) / 58.8;

const known = new WeakMap<Board, Chart>();

/** Draw a board; once. */
export function chart(board: Board): Chart {
  let found = known.get(board);
  if (!found) known.set(board, (found = draw(board, board.areas ?? [], board.rails ?? [], true)));
  return found;
}

/** Draw things that come and go (`view.extra`) in the same hand. */
export function draw(board: Board, areas: readonly Area[], rails: readonly Rail[], ground = false): Chart {
  const scale = ordinary(board) / 100;
  const [m, width, height] = [100, board.width / scale, board.height / scale];
  const flip = (p: Point): Point => [p[0] / scale, height - p[1] / scale];
  const sheet: Sheet = {
    m,
    width,
    height,
    areas: areas
      .filter((a) => a.poly.length > 2)
      .map((area) => {
        const poly = area.poly.map(flip);
        if (areaOf(poly) < 0) poly.reverse();
        return { area, poly, box: bounds(poly), d: ring(poly) };
      }),
    rails: rails.filter((r) => r.points.length > 1).map((rail) => ({ rail, points: rail.points.map(flip) })),
    free: board.kind !== 'hex',
  };
  const under: Ink[] = [];
  const over: Ink[] = [];
  if (ground) under.push(...grass(sheet));
  for (const look of ORDER) {
    for (const patch of sheet.areas) if (patch.area.look === look) under.push(...DRAW[styleOf(patch.area)](patch, sheet));
  }
  const brooks = sheet.rails.filter((r) => r.rail.look === 'stream');
  const wet = under.findLastIndex((i) => /^(water|shore|ripple|hill|hachure|field|paddy|bund|plot|furrow|grass)/.test(i.cls)) + 1;
  under.splice(wet, 0, ...brooks.flatMap(({ rail, points }) => drawRail(rail, points, [], sheet)));
  if (board.kind === 'hex') under.push({ cls: 'hex', d: sheet.areas.map((p) => p.d).join('') });
  const gates = sheet.rails.filter((r) => r.rail.look === 'gate').map((r) => r.points);
  for (const { rail, points } of sheet.rails) if (rail.look !== 'stream') over.push(...drawRail(rail, points, gates, sheet));
  return { scale, width, height, under: joined(under), over: joined(over), labels: labels(sheet), lines: sheet.rails.filter((r) => r.rail.look !== 'gate').map((r) => r.points) };
}
