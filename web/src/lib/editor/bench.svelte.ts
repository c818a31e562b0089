// The bench: one battle being changed, what was done to it, what the server says of it, and what the hand is about.

import { api, ApiError } from '../desk/net/api';
import { T } from '../desk/strings';
import { fellows, placed, postsOf } from './adapt';
import * as change from './battle';
import { heightOf, readMap, widthOf, type HexMap } from './hexes';
import { History } from './history';
import { HEAD, kindOf, same, sectionOf, type At, type Battle, type BattleLooked, type BattleKit, type Fault, type Field, type Kind, type Post, type Row } from './kit';
import { isShape, partsOf, sizeOf, touches, valueOf, type Part, type Point, type ShapeKind } from './shapes';
import type { Board, ScenarioDetail, View } from '../types';

export type Tool =
  | { what: 'draw'; kind: Kind }
  /** Another shape for a thing that is there already. */
  | { what: 'reshape'; at: At; field: Field }
  | { what: 'paint'; letter: string; words: string }
  | { what: 'road' | 'unroad'; field: string }
  | { what: 'toggle' | 'names'; field: string; words: string };

/** A shape on the table, and whose it is. */
export interface Thing {
  at: At;
  field: Field & { kind: ShapeKind };
  parts: Part[];
  role: string;
  /** Which side's; -1: nobody's. */
  side: number;
  open: boolean;
}

const WAIT = 150;
const ROLES: [RegExp, string][] = [
  [/zone|deploy/, 'zone'],
  [/arrival|entr|exit|home|edge/, 'edge'],
  [/score|prize|objective|goal|marker|area|crossroads/, 'goal'],
  [/terrain|ground/, 'ground'],
];

export class Bench {
  battle: Battle = $state.raw({});
  draft: BattleLooked | null = $state.raw(null);
  /** The last picture there was; while something is wrong there is no newer one. */
  picture: ScenarioDetail | null = $state.raw(null);
  /** The battle it was made of. */
  pictured: Battle | null = $state.raw(null);
  selected: At | null = $state.raw(null);
  piece: number | null = $state(null);
  tool: Tool | null = $state.raw(null);
  snap = $state(1);
  brush = $state(0);
  looking = $state(true);
  trouble = $state('');
  back = $state(false);
  forth = $state(false);

