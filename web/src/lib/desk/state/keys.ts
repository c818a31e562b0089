// The keyboard of the game page: one table, shown in the help as well (strings.ts).

import type { Table } from './table.svelte';
import { likes } from './prefs.svelte';
import type { OverlayKind } from '../../types';

export type Panel = 'orders' | 'journal' | 'army' | 'words' | 'rules' | 'talk';

export interface Desk {
  table: Table;
  panel(which: Panel): void;
  board(): void;
  focusUnit(unit: number): void;
  fit(): void;
  zoom(factor: number): void;
  help(): void;
  summary(): void;
}

const OVERLAYS: Record<string, OverlayKind> = { g: 'range', s: 'sight', d: 'threat', m: 'reach' };
const PANELS: Record<string, Panel> = { o: 'orders', j: 'journal', a: 'army', w: 'words', r: 'rules', '?': 'rules', c: 'talk' };

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range])'))
  );
}

/** Whether Enter and Space already mean something where the focus is. */
function pressing(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, input, select, textarea, [role=button], [role=tab]') !== null;
}

/** Do what is shown; false if nothing is. */
function carryOut(table: Table): boolean {
  const offer = table.offer;
  if (offer?.pick === 'reach' && table.mover.legs) void table.commit({ verb: offer.verb, noun: table.mover.legs });
  else if (table.staged) void table.commit();
  else return false;
  return true;
}

/** When the keyboard last went to another button by itself: whoever goes there means that button. */
let wentAt = -Infinity;

export function went(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.matches(':focus-visible')) wentAt = performance.now();
}

/** Enter does what is shown, whatever has the focus, before anybody else hears of it. */
export function enter(event: KeyboardEvent, table: Table): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target) || document.querySelector('dialog:modal')) return false;
  if (wentAt > Math.max(table.intent.at, table.mover.at) && pressing(event.target)) return false;
  return carryOut(table);
}

export function handle(event: KeyboardEvent, desk: Desk): boolean {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return false;
  const { table } = desk;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (key === 'z' && !typing(event.target)) {
      void (event.shiftKey ? table.redo() : table.undo());
      return true;
    }
    if (key === 'y' && !typing(event.target)) {
      void table.redo();
      return true;
    }
    return false;
  }
  if (event.altKey || event.metaKey || typing(event.target)) return false;
  if (key === 'Escape') return table.back();
  if (key === ' ' && table.busy) {
    table.skip();
    return true;
  }
  if (key === 'Enter') return !pressing(event.target) && carryOut(table);
  if (key === 'Backspace') return table.unit !== null && table.mover.unbend(table.unit);
  if (key.startsWith('Arrow')) return steer(event, desk);
  if (!likes.keys) return false;
  if (/^[0-9]$/.test(key)) {
    if (table.offer?.pick === 'reach') return table.mover.tryNth((Number(key) + 9) % 10);
    const choice = table.list[(Number(key) + 9) % 10];
    if (!choice) return false;
    table.choose(choice);
    return true;
  }
  if (event.shiftKey && key === 'u') {
    void table.redo();
    return true;
  }
  return letter(key, desk);
}

/** Who is to move is moved by the arrows at once: the keyboard goes to the unit, wherever an order has left it. */
function steer(event: KeyboardEvent, desk: Desk): boolean {
  const lost = document.activeElement === null || document.activeElement === document.body;
  if (!lost || !desk.table.mine || desk.table.busy || desk.table.offer?.pick !== 'reach') return false;
  desk.board();
  const { key, shiftKey, ctrlKey } = event;
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, ctrlKey, bubbles: true, cancelable: true }));
  return true;
}

function letter(key: string, desk: Desk): boolean {
  const { table } = desk;
  const panel = PANELS[key];
  if (panel) {
    desk.panel(panel);
    return true;
  }
  const overlay = OVERLAYS[key];
  if (overlay) {
    table.glass.toggle(overlay);
    return true;
  }
  switch (key) {
    case 'n':
    case 'p': {
      const unit = table.next(key === 'n' ? 1 : -1);
      if (unit !== null) desk.focusUnit(unit);
      return unit !== null;
    }
    case 'e':
      if (!table.wayOut) return table.mover.stay();
      table.choose(table.wayOut);
      return true;
    case 'i':
      if (!table.mover.singles || table.unit === null) return false;
      table.mover.adjust(table.unit, !table.mover.singles.on);
      desk.board();
      return true;
    case 'v':
      return table.unit !== null && table.mover.bend(table.unit);
    case 't':
      table.taping = !table.taping;
      if (table.taping && !document.activeElement?.closest('.battlefield')) desk.board();
      return true;
    case 'u':
      void table.undo();
      return true;
    case 'b':
      desk.board();
      return true;
    case 'f':
      desk.fit();
      return true;
    case '+':
    case '=':
      desk.zoom(1.25);
      return true;
    case '-':
    case '−':
      desk.zoom(0.8);
      return true;
    case 'h':
      desk.help();
      return true;
    case 'l':
      desk.summary();
      return true;
  }
  return false;
}
