// The MD5s that are asked for at one moment, computed together: those of many small files, where hashing weighs most.
// What comes alone, or is far longer than the rest, is hashed as usual.
import { performance } from 'node:perf_hooks';
import type { Md5Lanes } from './md5-lanes';
import { md5Of } from './md5-of';
import { lanes } from './md5-program';

export interface Md5 {
  /** In base64, as the service writes it. */
  readonly md5: string;
  /** Its share of what hashing took. */
  readonly cpuMs: number;
}

/** The bytes must stay as they are until it resolves. */
export type AskMd5 = (bytes: Uint8Array) => Promise<Md5>;

export interface Md5s {
  /** Together with what the same message has a thread read: it is sent before anything else happens. */
  readonly ofRead: AskMd5;
  /** Together with what else comes in one turn of the event loop, in which every connection has an event of its own. */
  readonly ofReceived: AskMd5;
}

/**
 * `openLanes` gives null where there are none, and throws where there is no room for their memory: then everything is hashed
 * as usual. It is called once, when they are first worth it.
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
  return { ofRead: askTogether(hashTogether, queueMicrotask), ofReceived: askTogether(hashTogether, setImmediate) };
}

interface Asked {
  readonly bytes: Uint8Array;
  readonly answer: (md5: Md5) => void;
}

/** `later`: calls when nothing more is asked for at this moment. */
function askTogether(
  hashTogether: (messages: readonly Uint8Array[]) => readonly string[],
  later: (answer: () => void) => void,
): AskMd5 {
  let asked: Asked[] = [];
  const answerAll = (): void => {
    const all = asked;
    asked = [];
    for (const group of groupsOf(all)) {
      const startMs = performance.now();
      const md5s = hashTogether(group.map(({ bytes }) => bytes));
      const cpuMs = (performance.now() - startMs) / group.length;
      for (const [index, md5] of md5s.entries()) group[index]?.answer({ md5, cpuMs });
    }
  };
  return (bytes) =>
    new Promise((resolve) => {
      if (asked.push({ bytes, answer: resolve }) === 1) later(answerAll);
    });
}

/** All lanes together take so many times as long as the longest of their messages alone: measured, and rounded up. */
const costOfLanes = 3;

/** Groups that are worth all lanes, and by itself what is not. */
export function groupsOf<T extends { readonly bytes: Uint8Array }>(asked: readonly T[]): readonly (readonly T[])[] {
  const left = [...asked].sort((a, b) => b.bytes.length - a.bytes.length);
  const groups: T[][] = [];
  for (let longest = left[0]; longest !== undefined; longest = left[0]) {
    const together = left.slice(0, lanes);
    const bytes = together.reduce((sum, one) => sum + one.bytes.length, 0);
    groups.push(left.splice(0, bytes > longest.bytes.length * costOfLanes ? lanes : 1));
  }
  return groups;
}
