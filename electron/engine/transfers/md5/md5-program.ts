// MD5 of twelve messages in parallel, as a program for the processor's vectors: each step of MD5 waits for the previous
// one, so that a single message leaves most of a core idle. Three vectors of four lanes each run the same step in
// sequence. Source: RFC 1321.

const vectors = 3;
const lanesOfVector = 4;
export const lanes = vectors * lanesOfVector;
/** Block size of MD5 in bytes. */
export const blockBytes = 64;
/** The most bytes of one lane in one run; twelve of these fit into a core's cache. */
export const laneBytes = 16 * 1024;

const wordsOfState = 4;
const wordsOfBlock = 16;
const stepsOfRound = 16;
/** After four steps the words of the state are back in their positions. */
const stepsAtOnce = 4;

/** A round of sixteen steps. RFC 1321 calls their mixing functions F, G, H and I. */
interface Round {
  readonly shifts: readonly [number, number, number, number];
  /** The word of the block that a step takes, counted from the first of its round. */
  readonly word: (step: number) => number;
  /** Adds to the sum on the stack. `b`, the result of the previous step, is used as late as possible. */
  readonly mix: (b: number, c: number, d: number) => Code;
}

const rounds: readonly Round[] = [
  {
    shifts: [7, 12, 17, 22],
    word: (step) => step,
    mix: (b, c, d) => [get(c), get(d), xor, get(b), and, get(d), xor, add],
  },
  {
    shifts: [5, 9, 14, 20],
    word: (step) => 5 * step + 1,
    // The two parts have no bit in common, so they can be added one after the other.
    mix: (b, c, d) => [get(c), get(d), andNot, add, get(b), get(d), and, add],
  },
  {
    shifts: [4, 11, 16, 23],
    word: (step) => 3 * step + 5,
    mix: (b, c, d) => [get(c), get(d), xor, get(b), xor, add],
  },
  {
    shifts: [6, 10, 15, 21],
    word: (step) => 7 * step,
    mix: (b, c, d) => [get(d), not, get(b), or, get(c), xor, add],
  },
];

// Layout of the memory, in bytes: for each step its constant and the address of its word; the states; the words of one
// block of each lane; the lanes' bytes.
const vectorBytes = 16;
const stepBytes = 2 * vectorBytes;
const roundBytes = stepsOfRound * stepBytes;
const vectorOfStateAt = (vector: number, word: number): number =>
  rounds.length * roundBytes + (vector * wordsOfState + word) * vectorBytes;
const vectorOfWordAt = (vector: number, word: number): number =>
  vectorOfStateAt(vectors, 0) + (vector * wordsOfBlock + word) * vectorBytes;
const firstLaneAt = 4096;
const pages = Math.ceil((firstLaneAt + lanes * laneBytes) / 65_536);

/** Where a run reads the bytes of a lane. */
export const laneAt = (lane: number): number => firstLaneAt + lane * laneBytes;
/** Where a lane stores one of the four words of its state. */
export const stateAt = (lane: number, word: number): number =>
  vectorOfStateAt(Math.floor(lane / lanesOfVector), word) + (lane % lanesOfVector) * 4;
/** The initial state of MD5. */
export const firstState = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as const;

/** Writes the constants and addresses of the steps, which a run expects in memory. */
export function writeSteps(memory: Uint32Array): void {
  for (const [index, { word }] of rounds.entries()) {
    for (let step = 0; step < stepsOfRound; step += 1) {
      const at = (index * roundBytes + step * stepBytes) / 4;
      const summand = Math.floor(Math.abs(Math.sin(index * stepsOfRound + step + 1)) * 2 ** 32);
      memory.fill(summand, at, at + lanesOfVector);
      memory[at + lanesOfVector] = vectorOfWordAt(0, word(step) % wordsOfBlock);
    }
  }
}

// Locals of the function: how many bytes to take and how many are taken, the address of the next steps and of a step's
// word; then those of each vector.
const bytes = 0;
const taken = 1;
const stepAt = 2;
const wordAt = 3;
const numbers = 4;
const localsOfVector = 16;
const local = (vector: number, index: number): number => numbers + vector * localsOfVector + index;
const state = (vector: number, word: number): number => local(vector, word);
const stateBefore = (vector: number, word: number): number => local(vector, 4 + word);
const row = (vector: number, index: number): number => local(vector, 8 + index);
const half = (vector: number, index: number): number => local(vector, 12 + index);

/**
 * A module whose `run(bytes)` takes that many bytes of every lane into the lanes' states: a multiple of 64, and
 * `laneBytes` at most.
 */
export function md5Program(): Uint8Array<ArrayBuffer> {
  const code = [
    ofStates((vector, word) => [number(0), load(vectorOfStateAt(vector, word)), set(state(vector, word))]),
    repeatWhile([
      count(vectors, turnWords),
      ofStates((vector, word) => [get(state(vector, word)), set(stateBefore(vector, word))]),
      [number(0), set(stepAt)],
      rounds.map((round, index) =>
        repeatWhile([
          // All vectors take each step in turn: while one waits for its last result, the others use the core.
          count(stepsAtOnce, (step) => [
            [get(stepAt), loadNumber(step * stepBytes + vectorBytes), set(wordAt)],
            count(vectors, (vector) => takeStep(vector, step, round)),
          ]),
          [get(stepAt), number(stepsAtOnce * stepBytes), plus, keep(stepAt)],
          [number((index + 1) * roundBytes), isLess],
        ]),
      ),
      ofStates((vector, word) => [
        [get(state(vector, word)), get(stateBefore(vector, word)), add],
        set(state(vector, word)),
      ]),
      [get(taken), number(blockBytes), plus, keep(taken), get(bytes), isLess],
    ]),
    ofStates((vector, word) => [number(0), get(state(vector, word)), store(vectorOfStateAt(vector, word))]),
  ];
  return moduleOf(code, { numbers, vectors: vectors * localsOfVector, pages });
}

