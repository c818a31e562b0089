/** Where the bar beside the ghost goes. */

import type { Camera } from './camera.svelte';
import { art } from './figures';
import type { Piece, Pose } from './wire';

export interface BarAt {
  x: number;
  y: number;
  /** y is the foot of the bar, not its head */
  above: boolean;
}

/** On the side away from where the unit stands; under the ring of a shot, `ring` being its radius. */
export function beside(piece: Piece, pose: Pose, cam: Camera, H: number, ring: number | null): BarAt {
  const [x, y] = cam.toScreen(pose[0], H - pose[1]);
  if (ring !== null) return { x, y: y + ring * cam.z + 26, above: false };
  const a = art(piece).box;
  const r = Math.min(Math.hypot(Math.max(-a.x0, a.x1), Math.max(-a.y0, a.y1)) * cam.z, 110) + 48;
  const above = pose[1] > piece.pose[1] + 100;
  return { x, y: above ? y - r : y + r - 20, above };
}
