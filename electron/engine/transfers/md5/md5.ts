// Collects the MD5s that are requested at one moment and computes them together, as for many small files, where hashing
// costs most. A single message, or one far longer than the others, is hashed as usual.
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { lanes, blockBytes, firstState, laneAt, laneBytes, md5Program, stateAt, writeSteps } from './md5-program';

interface Md5 {
  /** In base64, as the service writes it. */
  readonly md5: string;
  /** Its share of the hashing time. */
  readonly cpuMs: number;
}

/** The bytes must not change until it resolves. */
type RequestMd5 = (bytes: Uint8Array) => Promise<Md5>;

export interface Md5s {
  /**
   * Delays until the current message has been processed completely, so that everything it requests is hashed together.
   */
  readonly ofRead: RequestMd5;
  /** Delays until the end of the event loop iteration, because every connection has a separate event. */
  readonly ofReceived: RequestMd5;
}

/**
 * `openLanes` returns null without vector support, and throws without memory; then everything is hashed as usual. It is
 * called once, when it is first worthwhile.
 */
export function createMd5s(openLanes: () => Md5Lanes | null): Md5s {
  let opened: Md5Lanes | null | undefined;
  const open = (): Md5Lanes | null => {
    try {
      return openLanes();
    } catch {
      return null;
    }
  };
  const hashTogether = (messages: readonly Uint8Array[]): readonly string[] => {
    if (messages.length === 1) return messages.map(md5Of);
    if (opened === undefined) opened = open();
    return opened === null ? messages.map(md5Of) : opened(messages).map((digest) => digest.toString('base64'));
  };
  return {
    ofRead: requestTogether(hashTogether, queueMicrotask),
    ofReceived: requestTogether(hashTogether, setImmediate),
  };
}

interface PendingHash {
  readonly bytes: Uint8Array;
  readonly answer: (md5: Md5) => void;
}

/** `later`: calls when nothing more is requested at this moment. */
function requestTogether(
  hashTogether: (messages: readonly Uint8Array[]) => readonly string[],
  later: (answer: () => void) => void,
): RequestMd5 {
  let pending: PendingHash[] = [];
  const answerAll = (): void => {
    const all = pending;
    pending = [];
    for (const group of groupsOf(all)) {
      const startMs = performance.now();
      const md5s = hashTogether(group.map(({ bytes }) => bytes));
      const cpuMs = (performance.now() - startMs) / group.length;
      for (const [index, md5] of md5s.entries()) group[index]?.answer({ md5, cpuMs });
    }
  };
  return (bytes) =>
    new Promise((resolve) => {
      if (pending.push({ bytes, answer: resolve }) === 1) later(answerAll);
    });
}

/** All lanes together take this many times as long as their longest message alone: measured, and rounded up. */
const costOfLanes = 3;

/** Forms groups that are worth using the lanes for; everything else is hashed alone. */
export function groupsOf<T extends { readonly bytes: Uint8Array }>(pending: readonly T[]): readonly (readonly T[])[] {
  const left = [...pending].sort((a, b) => b.bytes.length - a.bytes.length);
  const groups: T[][] = [];
  for (let longest = left[0]; longest !== undefined; longest = left[0]) {
    const together = left.slice(0, lanes);
    const bytes = together.reduce((sum, one) => sum + one.bytes.length, 0);
    groups.push(left.splice(0, bytes > longest.bytes.length * costOfLanes ? lanes : 1));
  }
  return groups;
}

// MD5 of bytes in memory, in base64 as the service writes it.

export function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64');
}

// Computes the MD5s of several messages at once, with the processor's vector instructions (WebAssembly SIMD).

/** At most as many messages as there are lanes, of any length: their MD5s, 16 bytes each, in the same order. */
export type Md5Lanes = (messages: readonly Uint8Array[]) => readonly Buffer[];

/** The compiled program; it can be posted to other threads of the process. */
export type Md5Module = object;

interface Program {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly run: (bytes: number) => void;
}

/** The part of WebAssembly that is used here and missing from Node's types. */
interface WebAssemblyOfNode {
  validate(program: Uint8Array): boolean;
  readonly Module: new (program: Uint8Array) => Md5Module;
  readonly Instance: new (module: Md5Module) => { readonly exports: unknown };
}

const { WebAssembly: wasm } = globalThis as { readonly WebAssembly?: WebAssemblyOfNode };

/**
 * Takes about as long as the MD5 of a few megabytes. Null without vector support, or without memory for the program.
 */
export function compileMd5(): Md5Module | null {
  const program = md5Program();
  try {
    return wasm?.validate(program) === true ? new wasm.Module(program) : null;
  } catch {
    return null;
  }
}

/**
 * Throws when its memory cannot be allocated: a runtime reserves gigabytes of address space for each, which a limit may
 * forbid.
 */
export function createMd5Lanes(module: Md5Module): Md5Lanes {
  if (wasm === undefined) throw new Error('A module is compiled where there is WebAssembly.');
  const { memory, run } = new wasm.Instance(module).exports as Program;
  const bytes = new Uint8Array(memory.buffer);
  const words = new Uint32Array(memory.buffer);
  writeSteps(words);

  const begin = (lane: number): void => {
    for (const [word, value] of firstState.entries()) words[stateAt(lane, word) / 4] = value;
  };
  const digestOf = (lane: number): Buffer => {
    const digest = Buffer.alloc(16);
    for (const word of firstState.keys()) digest.set(bytes.subarray(stateAt(lane, word)).subarray(0, 4), word * 4);
    return digest;
  };

  return (messages) => {
    const digests: Buffer[] = [];
    const padded = messages.map((message, index) => ({ index, ...pad(message) }));
    // Shortest first, so that all remaining lanes have the same number of blocks to go.
    padded.sort((a, b) => a.bytes - b.bytes);
    for (const lane of padded.keys()) begin(lane);
    let at = 0;
    for (const [lane, shortest] of padded.entries()) {
      while (at < shortest.bytes) {
        const taken = Math.min(laneBytes, shortest.bytes - at);
        for (const [index, message] of padded.slice(lane).entries())
          message.copy(bytes, laneAt(lane + index), at, taken);
        run(taken);
        at += taken;
      }
      digests[shortest.index] = digestOf(lane);
    }
    return digests;
  };
}

interface Padded {
  /** Whole blocks only. */
  readonly bytes: number;
  copy(target: Uint8Array, targetAt: number, from: number, length: number): void;
}

/** A message with the padding of MD5: one bit, zeros, and the length in bits. */
function pad(message: Uint8Array): Padded {
  const restBytes = message.length % blockBytes;
  const endAt = message.length - restBytes;
  const end = Buffer.alloc(restBytes < blockBytes - 8 ? blockBytes : 2 * blockBytes);
  end.set(message.subarray(endAt));
  end[restBytes] = 0x80;
  end.writeBigUInt64LE(BigInt(message.length) * 8n, end.length - 8);
  return {
    bytes: endAt + end.length,
    copy: (target, targetAt, from, length) => {
      const whole = message.subarray(from, Math.min(from + length, endAt));
      target.set(whole, targetAt);
      if (whole.length === length) return;
      const endFrom = from + whole.length - endAt;
      target.set(end.subarray(endFrom, endFrom + length - whole.length), targetAt + whole.length);
    },
  };
}
