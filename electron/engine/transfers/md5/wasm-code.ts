// The few WebAssembly instructions that hashing needs, and the encoding of a module with one function.
// Source: WebAssembly core specification 2.0, chapter 5.

/** Bytes, in their order. */
export type Code = readonly (number | Code)[];

/** Unsigned LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

const vector = (instruction: number): Code => [0xfd, unsigned(instruction)];

export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number): Code => [0x21, unsigned(local)];
/** Sets the local and keeps the value on the stack. */
export const keep = (local: number): Code => [0x22, unsigned(local)];

/** From 0 to 8191: the encoding has two bytes, of which one bit is the sign. */
export const number = (value: number): Code => [0x41, (value & 0x7f) | 0x80, value >>> 7];
export const plus: Code = [0x6a];
/** Unsigned; the result is 1 or 0. */
export const isLess: Code = [0x49];
/** Loads a number from the sum of the address on the stack and `address`. */
export const loadNumber = (address: number): Code => [0x28, 2, unsigned(address)];

// On four 32-bit numbers at once.
export const add = vector(174);
export const not = vector(77);
export const and = vector(78);
/** The bits of the first value that the second lacks. */
export const andNot = vector(79);
export const or = vector(80);
export const xor = vector(81);
export const shiftLeft = vector(171);
/** Shifts in zeros. */
export const shiftRight = vector(173);
/** Selects four words of two values, counted 0 to 3 and 4 to 7. */
export const pick = (words: readonly number[]): Code => [
  vector(13),
  words.map((word) => [0, 1, 2, 3].map((byte) => word * 4 + byte)),
];
/**
 * Loads from the sum of the address on the stack and `address`. `store` uses the same address below the value on the
 * stack.
 */
export const load = (address: number): Code => [vector(0), 4, unsigned(address)];
export const store = (address: number): Code => [vector(11), 4, unsigned(address)];

/** Repeats the code as long as it leaves a number other than zero. */
export const repeatWhile = (body: Code): Code => [0x03, 0x40, body, 0x0d, 0, 0x0b];

const i32 = 0x7f;
const v128 = 0x7b;
const named = (name: string): Code => [name.length, [...Buffer.from(name, 'latin1')]];

/** Prefixed with its length. */
function sized(content: Code): Code {
  const bytes = bytesOf(content);
  return [unsigned(bytes.length), bytes];
}

function bytesOf(code: Code, bytes: number[] = []): readonly number[] {
  for (const part of code) {
    if (typeof part === 'number') bytes.push(part);
    else bytesOf(part, bytes);
  }
  return bytes;
}

export interface ModuleShape {
  /** Locals of one number each, of which the first is the parameter; the vectors follow. */
  readonly numbers: number;
  readonly vectors: number;
  /** In pages of 64 KiB. */
  readonly pages: number;
}

/** A module that exports `memory`, and as `run` a function of one number without result. */
export function moduleOf(code: Code, { numbers, vectors, pages }: ModuleShape): Uint8Array<ArrayBuffer> {
  const locals = [2, unsigned(numbers - 1), i32, unsigned(vectors), v128];
  const module = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, sized([1, 0x60, 1, i32, 0])],
    [3, sized([1, 0])],
    [5, sized([1, 0, unsigned(pages)])],
    [7, sized([2, named('memory'), 2, 0, named('run'), 0, 0])],
    [10, sized([1, sized([locals, code, 0x0b])])],
  ];
  return Uint8Array.from(bytesOf(module));
}
