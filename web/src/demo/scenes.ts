/** Scenes made by hand: every look of the ground, a hex map, and a table of 2,400 figures to measure frames on. */

import { rng } from '../lib/field/geometry';
import type { Area, Board, Piece, Point, Pose, Rail, View } from '../lib/field/wire';

const box = (x: number, y: number, w: number, h: number, facing = 0): Point[] => {
  const a = (facing * Math.PI) / 1800;
  const [c, s] = [Math.cos(a), Math.sin(a)];
  return ([[-w / 2, h / 2], [w / 2, h / 2], [w / 2, -h / 2], [-w / 2, -h / 2]] as Point[]).map(([r, f]) => [
    Math.round(x + r * c + f * s),
    Math.round(y - r * s + f * c),
  ]);
};

const blob = (x: number, y: number, rx: number, ry: number, seed: number, n = 14): Point[] => {
  const random = rng(seed);
  return Array.from({ length: n }, (_, i) => {
    const a = (i / n) * 2 * Math.PI;
    const k = 0.78 + random() * 0.4;
    return [Math.round(x + Math.cos(a) * rx * k), Math.round(y + Math.sin(a) * ry * k)] as Point;
  });
};

/** A strip along a bending line. */
const strip = (line: Point[], wide: number): Point[] => {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], i) => {
    const [ax, ay] = line[Math.max(0, i - 1)]!;
    const [bx, by] = line[Math.min(line.length - 1, i + 1)]!;
    const l = Math.hypot(bx - ax, by - ay) || 1;
    left.push([Math.round(x - ((by - ay) / l) * wide), Math.round(y + ((bx - ax) / l) * wide)]);
    right.push([Math.round(x + ((by - ay) / l) * wide), Math.round(y - ((bx - ax) / l) * wide)]);
  });
  return [...left, ...right.reverse()];
};

const wave = (from: Point, to: Point, swing: number, n: number): Point[] =>
  Array.from({ length: n + 1 }, (_, i) => {
    const t = i / n;
    const s = Math.sin(t * Math.PI * 2.2) * swing;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const l = Math.hypot(dx, dy);
    return [from[0] + dx * t - (dy / l) * s, from[1] + dy * t + (dx / l) * s];
  });

const area = (look: Area['look'], poly: Point[], label = '', kind: string = look): Area => ({ kind, look, poly, label });
const rail = (look: Rail['look'], points: Point[], label = ''): Rail => ({ kind: look, look, points, label });

export const sampler: Board = {
  kind: 'table',
  width: 7200,
  height: 4800,
  unit: 'inch',
  areas: [
    area('hill', blob(1500, 3500, 1250, 850, 5, 18), 'Signal Hill'),
    area('hill', blob(5900, 1000, 900, 620, 9, 16), 'the knoll'),
    area('water', strip(wave([0, 2100], [7200, 2500], 260, 26), 150), 'the river Leine'),
    area('road', strip(wave([3300, 0], [3900, 4800], 160, 22), 85), 'the high road'),
    area('road', strip(wave([3620, 1400], [7200, 1500], -90, 14), 70), ''),
    area('bridge', box(3690, 2310, 420, 420, 120), 'Stone Bridge'),
    area('wood', blob(5700, 3700, 1000, 650, 21, 20), "King's Wood"),
    area('wood', blob(900, 900, 520, 430, 33), ''),
    area('marsh', blob(2200, 1500, 640, 330, 12), 'the moss'),
    area('field', box(2700, 3900, 1000, 700, 120), 'rye'),
    area('field', box(5000, 2900, 800, 500, 3450), '', 'paddy'),
    area('village', box(4400, 900, 1100, 900, 40), 'Holzhausen'),
    area('work', [[2500, 2700], [3200, 2700], [3350, 3050], [2850, 3350], [2350, 3050]], 'the redoubt'),
    area('water', blob(6700, 3000, 330, 260, 2), 'mill pond'),
    area('zone', box(700, 200, 1300, 380), 'zone'),
    area('water', strip([[6200, 2420], [6500, 2700], [6600, 2900]], 40), ''),
  ],
  rails: [
    rail('bank', [[2500, 2700], [3200, 2700], [3350, 3050], [2850, 3350], [2350, 3050], [2500, 2700]]),
    rail('gate', [[2700, 2700], [3000, 2700]]),
    rail('wall', [[4900, 1400], [5000, 500], [4000, 300]], 'park wall'),
    rail('hedge', [[2000, 4400], [3300, 4500], [3450, 3700]]),
    rail('stream', wave([0, 300], [2600, 1300], 120, 16), 'Mill brook'),
    rail('edge', [[6300, 4700], [7000, 4100]]),
  ],
};

