// Reads Electron's fuses back out of a binary.

/** Electron's own mark; behind it the version of the scheme, the count, and a digit for each fuse. */
const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Run as Node, cookies encrypted, NODE_OPTIONS, inspect, the archive's checksum, only from an archive: 1 where it is on.
 * Throws where the binary has no fuses, has them twice, or by another scheme.
 */
export function fusesIn(binary: Buffer): string {
  const at = binary.indexOf(mark) + mark.length;
  if (at < mark.length || binary.includes(mark, at)) throw new Error('its fuses are not there once');
  if (binary[at] !== 1) throw new Error(`its fuses are of scheme ${binary[at]}`);
  return binary.subarray(at + 2, at + 8).toString();
}