  #history: History<Battle>;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly kit: BattleKit,
    readonly book: string,
    battle: Battle,
    /** Told of every change. */
    readonly kept: (battle: Battle) => void,
  ) {
    this.battle = battle;
    this.#history = new History(battle);
  }

  // ---------------------------------------------------------------- what there is

  readonly hex: boolean = $derived.by(() => this.kit.head.some((field) => field.kind === 'map'));
  readonly mapField: string = $derived.by(() => this.kit.head.find((field) => field.kind === 'map')?.name ?? '');
  readonly map: HexMap = $derived(readMap(this.mapField ? this.battle[this.mapField] : ''));
  readonly table: Point = $derived(change.tableOf(this.battle));
  /** The table in hundredths. */
  readonly size: Point = $derived(this.hex ? [widthOf(Math.max(1, this.map.columns)), heightOf(Math.max(1, this.map.rows))] : [100 * this.table[0], 100 * this.table[1]]);
  readonly fits: boolean = $derived(!!this.picture && Math.abs(this.picture.board.width - this.size[0]) < 3 && Math.abs(this.picture.board.height - this.size[1]) < 3);
  /** The picture, or a bare table where there is none of this size. */
  readonly board: Board = $derived(
    this.fits && this.picture ? this.picture.board : { kind: this.hex ? 'hex' : 'table', width: Math.round(this.size[0]), height: Math.round(this.size[1]), unit: this.picture?.board.unit ?? (this.hex ? 'hex' : 'inch') },
  );
  readonly view: View = $derived.by(() => this.fits && this.picture ? this.picture.view : { book: this.book, scenario: '', side: null, sides: ['', ''], headline: '', pieces: [] });
  readonly posts: Record<string, Post> = $derived.by(() => postsOf(this.kit, this.battle, this.view));
  readonly faults: Fault[] = $derived.by(() => placed(this.kit, this.draft?.faults ?? []));
  /** What is drawn is not what is written: outlines have to do. */
  readonly plain: boolean = $derived(!this.fits || (this.draft !== null && this.draft.picture === null));

  readonly things: Thing[] = $derived.by(() => {
    const found: Thing[] = [];
    const look = (at: At, row: Row, fields: readonly Field[], title: string): void => {
      for (const field of fields) {
        if (!isShape(field.kind)) continue;
        const open = field.name === (kindOf(this.kit, at.section, row)?.shape ?? '') && change.openOf(this.kit, at.section, row);
        const parts = partsOf(field.kind, row[field.name], open);
        if (parts.length) found.push({ at, field: field as Thing['field'], parts, role: roleOf(sectionOf(this.kit, at.section)?.role, `${title} ${field.name}`), side: this.sideOf(row, at), open });
      }
    };
    look(HEAD, this.battle, this.kit.head, 'head');
    for (const section of this.kit.sections) change.rowsOf(this.battle, section.key).forEach((row, n) => look({ section: section.key, row: n }, row, section.fields, section.key));
    return found;
  });

  /** The shapes of what is chosen; a unit on the table is its own handle. */
  readonly chosen: Thing[] = $derived(this.things.filter((thing) => same(thing.at, this.selected) && (this.piece === null || thing.field.kind !== 'point')));

  sideOf(row: Row, at: At): number {
    if (at.section === 'side') return at.row ?? -1;
    return row.side ? change.rowsOf(this.battle, 'side').findIndex((side) => side.key === row.side || side.name === row.side) : -1;
  }

  post(piece: number | null): Post | null {
    return piece === null ? null : (this.posts[String(piece)] ?? null);
  }

  // ---------------------------------------------------------------- changing

  /** The battle is another; the same tag again and again is one step. */
  put(battle: Battle, tag = ''): void {
    if (battle === this.battle) return;
    this.#history.put(battle, tag);
    this.#now();
  }

  /** What is done next is a step of its own. */
  rest(): void {
    this.#history.rest();
  }

  undo(): void {
    if (!this.#history.back) return;
    this.#history.undo();
    this.#now();
  }

  redo(): void {
    if (!this.#history.forth) return;
    this.#history.redo();
    this.#now();
  }

  #now(): void {
    this.battle = this.#history.now;
    this.back = this.#history.back;
    this.forth = this.#history.forth;
    if (this.selected && this.selected.section && !change.rowAt(this.battle, this.selected)) this.selected = null;
    this.kept(this.battle);
    this.looking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), WAIT);
  }

  set(at: At, name: string, value: unknown, typed = false): void {
    this.put(change.withField(this.battle, this.kit, at, name, value), typed ? `${at.section}/${at.row}/${name}` : '');
  }

  reshape(thing: Pick<Thing, 'at' | 'field'>, parts: readonly Part[], tag = ''): void {
    this.put(change.withField(this.battle, this.kit, thing.at, thing.field.name, valueOf(thing.field.kind, parts)), tag);
  }

  add(section: string, row: Row): void {
    const [battle, at] = change.withNew(this.battle, this.kit, section, row);
    this.put(battle);
    this.choose(at);
  }

  /** A new thing of the palette, with its shape. */
  addKind(kind: Kind, shape: unknown): void {
    const section = sectionOf(this.kit, kind.section);
    if (!section) return;
    this.add(kind.section, { ...change.begun(this.battle, section, kind), [kind.shape]: shape });
  }

  remove(at: At): void {
    if (!at.section || sectionOf(this.kit, at.section)?.fixed) return;
    this.put(change.without(this.battle, this.kit, at));
    this.choose(null);
  }

  copy(at: At): void {
    const [battle, to] = change.doubled(this.battle, this.kit, at, this.snap || 1);
    this.put(battle);
    this.choose(to);
  }

  move(at: At, by: number): void {
    const [battle, to] = change.reordered(this.battle, at, by);
    this.put(battle);
    this.choose(to);
  }

  /** A piece stands elsewhere, or looks another way. */
  stand(piece: number, to: { at?: Point; facing?: number }, tag = ''): void {
    const post = this.post(piece);
    if (!post) return;
    const side = (id: number): number => this.view.pieces.find((one) => one.id === id)?.side ?? -1;
    let battle = this.battle;
    for (const one of fellows(battle, this.posts, post, side)) battle = change.posted(battle, this.kit, one, {});
    this.put(change.posted(battle, this.kit, post, to), tag);
  }

  // ---------------------------------------------------------------- choosing

  choose(at: At | null): void {
    this.rest();
    this.selected = at;
    this.piece = at ? this.pieceAt(at) : null;
  }

  choosePiece(piece: number | null): void {
    this.rest();
    this.piece = piece;
    const post = this.post(piece);
    this.selected = post ? change.postedAt(this.battle, post) : null;
  }

  pieceAt(at: At): number | null {
    const found = Object.entries(this.posts).find(([, post]) => same(change.postedAt(this.battle, post), at));
    return found ? Number(found[0]) : null;
  }

  /** The thing under a place: the smallest; pressed again, the next. */
  under(at: Point, near: number): At | null {
    const found = this.things
      .filter((thing) => thing.at.section && thing.parts.some((part) => touches(part, at, near)))
      .sort((a, b) => sizeOf(a.parts) - sizeOf(b.parts))
      .map((thing) => thing.at)
      .filter((one, n, all) => all.findIndex((other) => same(one, other)) === n);
    const now = found.findIndex((one) => same(one, this.selected));
    return found[(now + 1) % Math.max(1, found.length)] ?? null;
  }

  /** One step over the table for what is chosen. */
  nudge(dx: number, dy: number): void {
    const post = this.post(this.piece);
    const piece = this.view.pieces.find((one) => one.id === this.piece);
    if (post && piece && !this.hex) {
      const row = change.rowAt(this.battle, change.postedAt(this.battle, post) ?? HEAD);
      const [x, y] = Array.isArray(row?.at) ? (row.at as Point) : [piece.pose[0] / 100, piece.pose[1] / 100];
      this.stand(piece.id, { at: [x + dx, y + dy] }, `nudge ${this.piece}`);
      return;
    }
    if (!this.selected) return;
    let battle = this.battle;
    for (const { at, field, parts } of this.chosen) battle = change.withField(battle, this.kit, at, field.name, change.moved(field.kind, valueOf(field.kind, parts), dx, dy));
    this.put(battle, `nudge ${this.selected.section}/${this.selected.row}`);
  }

  // ---------------------------------------------------------------- what the server says

  async look(): Promise<void> {
    const mine = ++this.#asked;
    const asked = this.battle;
    this.looking = true;
    try {
      const found = await api.lookAtBattle(this.book, { battle: asked });
      if (mine !== this.#asked) return;
      this.draft = found;
      if (found.picture) {
        this.picture = found.picture;
        this.pictured = asked;
      }
      this.trouble = '';
      // A unit that was chosen before it had a row has one now.
      if (this.piece !== null && !this.selected) this.selected = this.#rowOfPiece();
      this.looking = false;
    } catch (error) {
      if (mine !== this.#asked) return;
      this.trouble = error instanceof ApiError ? T.somethingWrong(error.message) : String(error);
      this.looking = false;
      // The server has much to do, or is away: it is asked again.
      if (error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status === 503)) this.#timer = setTimeout(() => void this.look(), 2000);
    }
  }

  #rowOfPiece(): At | null {
    const post = this.post(this.piece);
    return post ? change.postedAt(this.battle, post) : null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }
}

function roleOf(said: string | undefined, words: string): string {
  if (said === 'arrival' || said === 'exit') return 'edge';
  return said && said !== 'other' && said !== 'side' ? said : (ROLES.find(([sort]) => sort.test(words))?.[1] ?? 'ground');
}
