// Collects the MD5s that are requested at one moment and computes them together, as for many small files, where hashing
// weighs most. A single message, or one far longer than the others, is hashed as usual.
import { performance } from 'node:perf_hooks';
import type { Md5Lanes } from './md5-lanes';
import { md5Of } from './md5-of';
import { lanes } from './md5-program';

export interface Md5 {
  /** In base64, as the service writes it. */
  readonly md5: string;
  /** Its share of the hashing time. */
  readonly cpuMs: number;
}

/** The bytes must not change until it resolves. */
export type RequestMd5 = (bytes: Uint8Array) => Promise<Md5>;

export interface Md5s {
  /**
   * Delays until the current message has been processed completely, so that everything it requests is hashed together.
   */
  readonly ofRead: RequestMd5;
  /** Delays until the end of the event loop's turn, because every connection has an event of its own. */
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
