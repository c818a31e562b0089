/** What the map is made of while it is drawn. */

import type { Box } from '../geometry';
import type { Area, AreaLook, Point, Rail } from '../wire';

export interface Ink {
  /** class name, `t-…` in theme.css */
  cls: string;
  d: string;
}

export interface Label {
  x: number;
  y: number;
  angle: number;
  text: string;
  look: AreaLook | 'rail';
  /** room for the text, along and across */
  long: number;
  short: number;
  /** the place itself, where the name may also be written beside it or on it */
  box?: Box;
}

export interface Patch {
  area: Area;
  poly: Point[];
  box: Box;
  d: string;
}

export interface Chart {
  /** Everything here is drawn as if ordinary things were 100 across, like an inch on a table of six feet by four; times this, it fits the board. */
  scale: number;
  width: number;
  height: number;
  under: Ink[];
  over: Ink[];
  labels: Label[];
  /** walls, hedges, crests: what a name would make unreadable, and be made so by */
  lines: Point[][];
}

export interface Sheet {
  m: number;
  width: number;
  height: number;
  areas: Patch[];
  rails: { rail: Rail; points: Point[] }[];
  /** Ground lies as it likes inside its shape: not where every place is a hexagon. */
  free: boolean;
}

export type Draw = (patch: Patch, s: Sheet) => Ink[];
