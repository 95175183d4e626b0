// Computes the MD5s of several messages at once, with the processor's vector instructions (WebAssembly SIMD).
import { blockBytes, firstState, laneAt, laneBytes, md5Program, stateAt, writeSteps } from './md5-program';

/** Up to as many messages as there are lanes, of any length: their MD5s, 16 bytes each, in the same order. */
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
    // Shortest first, so that all lanes that are left have the same number of blocks to go.
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
