/** Liveries as styles, and whose side is whose. */

import type { Board, Livery, Piece } from './wire';

/** The colours of a livery for what is drawn inside; `size` is that of a figure against fifty. */
export function dressed(wear: Livery | undefined, size: number): string {
  if (!wear) return `--fs:${size}`;
  const { coat, facings, legs, crown, plume, belts, pack, plate, skin, horse, shield } = wear;
  const given = { coat, facings, legs, crown, plume, belts, pack, plate, skin, horse, shield: shield?.[0], hide: shield?.[1] };
  return `--fs:${size}${Object.entries(given).map(([name, value]) => (value ? `;--w-${name}:${value}` : '')).join('')}`;
}

const closets = new WeakMap<Board, Map<string, Livery>>();

export function wearOf(board: Board, piece: Piece): Livery | undefined {
  let closet = closets.get(board);
  if (!closet) closets.set(board, (closet = new Map((board.liveries ?? []).map((one) => [one.key, one]))));
  return closet.get(piece.livery ?? '');
}

/** The sides' colours, for everything that is told by them. */
export function banners(board: Pick<Board, 'armies'>): [string, string][] {
  return (board.armies ?? []).slice(0, 2).map((army, i): [string, string] => [`--army-${i}`, army.colour]);
}