/** The lanes' words are stored lane by lane; a step needs the same word of all four lanes as one vector. */
function turnWords(vector: number): Code {
  return count(wordsOfBlock / 4, (quarter) => [
    count(lanesOfVector, (lane) => [
      [get(taken), load(laneAt(vector * lanesOfVector + lane) + quarter * vectorBytes)],
      set(row(vector, lane)),
    ]),
    [merge(row(vector, 0), row(vector, 1), [0, 4, 1, 5]), set(half(vector, 0))],
    [merge(row(vector, 0), row(vector, 1), [2, 6, 3, 7]), set(half(vector, 1))],
    [merge(row(vector, 2), row(vector, 3), [0, 4, 1, 5]), set(half(vector, 2))],
    [merge(row(vector, 2), row(vector, 3), [2, 6, 3, 7]), set(half(vector, 3))],
    count(4, (word) => [
      number(0),
      merge(half(vector, word >> 1), half(vector, 2 + (word >> 1)), word % 2 === 0 ? [0, 1, 4, 5] : [2, 3, 6, 7]),
      store(vectorOfWordAt(vector, quarter * 4 + word)),
    ]),
  ]);
}

/** One of four steps, between which the words of the state rotate. */
function takeStep(vector: number, step: number, { shifts, mix }: Round): Code {
  const placed = (word: number): number => state(vector, (word - step + stepsAtOnce) % wordsOfState);
  const [a, b, c, d] = [placed(0), placed(1), placed(2), placed(3)];
  const shift = shifts[step] ?? 0;
  const sum = half(vector, 0);
  return [
    [get(a), get(stepAt), load(step * stepBytes), add],
    [get(wordAt), load(vectorOfWordAt(vector, 0) - vectorOfWordAt(0, 0)), add],
    mix(b, c, d),
    [keep(sum), number(shift), shiftLeft, get(sum), number(32 - shift), shiftRight, or],
    [get(b), add, set(a)],
  ];
}

const merge = (first: number, second: number, words: readonly number[]): Code => [get(first), get(second), pick(words)];

/** The code for 0, 1, 2 … below `end`, concatenated. */
function count(end: number, codeOf: (index: number) => Code): Code {
  return Array.from({ length: end }, (_, index) => codeOf(index));
}

/** The code for each word of each vector's state. */
function ofStates(codeOf: (vector: number, word: number) => Code): Code {
  return count(vectors, (vector) => count(wordsOfState, (word) => codeOf(vector, word)));
}

// The few WebAssembly instructions that hashing needs, and the encoding of a module with one function.
// Source: WebAssembly core specification 2.0, chapter 5.

/** Bytes, in their order. */
type Code = readonly (number | Code)[];

/** Unsigned LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

const vector = (instruction: number): Code => [0xfd, unsigned(instruction)];

const get = (local: number): Code => [0x20, unsigned(local)];
const set = (local: number): Code => [0x21, unsigned(local)];
/** Sets the local and keeps the value on the stack. */
const keep = (local: number): Code => [0x22, unsigned(local)];

/** From 0 to 8191: the encoding has two bytes, of which one bit is the sign. */
const number = (value: number): Code => [0x41, (value & 0x7f) | 0x80, value >>> 7];
const plus: Code = [0x6a];
/** Unsigned; the result is 1 or 0. */
const isLess: Code = [0x49];
/** Loads a number from the sum of the address on the stack and `address`. */
const loadNumber = (address: number): Code => [0x28, 2, unsigned(address)];

// On four 32-bit numbers at once.
const add = vector(174);
const not = vector(77);
const and = vector(78);
/** The bits of the first value that the second lacks. */
const andNot = vector(79);
const or = vector(80);
const xor = vector(81);
const shiftLeft = vector(171);
/** Shifts in zeros. */
const shiftRight = vector(173);
/** Selects four words of two values, counted 0 to 3 and 4 to 7. */
const pick = (words: readonly number[]): Code => [
  vector(13),
  words.map((word) => [0, 1, 2, 3].map((byte) => word * 4 + byte)),
];
/**
 * Loads from the sum of the address on the stack and `address`. `store` uses the same address below the value on the
 * stack.
 */
const load = (address: number): Code => [vector(0), 4, unsigned(address)];
const store = (address: number): Code => [vector(11), 4, unsigned(address)];

/** Repeats the code as long as it leaves a number other than zero. */
const repeatWhile = (body: Code): Code => [0x03, 0x40, body, 0x0d, 0, 0x0b];

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

interface ModuleShape {
  /** Locals of one number each, of which the first is the parameter; the vectors follow. */
  readonly numbers: number;
  readonly vectors: number;
  /** In pages of 64 KiB. */
  readonly pages: number;
}

/** A module that exports `memory`, and as `run` a function of one number without result. */
function moduleOf(code: Code, { numbers, vectors, pages }: ModuleShape): Uint8Array<ArrayBuffer> {
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
