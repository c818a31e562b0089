import { describe, expect, it } from 'vitest';
import { markAt, markScale } from './marks';
import type { Mark } from './wire';

const flag: Mark = { at: [1000, 1000], words: 'Roux', note: 'Roux is ordered here' };
const spot: Mark = { at: [3000, 1000], look: 'spot', words: 'a gun, abandoned' };

describe('a flag', () => {
  it('is pointed at where it is drawn: above its foot, to the right of its pole', () => {
    expect(markAt([flag, spot], 1100, 1150, 10)).toBe(flag);
    expect(markAt([flag, spot], 900, 1150, 10)).toBeNull();
    expect(markAt([flag, spot], 1100, 900, 10)).toBeNull();
    expect(markAt([flag, spot], 2950, 1060, 10)).toBe(spot);
  });

  it('is larger on the table the farther one looks from', () => {
    expect(markAt([flag], 1300, 1150, markScale(20, 100))).toBe(flag);
    expect(markAt([flag], 1300, 1150, markScale(2, 100))).toBeNull();
  });

  it('is the one in front where several stand', () => {
    const other = { ...flag, note: 'Pire is ordered here' };
    expect(markAt([flag, other], 1100, 1150, 10)).toBe(other);
  });
});
