// What is drawn: the board, the pieces, overlays; the server's own types by the names the client uses.

import type { Area, LineOfSight, Livery, Note, Piece, Rail, Shape, Tag } from './wire';

export type { Area, Army, Board, Face, Livery, OverlayKind, Piece, Rail, Row, Tag, View } from './wire';

export type Point = [number, number];
/** x, y, facing */
export type Pose = [number, number, number];
export type AreaLook = Area['look'];
export type RailLook = Rail['look'];
export type Headgear = NonNullable<Livery['head']>;
/** good news, bad news, neither, or spent: it has had its turn */
export type Tone = NonNullable<Tag['tone']>;
/** Who or what stands on a base that is no bigger than one figure. */
export type Stand = NonNullable<Piece['stands']>[number];
export type OverlayShape = Shape;
/** A line the client draws by itself may lead to no unit, or know where it is cut. */
export type OverlayLine = Omit<LineOfSight, 'unit' | 'blocker'> & { unit?: number | null; blocker?: string | null; at?: Point | null };
export type OverlayNote = Omit<Note, 'chance'> & { chance?: number | string | null };

export interface Overlay {
  shapes?: OverlayShape[];
  lines?: OverlayLine[];
  notes?: OverlayNote[];
}
