import { describe, expect, it } from 'vitest';
import { armOf, art, figures, places, seen } from './figures';
import { flag } from './flags';
import { HEADS } from './figures/heads';
import { dressed, wearOf } from './livery';
import type { Board, Headgear, Livery, Piece, Point } from './wire';

const box = (x: number, y: number, w: number, h: number): Point[] => [
  [x - w / 2, y + h / 2],
  [x + w / 2, y + h / 2],
  [x + w / 2, y - h / 2],
  [x - w / 2, y - h / 2],
];
const piece = (more: Partial<Piece> = {}): Piece => ({
  id: 1,
  side: 0,
  name: 'Line',
  arm: 'foot',
  glyph: 'F',
  pose: [1000, 1000, 0],
  footprint: box(1000, 1000, 300, 100),
  bases: [box(900, 1000, 100, 100), box(1000, 1000, 100, 100), box(1100, 1000, 100, 100)],
  figures: 6,
  full: 6,
  ...more,
});
const count = (p: Piece, cls: string): number => (figures(p).find((f) => f.cls === cls)?.d.match(/M/g) ?? []).length;

describe('figures', () => {
  it('tells the arm by its word, then by its letter', () => {
    expect(armOf({ arm: 'heavy_gun', glyph: 'A' })).toBe('gun');
    expect(armOf({ arm: 'horse', glyph: 'H' })).toBe('horse');
    expect(armOf({ arm: 'horse', glyph: 'H', leader: true })).toBe('leader');
    expect(armOf({ arm: 'x', glyph: 'C' })).toBe('horse');
    expect(armOf({ arm: 'x', glyph: 'A' })).toBe('gun');
    expect(armOf({ arm: 'x', glyph: '?' })).toBe('other');
  });

  it('draws as many men as there are, and the gaps of those who fell', () => {
    expect(count(piece(), 'coat')).toBe(6);
    expect(count(piece({ figures: 5 }), 'coat')).toBe(5);
    expect(count(piece({ figures: 5 }), 'gone')).toBe(1);
    expect(count(piece({ arm: 'horse', glyph: 'H' }), 'mount')).toBe(6);
  });

  it('lays figures out over a footprint without bases', () => {
    expect(count(piece({ bases: [], figures: 24, full: 24 }), 'coat')).toBe(24);
    const cells = places([box(0, 0, 600, 200)], 24, 'foot');
    expect(new Set(cells.map((c) => `${c.x},${c.y}`)).size).toBe(24);
  });

  it('as many stand abreast as makes them largest', () => {
    expect(new Set(places([box(0, 0, 400, 100)], 6, 'foot').map((c) => c.y)).size).toBe(1);
    expect(new Set(places([box(0, 0, 100, 100)], 4, 'foot').map((c) => c.y)).size).toBe(2);
  });

  it('two men on a base stand side by side', () => {
    const cells = places([box(0, 0, 100, 100)], 2, 'foot');
    expect(cells[0]!.y).toBe(cells[1]!.y);
    expect(cells[0]!.x).toBeLessThan(cells[1]!.x);
  });

  it('tells the sides apart by shape: round corners, cut corners', () => {
    expect(art(piece()).stands).toContain('Q');
    expect(art(piece()).cut).not.toContain('Q');
  });

  const wear = (more: Partial<Livery>): Livery => ({ key: 'x', coat: '#b3232b', facings: '#dfb23c', ...more });
  const of = (more: Partial<Livery>, p: Piece = piece()): string[] => figures(p, wear(more)).map((f) => f.cls);

  it('gives every kind of headgear a shape of its own', () => {
    const hats = (Object.keys(HEADS) as Headgear[]).map((head) => figures(piece(), wear({ head })).filter((f) => f.cls === 'hat' || f.cls === 'brim' || f.cls === 'fold').map((f) => f.d).join());
    expect(new Set(hats).size).toBe(hats.length);
    expect(hats.every((d) => d.length > 20)).toBe(true);
  });

  it('draws what a livery names and nothing else', () => {
    expect(of({ shield: ['#ffffff', '#000000'], weapon: 'spear' })).toEqual(expect.arrayContaining(['shield', 'hide', 'steel']));
    expect(of({ pack: '', belts: '', weapon: 'none' })).not.toEqual(expect.arrayContaining(['pack']));
    expect(of({ pack: '', belts: '', weapon: 'none' }).some((cls) => ['arms', 'steel', 'belt'].includes(cls))).toBe(false);
    const rider = piece({ arm: 'horse', glyph: 'H' });
    expect(of({ weapon: 'lance' }, rider)).toContain('pennon');
    expect(of({ weapon: 'sabre' }, rider)).not.toContain('pennon');
    expect(of({ plate: '#b7c1c8' }, rider)).toContain('plate');
    expect(dressed(wear({ plume: '' }), 1)).toBe('--fs:1;--w-coat:#b3232b;--w-facings:#dfb23c;--w-line:#fffdf2');
  });

  it('lays cloth of a list’s own over a livery', () => {
    const board = { liveries: [wear({ legs: '#efe9db' })] } as unknown as Board;
    const worn = (livery: string): Livery | undefined => wearOf(board, piece({ livery }));
    expect(worn('x/#1f6a70/')).toMatchObject({ coat: '#1f6a70', facings: '#dfb23c', legs: '#efe9db' });
    expect(worn('x//#294b98')).toMatchObject({ coat: '#b3232b', facings: '#294b98' });
    expect(worn('/#1f6a70/#294b98')).toMatchObject({ coat: '#1f6a70', facings: '#294b98' });
    expect(worn('x')).toMatchObject({ coat: '#b3232b' });
    expect(worn('')).toBeUndefined();
  });

  it('draws less of a man the smaller he is: far off he is his coat', () => {
    const at = (size: number): string[] => figures(piece(), wear({})).filter((f) => seen(f, size)).map((f) => f.cls);
    expect(at(8)).toEqual(expect.arrayContaining(['body', 'poll']));
    expect(at(8)).not.toContain('hat');
    expect(at(13)).toEqual(expect.arrayContaining(['coat', 'hat']));
    expect(at(13)).not.toContain('belt');
    expect(at(30)).toContain('belt');
    expect(at(30)).not.toContain('body');
  });

  it('draws flags by their pattern', () => {
    expect(flag(['thirds', 'a', 'b', 'c']).map((part) => part.fill)).toEqual(['a', 'b', 'c']);
    expect(flag(['union', 'a', 'b', 'c'])).toHaveLength(3);
    expect(flag(['nonsense', 'a'])).toHaveLength(1);
  });

  it('is drawn once for every place it stands', () => {
    const moved = piece({ pose: [2000, 500, 0], footprint: box(2000, 500, 300, 100), bases: [1900, 2000, 2100].map((x) => box(x, 500, 100, 100)) });
    expect(art(moved)).toBe(art(piece()));
  });

  it('shows a front only where there is one', () => {
    expect(art(piece()).front).not.toBe('');
    expect(art(piece({ front: false })).front).toBe('');
    expect(art(piece()).box).toEqual({ x0: -150, y0: -50, x1: 150, y1: 50 });
  });

  it('gives a gun its crew', () => {
    const gun = piece({ arm: 'field_gun', glyph: 'A', bases: [], footprint: box(1000, 1000, 200, 200), figures: 3, full: 4 });
    expect(count(gun, 'coat')).toBe(3);
    expect(count(gun, 'gone')).toBe(1);
    expect(count(gun, 'iron')).toBe(2);
  });

  const disc = (x: number, y: number, r: number): Point[] => Array.from({ length: 16 }, (_, i): Point => [x + r * Math.sin((i * Math.PI) / 8), y + r * Math.cos((i * Math.PI) / 8)]);
  const singly = (stands: Piece['stands'], more: Partial<Piece> = {}): Piece =>
    piece({ stands, bases: stands!.map((_, i) => disc(900 + 200 * i, 1000, 100)), figures: stands!.length, full: stands!.length, ...more });

  it('puts one gun among its crew, each man on a base of his own', () => {
    const gun = singly(['man', 'man', 'man', 'gun'], { arm: 'gun', glyph: 'A', figures: 3, full: 3 });
    expect(count(gun, 'coat')).toBe(3);
    expect(count(gun, 'brass')).toBe(1);
  });

  it('tells the few from the many', () => {
    const unit = singly(['man', 'flag', 'musician', 'guide', 'officer']);
    expect(count(unit, 'coat')).toBe(5);
    for (const mark of ['colour', 'drum', 'steel']) expect(count(unit, mark)).toBeGreaterThan(0);
    expect(figures(singly(['man', 'man'])).some((f) => f.cls === 'drum')).toBe(false);
  });

  it('draws round bases round, and wagons as wagons', () => {
    expect(art(singly(['man'])).stands).toContain('a');
    expect(art(piece()).stands).not.toContain('a');
    expect(count(singly(['wagon'], { arm: 'wagon', glyph: 'W' }), 'canvas')).toBe(1);
  });
});
