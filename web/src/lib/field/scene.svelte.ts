/** What a table shows and what may be chosen on it, worked out from what the desk gives. */

import { cellsOf, offered } from './cells';
import { standing } from './labels';
import { banners } from './livery';
import { MotionQueue } from './motion.svelte';
import { list, picksOf, spotsOf, targetsOf } from './offers';
import { fan } from './stacks';
import { chart, draw, ordinary } from './terrain';
import type { BattlefieldProps, Selection } from './types';
import type { Area, Ask, Board, Mark, Offer, Overlay, Piece, Point, Pose, Rail, View } from './wire';

export class Scene {
  readonly #given: BattlefieldProps;

  constructor(given: BattlefieldProps) {
    this.#given = given;
  }

  // ---------------------------------------------------------------- what is shown

  board: Board = $derived.by(() => this.#given.board);
  still: boolean = $derived.by(() => this.#given.still ?? false);
  selection: Selection = $derived.by(() => this.#given.selection ?? {});
  H: number = $derived(this.board.height);
  m: number = $derived(ordinary(this.board));
  margin: number = $derived(this.m * 1.6);
  chart = $derived(chart(this.board));
  queue: MotionQueue | null = $derived.by(() => (this.#given.motion instanceof MotionQueue ? this.#given.motion : null));
  shown: View = $derived.by(() => (this.queue?.busy && this.queue.scene ? this.queue.scene : this.#given.view));
  extra = $derived.by(() => {
    const areas = list<Area>(this.shown.extra?.['areas']);
    const rails = list<Rail>(this.shown.extra?.['rails']);
    return areas.length || rails.length ? draw(this.board, areas, rails) : null;
  });
  marks: readonly Mark[] = $derived(list<Mark>(this.shown.extra?.['marks']));
  pieces: readonly Piece[] = $derived(
    this.shown.pieces.filter((p) => p.footprint.length > 2).sort((a, b) => Number(a.leader ?? false) - Number(b.leader ?? false)),
  );
  byId: ReadonlyMap<number, Piece> = $derived(new Map(this.shown.pieces.map((p) => [p.id, p])));
  boxes = $derived(standing(this.shown.pieces, this.H));
  layers: readonly Overlay[] = $derived.by(() => {
    const { overlays } = this.#given;
    return overlays ? (Array.isArray(overlays) ? (overlays as readonly Overlay[]) : [overlays as Overlay]) : [];
  });
  /** The sides' colours are the armies'. */
  colours = $derived(banners(this.board));

  shapeOf = (name: string): readonly Point[] | null => {
    const patch = this.board.areas?.find((a) => a.label === name);
    return patch?.poly ?? this.shown.pieces.find((p) => p.name === name)?.footprint ?? null;
  };

  // ---------------------------------------------------------------- where units are drawn

  #piles = $derived(fan(this.pieces));
  /** Those on one spot are fanned out. */
  drawn = $derived(
    new Map([...this.boxes].map(([id, b]) => {
      const aside = this.#piles.get(id);
      return [id, aside ? { x0: b.x0 + aside[0], x1: b.x1 + aside[0], y0: b.y0 - aside[1], y1: b.y1 - aside[1] } : b];
    })),
  );

  poseOf(p: Piece): Pose {
    const pose = this.queue?.poses.get(p.id) ?? p.pose;
    const aside = this.#piles.get(p.id);
    return aside ? [pose[0] + aside[0], pose[1] + aside[1], pose[2]] : pose;
  }

  fadeOf(p: Piece): number {
    return this.queue?.fades.get(p.id) ?? 1;
  }

  // ---------------------------------------------------------------- what may be chosen

  #mine: Ask | null = $derived.by(() => {
    const { ask } = this.#given;
    return !this.still && ask && ask.mine !== false && !this.queue?.busy ? ask : null;
  });
  offers: readonly Offer[] = $derived((this.#mine?.offers ?? []).filter((o) => !this.selection.verb || o.verb === this.selection.verb));
  reach = $derived(this.offers.find((o) => o.pick === 'reach') ?? null);
  /** whether it is a shot that is placed, not a unit */
  aims: boolean = $derived(this.reach?.pick === 'reach' && !!this.reach.aim);
  cells: ReadonlySet<unknown> = $derived.by(() => {
    const journeys = this.#given.journeys ?? [];
    const cells = cellsOf(this.offers, this.selection.unit);
    return journeys.length ? new Set<unknown>([...cells, ...journeys.map((each) => each.to)]) : cells;
  });
  areas: readonly Area[] = $derived([...(this.board.areas ?? []), ...list<Area>(this.shown.extra?.['areas'])]);
  places = $derived(offered(this.areas, this.cells));
  spots = $derived(spotsOf(this.offers));
  targets = $derived(targetsOf(this.offers, this.selection.unit));
  picks = $derived(picksOf(this.offers, this.selection.unit, this.targets));
  others: ReadonlySet<number> = $derived.by(() => new Set([...(this.selection.others ?? []), ...(this.#given.group ?? [])]));
}
