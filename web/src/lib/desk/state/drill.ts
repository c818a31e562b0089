// Orders of the drill-book as places to make for: full ahead, face the enemy, follow, line up.

import type { Piece } from '../../types';
import { bearing } from '../words';

type Pose = readonly [number, number, number];

/** Ahead, aside and turned by so much, as the unit itself sees it. */
export interface Bearing {
  ahead: number;
  aside: number;
  turn: number;
}

/** Farther than anybody goes in one move; the rules say how far it really is. */
const FAR = 4800;
/** Behind whom one follows, from middle to middle. */
const BEHIND = 300;
/** How far off his line a friend ahead may stand, for each hundredth he is ahead. */
const SLANT = 0.7;

const radians = (facing: number): number => (facing / 1800) * Math.PI;
const circle = (facing: number): number => ((Math.round(facing) % 3600) + 3600) % 3600;

/** Where a pose comes to that goes so far ahead and aside, and turns. */
export function moved(pose: Pose, { ahead, aside, turn }: Bearing): Pose {
  const angle = radians(pose[2]);
  return [Math.round(pose[0] + ahead * Math.sin(angle) + aside * Math.cos(angle)), Math.round(pose[1] + ahead * Math.cos(angle) - aside * Math.sin(angle)), circle(pose[2] + turn)];
}

export const fullAhead = (pose: Pose): Pose => moved(pose, { ahead: FAR, aside: 0, turn: 0 });

/** Turned to the nearest of these. */
export function lookAt(pose: Pose, foes: readonly Pose[]): Pose | null {
  const near = [...foes].sort((a, b) => far(pose, a) - far(pose, b))[0];
  return near ? [pose[0], pose[1], circle(bearing([pose[0], pose[1]], [near[0], near[1]]))] : null;
}

/** Behind the nearest friend who stands ahead. */
export function follow(piece: Piece, friends: readonly Piece[]): Pose | null {
  const ahead = friends.filter(({ pose }) => {
    const { ahead: on, aside } = seen(piece.pose, pose);
    return on > BEHIND && Math.abs(aside) < SLANT * on;
  });
  const leader = ahead.sort((a, b) => far(piece.pose, a.pose) - far(piece.pose, b.pose))[0];
  return leader ? moved(leader.pose, { ahead: -BEHIND, aside: 0, turn: 0 }) : null;
}

/** Beside the nearest friend, front on the line of his. */
export function lineUp(piece: Piece, friends: readonly Piece[]): Pose | null {
  const mate = [...friends].sort((a, b) => far(piece.pose, a.pose) - far(piece.pose, b.pose))[0];
  if (!mate) return null;
  const { aside } = seen(mate.pose, piece.pose);
  return moved(mate.pose, { ahead: 0, aside, turn: 0 });
}

const far = (one: Pose, other: Pose): number => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** How one pose sees the place of another. */
function seen(from: Pose, to: Pose): { ahead: number; aside: number } {
  const angle = radians(from[2]);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return { ahead: dx * Math.sin(angle) + dy * Math.cos(angle), aside: dx * Math.cos(angle) - dy * Math.sin(angle) };
}
