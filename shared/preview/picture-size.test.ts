// What pictures declare, in each format that the preview shows; a header that ends early is no size and no failure.
import { describe, expect, it } from 'vitest';
import { pictureSizeOf } from './picture-size';

function bytes(hex: string, min = 40): Uint8Array {
  const given = Uint8Array.from(hex.replaceAll(' ', '').match(/../gu) ?? [], (byte) => Number.parseInt(byte, 16));
  const padded = new Uint8Array(Math.max(min, given.length));
  padded.set(given);
  return padded;
}

const png = '89504e470d0a1a0a 0000000d 49484452 0000ea60 0000ea60';
const pictures = [
  ['image/png', png, 60_000, 60_000],
  ['image/gif', '474946383961 ffff feff 00 00 00', 65_535, 65_534],
  // A frame that is larger than its screen, behind an extension.
  ['image/gif', '474946383961 0100 0100 00 00 00 21f9 04 00000000 00 2c 0000 0000 e803 d007 00', 1_000, 2_000],
  ['image/bmp', '424d 00000000 00000000 36000000 28000000 400d0300 c0f2fcff', 200_000, 200_000],
  // The frame header follows a segment that is skipped.
  ['image/jpeg', 'ffd8 ffe0 0004 0000 ffc2 0011 08 fffe ffff 03', 65_535, 65_534],
  // Markers without a segment, and bytes that fill the space before a marker.
  ['image/jpeg', 'ffd8 ff01 ffd0 00 ff00 ffd7 ffffff c0 0011 08 0001 0002 03', 2, 1],
  ['image/webp', '52494646 00000000 57454250 56503858 0a000000 00000000 0f2700 1f4e00', 10_000, 20_000],
  ['image/webp', '52494646 00000000 57454250 5650384c 0a000000 2f ff3f 0000', 16_384, 1],
  ['image/webp', '52494646 00000000 57454250 56503820 0a000000 000000 9d012a ff3f 1000', 16_383, 16],
  ['image/avif', '00000014 66747970 61766966 00000000 00000014 69737065 00000000 00010000 00008000', 65_536, 32_768],
] as const;

describe('picture size', () => {
  it.each(pictures)('is read from the header of %s: %s', (_mediaType, hex, width, height) => {
    expect(pictureSizeOf(bytes(hex))).toEqual({ width, height });
  });

  it('is unknown when a header is cut anywhere, and never fails', () => {
    for (const [, hex] of pictures) {
      const whole = bytes(hex, 0);
      for (let length = 0; length < whole.length; length += 1) {
        expect(() => pictureSizeOf(whole.subarray(0, length))).not.toThrow();
      }
    }
    expect(pictureSizeOf(bytes(png).subarray(0, 18))).toBeNull();
    expect(pictureSizeOf(new Uint8Array(9))).toBeNull();
  });

  it.each([
    ['a JPEG that ends before its frame', 'ffd8 ffd9 ffc0 0011 08 0001 0002 03'],
    ['a JPEG of tables alone', 'ffd8 ffc4 0004 0000 ffc8 0004 0000 ffcc 0004 0000'],
    [
      'a box of sizes in a file of another kind',
      '00000014 6d6f6f76 61766966 00000000 00000014 69737065 00000000 0001 0000',
    ],
  ])('is unknown for %s', (_, hex) => {
    expect(pictureSizeOf(bytes(hex))).toBeNull();
  });

  it('is unknown when the first chunk of a PNG is not its header', () => {
    expect(pictureSizeOf(bytes(png.replace('49484452', '07070707')))).toBeNull();
  });
});
