import { describe, expect, it, vi } from 'vitest';
import { Camera } from './camera.svelte';

function camera(): Camera {
  const cam = new Camera();
  cam.table(7200, 4800, 160, 100);
  cam.window(1504, 1024);
  return cam;
}

describe('the camera', () => {
  it('fits the whole table in the window', () => {
    const cam = camera();
    expect(cam.z).toBeCloseTo(0.2);
    const [x0, y0] = cam.toScreen(-160, -160);
    const [x1, y1] = cam.toScreen(7360, 4960);
    expect(x0).toBeGreaterThanOrEqual(-0.01);
    expect(y0).toBeGreaterThanOrEqual(-0.01);
    expect(x1).toBeLessThanOrEqual(1504.01);
    expect(y1).toBeLessThanOrEqual(1024.01);
  });

  it('zooms at a place, which stays where it is; the picture is redrawn when it rests', () => {
    vi.useFakeTimers();
    const cam = camera();
    const before = cam.toTable(300, 400);
    cam.zoom(2, 300, 400);
    expect(cam.s).toBeCloseTo(2);
    expect(cam.toTable(300, 400)[0]).toBeCloseTo(before[0]);
    expect(cam.toTable(300, 400)[1]).toBeCloseTo(before[1]);
    vi.advanceTimersByTime(400);
    expect(cam.s).toBe(1);
    expect(cam.k).toBeCloseTo(0.4);
    expect(cam.toTable(300, 400)[0]).toBeCloseTo(before[0]);
    vi.useRealTimers();
  });

  it('puts the table at once below a tool bar, and in the middle where there is none', () => {
    const cam = new Camera();
    cam.table(7200, 2400, 0, 100);
    cam.window(720, 600, 44);
    expect(cam.y).toBe(52);
    cam.window(720, 600);
    expect(cam.y).toBe(180);
  });

  it('keeps within bounds', () => {
    const cam = camera();
    cam.zoom(1000);
    expect(cam.z).toBeCloseTo(cam.most);
    cam.zoom(1e-6);
    expect(cam.z).toBeCloseTo(cam.least);
    cam.fit();
    cam.pan(1e6, -1e6);
    const [x, y] = cam.toTable(752, 512);
    expect(Math.abs(x)).toBeLessThan(8000);
    expect(Math.abs(y)).toBeLessThan(8000);
  });

  it('draws anew only when the wheel rests, also at the end of the scale', () => {
    vi.useFakeTimers();
    try {
      const cam = camera();
      const drawn = cam.k;
      for (let i = 0; i < 20; i++) {
        cam.zoom(2);
        vi.advanceTimersByTime(100);
      }
      expect(cam.z).toBeCloseTo(cam.most);
      expect(cam.k).toBe(drawn);
      vi.advanceTimersByTime(1000);
      expect(cam.k).toBeCloseTo(cam.most);
      expect(cam.s).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes to and fro between window and table', () => {
    const cam = camera();
    cam.zoom(3, 100, 100);
    const [x, y] = cam.toScreen(1234, 567);
    expect(cam.toTable(x, y)[0]).toBeCloseTo(1234);
    expect(cam.toTable(x, y)[1]).toBeCloseTo(567);
    cam.centre(1234, 567);
    expect(cam.toScreen(1234, 567)[0]).toBeCloseTo(752);
  });

  it('follows the window while the whole table is shown, and keeps the middle else', () => {
    const cam = camera();
    cam.window(752, 512);
    expect(cam.z).toBeCloseTo(0.1);
    cam.zoom(4);
    cam.settle();
    const middle = cam.toTable(376, 256);
    cam.window(1000, 600);
    expect(cam.toTable(500, 300)[0]).toBeCloseTo(middle[0]);
  });

  it('shifts just enough to bring a place into the window', () => {
    const cam = camera();
    cam.zoom(5);
    cam.settle();
    cam.centre(3600, 2400);
    cam.reveal(7000, 2400, 60);
    const [x] = cam.toScreen(7000, 2400);
    expect(x).toBeCloseTo(1504 - 60);
    const at = cam.x;
    cam.reveal(7000, 2400, 60);
    expect(cam.x).toBe(at);
  });
});