function line(id: number, side: number, name: string, arm: string, glyph: string, pose: Pose, cols: number, rows: number, figures: number, full: number, extra: Partial<Piece> = {}): Piece {
  const deep = glyph === 'H' ? 150 : 100;
  const bases: Point[][] = [];
  const a = (pose[2] * Math.PI) / 1800;
  const [c, s] = [Math.cos(a), Math.sin(a)];
  const each = Math.ceil(full / (cols * rows));
  for (let r = 0; r < rows; r++)
    for (let k = 0; k < cols; k++) {
      if ((r * cols + k) * each >= figures) continue;
      const [right, fwd] = [(k - (cols - 1) / 2) * 100, ((rows - 1) / 2 - r) * deep];
      bases.push(box(pose[0] + right * c + fwd * s, pose[1] - right * s + fwd * c, 100, deep, pose[2]));
    }
  return { id, side, name, arm, glyph, pose, footprint: box(pose[0], pose[1], cols * 100, rows * deep, pose[2]), bases, figures, full, ...extra };
}

export const samplerView: View = {
  side: 0,
  sides: ['Hanover', 'Westphalia'],
  pieces: [
    line(1, 0, '1st Line', 'foot', 'F', [1800, 2950, 1500], 8, 1, 13, 16, { tags: [{ words: 'in cover', cite: '4.2', tone: 'good' }] }),
    line(2, 0, 'Cuirassiers', 'horse', 'H', [800, 2700, 1350], 4, 2, 16, 16),
    line(3, 0, 'Foot battery', 'gun', 'A', [2850, 3000, 1700], 1, 1, 4, 4, { bases: [box(2850, 3000, 200, 200, 1700)], footprint: box(2850, 3000, 200, 200, 1700) }),
    line(4, 0, 'Brigadier', 'general', '*', [1500, 3300, 1350], 1, 1, 1, 1, { leader: true }),
    line(5, 1, 'Grenadiers', 'foot', 'F', [4400, 1800, 3300], 4, 4, 29, 32, { tags: [{ words: '2 markers', cite: '8.1', tone: 'bad' }, { words: 'moved', cite: '3.1' }] }),
    line(6, 1, 'Voltigeurs', 'foot', 'F', [5300, 2350, 3150], 6, 1, 12, 12, { front: false }),
    line(7, 1, 'Lancers', 'horse', 'H', [6300, 1500, 3000], 6, 1, 9, 12, { tags: [{ words: 'unformed', cite: '6.3', tone: 'bad' }] }),
  ],
};

const HEX = 300;
export const hexes: Board = (() => {
  const random = rng(7);
  const areas: Area[] = [];
  const [nx, ny] = [13, 9];
  for (let q = 0; q < nx; q++)
    for (let r = 0; r < ny; r++) {
      const [x, y] = [HEX + q * HEX * 1.5, HEX * 0.9 + (r + (q % 2) / 2) * HEX * Math.sqrt(3)];
      const poly = Array.from({ length: 6 }, (_, i): Point => [Math.round(x + HEX * Math.cos((i * Math.PI) / 3)), Math.round(y + HEX * Math.sin((i * Math.PI) / 3))]);
      const k = random();
      const look: Area['look'] = r === 4 ? 'water' : k < 0.13 ? 'wood' : k < 0.23 ? 'hill' : k < 0.29 ? 'village' : k < 0.36 ? 'field' : k < 0.4 ? 'marsh' : 'open';
      areas.push(area(look, poly));
    }
  return { kind: 'hex', width: HEX * (nx * 1.5 + 0.5), height: Math.round(HEX * Math.sqrt(3) * (ny + 0.55)), unit: 'hex', areas };
})();
export const hexView: View = {
  sides: ['North', 'South'],
  pieces: [0, 1, 2, 3].flatMap((k) => [
    line(k, 0, `Regiment ${k}`, 'foot', 'F', [1200 + k * 900, Math.round(HEX * 0.9 + 1.5 * HEX * Math.sqrt(3)), 0], 3, 2, 10 - k, 12),
    line(10 + k, 1, `Horse ${k}`, 'horse', 'H', [1200 + k * 900, Math.round(HEX * 0.9 + 6 * HEX * Math.sqrt(3)), 1800], 3, 1, 6, 6),
  ]),
};

/** 100 units of 24 figures. */
export const bench: View = (() => {
  const random = rng(24);
  const pieces: Piece[] = [];
  for (let i = 0; i < 100; i++) {
    const side = i < 50 ? 0 : 1;
    const k = i % 50;
    const [col, row] = [k % 10, Math.floor(k / 10)];
    const x = 420 + col * 700 + Math.round((random() - 0.5) * 60);
    const y = side ? 4500 - row * 400 : 300 + row * 400;
    const horse = k % 7 === 3;
    const face = Math.round((side ? 1800 : 0) + (random() - 0.5) * 160);
    pieces.push(
      line(i, side, `${side ? 'Red' : 'Blue'} ${k + 1}.`, horse ? 'horse' : 'foot', horse ? 'H' : 'F', [x, y, (face + 3600) % 3600], 6, 2, 24, 24, {
        tags: k % 5 === 0 ? [{ words: '1 marker', cite: '8', tone: 'bad' }] : [],
      }),
    );
  }
  return { side: 0, sides: ['Blue', 'Red'], pieces };
})();
