// Recognises values whose bytes are the same in a delimited file and in JSON. A value that is not recognised here may
// still be valid, which cell-value.ts decides.

/** `true` or `false`. */
export function isTruth(memory: Buffer, from: number, to: number): boolean {
  const text = to - from === 4 ? truth : to - from === 5 ? untruth : null;
  if (text === null) return false;
  for (let at = from; at < to; at += 1) if (memory[at] !== text[at - from]) return false;
  return true;
}

/** Digits without a leading zero, with an optional minus sign. */
export function isPlainInteger(memory: Buffer, from: number, to: number, maxDigits: number): boolean {
  const start = memory[from] === minus && from < to ? from + 1 : from;
  return to - start <= maxDigits && endOfWhole(memory, start, to) === to;
}

/** A JSON number that is too short to exceed a double. */
export function isPlainDouble(memory: Buffer, from: number, to: number): boolean {
  if (to - from > maxDoubleBytes) return false;
  const start = memory[from] === minus && from < to ? from + 1 : from;
  let at = endOfWhole(memory, start, to);
  if (at < 0) return false;
  if (at < to && memory[at] === point) {
    const digits = endOfDigits(memory, at + 1, to);
    if (digits === at + 1) return false;
    at = digits;
  }
  if (at < to && ((memory[at] ?? 0) | 0x20) === exponent) {
    const sign = memory[at + 1];
    const first = at + 1 < to && (sign === minus || sign === plus) ? at + 2 : at + 1;
    const digits = endOfDigits(memory, first, to);
    if (digits === first || digits - first > maxExponentDigits) return false;
    at = digits;
  }
  return at === to;
}

const truth = Buffer.from('true');
const untruth = Buffer.from('false');
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const exponent = 0x65;
const maxDoubleBytes = 40;
const maxExponentDigits = 2;
const zero = 0x30;

/** Position after a whole number without leading zeros; -1 when there is none. */
function endOfWhole(memory: Buffer, from: number, to: number): number {
  const end = endOfDigits(memory, from, to);
  if (end === from) return -1;
  return memory[from] === zero ? (end === from + 1 ? end : -1) : end;
}

function endOfDigits(memory: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && ((memory[at] ?? 0) - zero) >>> 0 < 10) at += 1;
  return at;
}
