// The few instructions of WebAssembly that hashing needs, and what makes a module of one function of them.
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
/** Sets the local, and leaves the value. */
export const keep = (local: number): Code => [0x22, unsigned(local)];

/** From 0 to 8191: two bytes hold no more, since one bit is the sign. */
export const number = (value: number): Code => [0x41, (value & 0x7f) | 0x80, value >>> 7];
export const plus: Code = [0x6a];
/** Without signs: 1 or 0. */
export const isLess: Code = [0x49];
/** A number from the address on the stack and `address` together. */
export const loadNumber = (address: number): Code => [0x28, 2, unsigned(address)];

// Of four numbers of 32 bits at once.
export const add = vector(174);
export const not = vector(77);
export const and = vector(78);
/** Of two values, the bits of the first that the second lacks. */
export const andNot = vector(79);
export const or = vector(80);
export const xor = vector(81);
export const shiftLeft = vector(171);
/** Zeros come in. */
export const shiftRight = vector(173);
/** Four words of two values, which are counted 0 to 3 and 4 to 7. */
export const pick = (words: readonly number[]): Code => [
  vector(13),
  words.map((word) => [0, 1, 2, 3].map((byte) => word * 4 + byte)),
];
/** From the address on the stack and `address` together; so does `store`, which expects the value above it. */
export const load = (address: number): Code => [vector(0), 4, unsigned(address)];
export const store = (address: number): Code => [vector(11), 4, unsigned(address)];

/** Once, and again while it leaves a number other than zero. */
export const repeatWhile = (body: Code): Code => [0x03, 0x40, body, 0x0d, 0, 0x0b];

const i32 = 0x7f;
const v128 = 0x7b;
const named = (name: string): Code => [name.length, [...Buffer.from(name, 'latin1')]];

/** With its length before it. */
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
  /** Locals that hold one number: the first is what the function is given. Those of four numbers follow them. */
  readonly numbers: number;
  readonly vectors: number;
  /** Of 64 KiB, of its memory. */
  readonly pages: number;
}

/** A module that exports `memory`, and as `run` a function of one number without a result. */
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
