// Finds a byte sequence in data that arrives in pieces, including across piece boundaries. Pure.

export interface ByteFinder {
  /** Positions where the sequence starts that were not reported before; offsets count from the first byte pushed. */
  push(piece: Uint8Array): readonly number[];
}

/** The encoding: `bytes` for binary data and UTF-8, where a match may start at any byte. */
export type ByteUnits = 'bytes' | 'utf-16le' | 'utf-16be';

export interface FinderOptions {
  /** `ignore` treats the letters A to Z and a to z as equal, and no others. */
  readonly letterCase: 'exact' | 'ignore';
  /** UTF-16 counts its units from the first byte pushed. */
  readonly units: ByteUnits;
}

/** @param needle at least one unit */
export function createByteFinder(needle: Uint8Array, { letterCase, units }: FinderOptions): ByteFinder {
  const prepare = (bytes: Uint8Array, at: number): Uint8Array =>
    letterCase === 'ignore' ? lowered(bytes, at, units) : bytes;
  const wanted = prepare(needle, 0);
  const unitBytes = units === 'bytes' ? 1 : 2;
  let carried: Uint8Array = new Uint8Array();
  let carriedOffset = 0;
  return {
    push(piece) {
      const bytes = joined(carried, piece);
      const found = matchesIn(prepare(bytes, carriedOffset), wanted)
        .map((at) => carriedOffset + at)
        .filter((at) => at % unitBytes === 0);
      // The tail is one byte shorter than the sequence, so that no match lies entirely in it and is reported twice.
      const drop = Math.max(0, bytes.length - (wanted.length - 1));
      carried = bytes.slice(drop);
      carriedOffset += drop;
      return found;
    },
  };
}

function matchesIn(bytes: Uint8Array, wanted: Uint8Array): number[] {
  const matches: number[] = [];
  const [first = 0] = wanted;
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(first); at !== -1 && at <= last; at = bytes.indexOf(first, at + 1)) {
    let index = 1;
    while (index < wanted.length && bytes[at + index] === wanted[index]) index += 1;
    if (index === wanted.length) matches.push(at);
  }
  return matches;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

/** A copy with A to Z in lower case. `at`: offset of the first byte, to know which half of a UTF-16 unit it is. */
function lowered(bytes: Uint8Array, at: number, units: ByteUnits): Uint8Array {
  const copy = bytes.slice();
  for (let index = 0; index < copy.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a && isLetter(bytes, index, at, units)) copy[index] = byte + 0x20;
  }
  return copy;
}

/** In UTF-8 such a byte is always that letter; in UTF-16 only next to a zero byte. */
function isLetter(bytes: Uint8Array, index: number, at: number, units: ByteUnits): boolean {
  if (units === 'bytes') return true;
  const isFirst = (at + index) % 2 === 0;
  return units === 'utf-16le' ? isFirst && bytes[index + 1] === 0 : !isFirst && bytes[index - 1] === 0;
}
