// Old paper. Only light and shade, so that it serves every theme.
import { rng, type Rng } from './geometry';

export const WIDE = 1500;

type Sheet = OffscreenCanvasRenderingContext2D;

let kept: OffscreenCanvas | null = null;

/** A picture of a sheet that high: painted once, and copied as long as the same is asked for. */
export function paper(high: number): ImageBitmap {
  if (kept?.height !== high) kept = painted(high);
  const copy = blank(WIDE, high);
  copy.drawImage(kept, 0, 0);
  return copy.canvas.transferToImageBitmap();
}

function blank(wide: number, high: number): Sheet {
  return new OffscreenCanvas(wide, high).getContext('2d')!;
}

function painted(high: number): OffscreenCanvas {
  const on = blank(WIDE, high);
  const random = rng(1815);
  grain(on, random);
  fibres(on, random);
  stains(on, random);
  for (const t of [0.25, 0.5, 0.75]) fold(on, Math.round(WIDE * t), 0, Math.round(WIDE * t), high);
  fold(on, 0, Math.round(high / 2), WIDE, Math.round(high / 2));
  handled(on);
  return on.canvas;
}

function grain(on: Sheet, random: Rng): void {
  const cut = (cells: number): Sheet => blank(cells, Math.max(2, Math.round((cells * on.canvas.height) / on.canvas.width)));
  // What is coarse is laid together on a small sheet: to stretch each of them over the large one is most of the work.
  const coarse = cut(300);
  coarse.imageSmoothingQuality = 'high';
  clouds(coarse, cut(6), random, 0.2, 122, 142, 66);
  clouds(coarse, cut(9), random, 0.13, 150, 104, 40);
  clouds(coarse, cut(13), random, 0.13, 106, 132, 60);
  clouds(coarse, cut(19), random, 0.1, 255, 250, 225);
  clouds(coarse, cut(47), random, 0.075, 110, 84, 44);
  clouds(coarse, cut(150), random, 0.06, 90, 66, 30);
  stretch(on, coarse);
  clouds(on, cut(WIDE / 2), random, 0.055, 70, 50, 24);
}

/** Noise of one colour. */
function clouds(on: Sheet, small: Sheet, random: Rng, alpha: number, r: number, g: number, b: number): void {
  const image = small.createImageData(small.canvas.width, small.canvas.height);
  const bytes = image.data;
  for (let i = 0; i < bytes.length; i += 4) {
    bytes[i] = r;
    bytes[i + 1] = g;
    bytes[i + 2] = b;
    bytes[i + 3] = Math.round(random() ** 2 * alpha * 255);
  }
  small.putImageData(image, 0, 0);
  stretch(on, small);
}

function stretch(on: Sheet, small: Sheet): void {
  on.drawImage(small.canvas, 0, 0, on.canvas.width, on.canvas.height);
}

function fibres(on: Sheet, random: Rng): void {
  on.lineWidth = 0.7;
  for (let i = 0; i < 420; i++) {
    const [x, y, a, l] = [random() * on.canvas.width, random() * on.canvas.height, random() * 6.3, 4 + random() * 13];
    on.strokeStyle = random() < 0.5 ? 'rgba(255,250,230,.2)' : 'rgba(90,64,30,.1)';
    on.beginPath();
    on.moveTo(x, y);
    on.quadraticCurveTo(x + Math.cos(a) * l, y + Math.sin(a) * l, x + Math.cos(a + 0.5) * l * 1.7, y + Math.sin(a + 0.5) * l * 1.7);
    on.stroke();
  }
}

function stains(on: Sheet, random: Rng): void {
  for (let i = 0; i < 16; i++) {
    const [x, y, r] = [random() * on.canvas.width, random() * on.canvas.height, 4 + random() ** 3 * 80];
    const g = on.createRadialGradient(x, y, r * 0.2, x, y, r);
    g.addColorStop(0, 'rgba(140,96,40,.055)');
    g.addColorStop(0.86, 'rgba(140,96,40,.04)');
    g.addColorStop(1, 'rgba(140,96,40,0)');
    on.fillStyle = g;
    on.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
}

/** It has been in a saddle bag. */
function fold(on: Sheet, x0: number, y0: number, x1: number, y1: number): void {
  const [dx, dy] = x0 === x1 ? [1, 0] : [0, 1];
  for (const [o, colour] of [
    [-3, 'rgba(80,56,24,.035)'],
    [-1, 'rgba(80,56,24,.08)'],
    [1, 'rgba(255,250,232,.28)'],
  ] as const) {
    on.fillStyle = colour;
    on.fillRect(x0 + o * dx, y0 + o * dy, Math.max(2, x1 - x0), Math.max(2, y1 - y0));
  }
}

/** Darker where it was handled, at the edges. */
function handled(on: Sheet): void {
  const [w, h] = [on.canvas.width, on.canvas.height];
  const edge = on.createRadialGradient(w / 2, h / 2, Math.min(w, h) * 0.45, w / 2, h / 2, Math.hypot(w, h) / 2);
  edge.addColorStop(0, 'rgba(110,74,28,0)');
  edge.addColorStop(1, 'rgba(110,74,28,.16)');
  on.fillStyle = edge;
  on.fillRect(0, 0, w, h);
}
