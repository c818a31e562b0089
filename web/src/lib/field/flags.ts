/** Flags as a pattern and its colours, blown by a light wind: one unit wide, two thirds high, the pole at the left. */

export interface Cloth {
  d: string;
  fill: string;
}

type At = readonly [number, number];
const H = 0.66;
const n = (v: number): string => String(Math.round(v * 100) / 100);
const blown = ([u, v]: At): string => `${n(u)} ${n(v * H - Math.sin(u * 5.2) * 0.07)}`;

/** A straight-edged shape of the flag, bent with it. */
function piece(...corners: At[]): string {
  const points: string[] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    const steps = Math.max(1, Math.ceil(Math.abs(b[0] - a[0]) / 0.17));
    for (let k = 0; k < steps; k++) points.push(blown([a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps]));
  });
  return `M${points.join('L')}Z`;
}

const box = (u0: number, v0: number, u1: number, v1: number): string => piece([u0, v0], [u1, v0], [u1, v1], [u0, v1]);
const cross = (k: number): string => box(0.5 - k * H, 0, 0.5 + k * H, 1) + box(0, 0.5 - k, 1, 0.5 + k);
const saltire = (k: number): string =>
  piece([0, 0], [k, 0], [1, 1 - k], [1, 1], [1 - k, 1], [0, k]) + piece([1, 0], [1, k], [k, 1], [0, 1], [0, 1 - k], [1 - k, 0]);

export const WHOLE = box(0, 0, 1, 1);

/** The parts of a flag, the lowest first. */
export function flag(cloth: readonly string[]): Cloth[] {
  const [pattern, a = '#efe9db', b = a, c = b] = cloth;
  switch (pattern) {
    case 'thirds':
      return [{ d: box(0, 0, 1 / 3, 1), fill: a }, { d: box(1 / 3, 0, 2 / 3, 1), fill: b }, { d: box(2 / 3, 0, 1, 1), fill: c }];
    case 'bands':
      return [{ d: box(0, 0, 1, 1 / 3), fill: a }, { d: box(0, 1 / 3, 1, 2 / 3), fill: b }, { d: box(0, 2 / 3, 1, 1), fill: c }];
    case 'halves':
      return [{ d: box(0, 0, 0.5, 1), fill: a }, { d: box(0.5, 0, 1, 1), fill: b }];
    case 'cross':
      return [{ d: WHOLE, fill: a }, { d: cross(0.14), fill: b }];
    case 'saltire':
      return [{ d: WHOLE, fill: a }, { d: saltire(0.16), fill: b }];
    case 'union':
      return [{ d: WHOLE, fill: a }, { d: saltire(0.14) + cross(0.2), fill: b }, { d: cross(0.11), fill: c }];
    case 'border':
      return [{ d: WHOLE, fill: b }, { d: box(0.13, 0.2, 0.87, 0.8), fill: a }];
    case 'disc':
      return [{ d: WHOLE, fill: a }, { d: `M0.3 ${n(H / 2)}a0.2 0.2 0 1 0 0.4 0a0.2 0.2 0 1 0 -0.4 0Z`, fill: b }];
    default:
      return [{ d: WHOLE, fill: a }];
  }
}
