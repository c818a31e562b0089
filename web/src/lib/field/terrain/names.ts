/** Where the names of places are written. */

import { axis, bounds, inside, length, toEdge } from '../geometry';
import { middle } from './edges';
import { round } from './ink';
import type { Label, Sheet } from './sheet';

/** An angle at which text can be read. */
export const upright = (deg: number): number => {
  const d = ((deg % 180) + 180) % 180;
  return d >= 90 ? d - 180 : d;
};

export function labels(s: Sheet): Label[] {
  const found: Label[] = [];
  const seen = new Set<string>();
  for (const { area, poly } of s.areas) {
    if (!area.label || seen.has(area.label)) continue;
    const mates = s.areas.filter((o) => o.area.label === area.label);
    if (mates.length > 1) seen.add(area.label);
    const a = axis(poly);
    const strip = a.long > a.short * 2.2;
    let angle = strip || (poly.length === 4 && Math.abs(a.angle) < 30) ? upright(a.angle) : 0;
    let [x, y] = a.centre;
    const b = bounds(poly);
    if (area.look === 'village' || area.look === 'house' || area.look === 'wood') {
      // Beneath, where no unit inside hides it.
      y = b.y1 + s.m * 0.62;
      if (y > s.height - s.m * 0.3) y = b.y0 - s.m * 0.3;
    } else if (area.look === 'work' && a.long > s.m * 8) {
      // Inside, clear of the walls and of the middle.
      [x, y] = [x - (x - b.x0) * 0.45, y - (y - b.y0) * 0.55];
    }
    if ((area.look === 'road' || area.look === 'water') && strip) {
      // Along it, but away from crossings: the place on its middle line that is freest.
      const spine = middle(poly);
      const half = Math.min(0.5, (area.label.length * s.m * 0.3) / Math.max(1, a.long));
      let best = -1;
      for (const want of [0.78, 0.22, 0.66, 0.34, 0.86, 0.14]) {
        const t = Math.min(1 - half, Math.max(half, want));
        const k = Math.min(spine.length - 2, Math.round(t * (spine.length - 1) - 0.5));
        const [p, q] = [spine[k]!, spine[k + 1]!];
        const [px, py] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
        const near = s.areas.reduce((d, o) => (o.poly === poly || o.area.look === 'hill' || o.area.look === 'open' ? d : inside(o.poly, px, py) ? 0 : Math.min(d, toEdge(o.poly, px, py))), s.m * 5);
        if (near > best + s.m * 0.5) {
          best = near;
          [x, y] = [px, py];
          angle = upright((Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI);
        }
      }
    }
    found.push({ x: round(x), y: round(y), angle: round(angle), text: area.label, look: area.look, long: a.long, short: a.short, ...(strip ? {} : { box: b }) });
  }
  for (const { rail, points } of s.rails) {
    if (!rail.label || rail.look === 'gate' || s.areas.some((p) => p.area.label === rail.label)) continue;
    const k = Math.floor((points.length - 1) / 2);
    const [a, b] = [points[k]!, points[k + 1] ?? points[k]!];
    const angle = upright((Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI);
    const up = (angle * Math.PI) / 180;
    found.push({ x: round((a[0] + b[0]) / 2 + Math.sin(up) * s.m * 0.42), y: round((a[1] + b[1]) / 2 - Math.cos(up) * s.m * 0.42), angle: round(angle), text: rail.label, look: rail.look === 'stream' ? 'water' : 'rail', long: length(points), short: s.m * 1.5 });
  }
  return found;
}
