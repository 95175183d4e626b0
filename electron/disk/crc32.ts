// CRC-32 of bytes, and of a whole from the CRCs of its consecutive parts: how bytes that were sent or written are
// recognised later.
import * as zlib from 'node:zlib';

/** @param before CRC of the bytes in front */
export const crc32: (bytes: Uint8Array, before?: number) => number =
  (zlib as Partial<Pick<typeof zlib, 'crc32'>>).crc32 ?? crc32ByTable;

const polynomial = 0xedb88320;

/** For a runtime whose zlib offers none: Node before 20.15. */
export function crc32ByTable(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const table = Int32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  return crc;
});

/** The CRC of two consecutive parts. */
export function joinCrc32(first: number, second: number, secondBytes: number): number {
  let shift = 1 << 31;
  let power = 3;
  for (let left = secondBytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(powers[power % 32] ?? 0, shift);
    power += 1;
  }
  return (multiply(shift, first) ^ second) >>> 0;
}

/** Product of two polynomials over GF(2), reduced by the polynomial of the CRC. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let mask = 1 << 31; mask !== 0; mask >>>= 1) {
    if (a & mask) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product;
}

/** x to the powers 2^0, 2^1, …; they repeat after 32. */
const powers: readonly number[] = (() => {
  const found: number[] = [1 << 30];
  while (found.length < 32) found.push(multiply(found.at(-1) ?? 0, found.at(-1) ?? 0));
  return found;
})();
