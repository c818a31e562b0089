/** Where to look from near: the place of a table where both armies are seen at once, if there is one. */

import type { Board, Piece } from '../../field/wire';

/** The corner of a window of that size, inside the table, with as much of both sides in it as may be. */
export function closeup(board: Pick<Board, 'width' | 'height'>, pieces: readonly Piece[], width: number, height: number): [number, number] {
  const [w, h] = [Math.min(width, board.width), Math.min(height, board.height)];
  const corner = (x: number, y: number): [number, number] => [Math.min(Math.max(x - w / 2, 0), board.width - w), Math.min(Math.max(y - h / 2, 0), board.height - h)];
  const middles = pieces.flatMap((one, i) => pieces.slice(i).map((other): [number, number] => [(one.pose[0] + other.pose[0]) / 2, (one.pose[1] + other.pose[1]) / 2]));
  let [best, most] = [corner(board.width / 2, board.height / 2), -1];
  for (const [x, y] of middles) {
    const at = corner(x, y);
    const seen = [0, 0];
    for (const { pose, side, figures } of pieces) {
      // Whoever stands well inside counts, by how many they are.
      const inside = Math.min(pose[0] - at[0], at[0] + w - pose[0], (pose[1] - at[1]) * 2, (at[1] + h - pose[1]) * 2) > Math.min(w, h) * 0.12;
      if (inside) seen[side % 2]! += Math.max(figures ?? 1, 1);
    }
    const worth = seen[0]! + seen[1]! + 6 * Math.min(...seen);
    if (worth > most) [best, most] = [at, worth];
  }
  return best;
}
