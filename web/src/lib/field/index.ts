/**
 * The battlefield: draws a board and its pieces, reports gestures. It knows no sockets and no books.
 *
 *   <Battlefield {board} {view} {ask} {selection} {overlays} {ghost} {motion}
 *     onpick onhover onpair ondrag ondrop oncancel onplace oncell />
 *
 * Colours and faces are CSS variables (`--field-…`, see theme.css) that follow `data-theme='light' | 'dark'` on any
 * ancestor, else the system; they may be overridden on `.battlefield`. The component fills its parent: give the parent a size.
 */

import './theme.css';
import './map.css';
import './units.css';

export { default as Battlefield } from './Battlefield.svelte';
/** A row of dice, still: `<Dice faces={[3, 6]} hits={[false, true]} side={0} />`. */
export { default as Dice } from './Dice.svelte';
/** The sign of an arm in a side's colour, for lists: `<UnitSign piece={piece} />`. */
export { default as UnitSign } from './UnitSign.svelte';
/** The places of the map that offers let be chosen. */
export { cellAt, cellsOf } from './cells';
/** `const motion = createMotion()`. */
export { createMotion } from './motion.svelte';
/** A piece in one sentence for a screen reader: `describe(piece, view, board)`. */
export { describe } from './words';

export { hexes } from './geometry';
export { middle } from './singles';

export type {
  BattlefieldHandle,
  BattlefieldProps,
  Effect,
  Ghost,
  Group,
  Motion,
  MotionOptions,
  Selection,
  Singles,
} from './types';
export type { DiceFall, Mark, MotionUpdate, Preview as FieldPreview } from './wire';
