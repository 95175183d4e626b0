import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeWindow, savedBounds, smallestSize } from './window-bounds';

const display = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('placing the window', () => {
  it('opens where it was', () => {
    const saved = { x: 2000, y: 100, width: 1000, height: 700, maximized: false };
    expect(placeWindow(saved, [display, second])).toEqual({ x: 2000, y: 100, width: 1000, height: 700 });
  });

  it('is no larger than the display that it opens on, however large it was', () => {
    const saved = { x: 40, y: 100, width: 3800, height: 700, maximized: false };
    expect(placeWindow(saved, [display])).toEqual({ x: 0, y: 100, width: 1920, height: 700 });
    const tall = { x: 2000, y: 10, width: 1000, height: 2100, maximized: false };
    expect(placeWindow(tall, [display, second])).toEqual({ x: 2000, y: 0, width: 1000, height: 1024 });
    expect(placeWindow(saved, [{ x: 0, y: 0, width: 800, height: 1024 }]).width).toBe(smallestSize.width);
  });

  it('is at least the minimum size, however narrow a window manager made it', () => {
    const saved = { x: 1000, y: 100, width: 480, height: 200, maximized: false };
    expect(savedBounds.parse(saved)).toEqual(saved);
    expect(placeWindow(saved, [display])).toEqual({ x: 1000, y: 100, ...smallestSize });
    expect(savedBounds.safeParse({ ...saved, width: 0 }).success).toBe(false);
  });

  it('ignores a position on a display that is gone, or with its title bar out of reach', () => {
    const defaultSize = { width: 1440, height: 900 };
    for (const bounds of [
      { x: 2000, y: 100 },
      { x: 0, y: -400 },
      { x: 1900, y: 100 },
      { x: 100, y: 1075 },
    ]) {
      expect(placeWindow({ ...bounds, width: 1000, height: 700, maximized: false }, [display])).toEqual(defaultSize);
    }
    expect(placeWindow(null, [display])).toEqual(defaultSize);
  });

  it('fits a small display but is never smaller than it can be', () => {
    fc.assert(
      fc.property(fc.nat(4000), fc.nat(4000), (width, height) => {
        const placed = placeWindow(null, [{ x: 0, y: 0, width, height }]);
        expect(placed.width).toBe(Math.max(smallestSize.width, Math.min(1440, width)));
        expect(placed.height).toBe(Math.max(smallestSize.height, Math.min(900, height)));
      }),
    );
  });
});
