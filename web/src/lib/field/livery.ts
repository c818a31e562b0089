/** Liveries as styles, and whose side is whose. */

import type { Board, Livery, Piece } from './wire';

/** How bright a colour is, 0 to 1. */
function bright(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** The colours of a livery for what is drawn inside; `size` is that of a figure against fifty. */
export function dressed(wear: Livery | undefined, size: number): string {
  if (!wear) return `--fs:${size}`;
  const { coat, facings, legs, crown, plume, belts, pack, plate, skin, horse, shield } = wear;
  const given = { coat, facings, legs, crown, plume, belts, pack, plate, skin, horse, shield: shield?.[0], hide: shield?.[1], line: bright(coat) > 0.3 ? '#25232a' : '#fffdf2' };
  return `--fs:${size}${Object.entries(given).map(([name, value]) => (value ? `;--w-${name}:${value}` : '')).join('')}`;
}

const closets = new WeakMap<Board, Map<string, Livery>>();

export function wearOf(board: Board, piece: Piece): Livery | undefined {
  let closet = closets.get(board);
  if (!closet) closets.set(board, (closet = new Map((board.liveries ?? []).map((one) => [one.key, one]))));
  const worn = piece.livery ?? '';
  if (worn.includes('/') && !closet.has(worn)) closet.set(worn, recoloured(closet, worn));
  return closet.get(worn);
}

const PLAIN: Livery = { key: '', coat: '#8d8c86', facings: '#efe9db' };

/** Cloth of a list's own over a livery: its key, coat and facings, each after a stroke; what is left out stays. */
function recoloured(closet: Map<string, Livery>, worn: string): Livery {
  const [key, coat, facings] = worn.split('/');
  const base = closet.get(key ?? '') ?? PLAIN;
  return { ...base, key: worn, coat: coat || base.coat, facings: facings || base.facings };
}

/** The sides' colours, for everything that is told by them. */
export function banners(board: Pick<Board, 'armies'>): [string, string][] {
  return (board.armies ?? []).slice(0, 2).map((army, i): [string, string] => [`--army-${i}`, army.colour]);
}
