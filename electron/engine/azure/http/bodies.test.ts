// How the bodies of an attempt are sent and received.
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { AnswerBody, PieceSize, sendBody } from './bodies';
import { limitsFor, AttemptPhases } from './timeouts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Line {
  readonly bytesPerSecond: number;
  /** The number of bytes that the kernel accepts at once before it waits for the network. */
  readonly bufferBytes: number;
}

const pollEveryMs = 250;

/** How a body of 8 MiB is sent: `done`, or the failure that the watchdog reports, and the pieces. */
function sent(line: Line, pieceSize: PieceSize): { readonly outcome: string; readonly pieces: readonly number[] } {
  const bodyBytes = 8 * MiB;
  const limits = limitsFor({ operation: 'PutBlock', bodyBytes, range: undefined });
  const phases = new AttemptPhases(0);
  const pieces: number[] = [];
  let nowMs = 0;
  let written = 0;
  let due: { readonly atMs: number; readonly taken: () => void } | null = null;
  const write = (piece: Uint8Array, taken: () => void): void => {
    pieces.push(piece.length);
    written += piece.length;
    const drainedAtMs = (Math.max(0, written - line.bufferBytes) / line.bytesPerSecond) * 1000;
    due = { atMs: Math.max(nowMs, drainedAtMs), taken };
  };
  phases.gotConnection(0);
  phases.enter('sending', 0);
  sendBody(new Uint8Array(bodyBytes), {
    request: { isDestroyed: () => false, write, end: write },
    pieceSize,
    monotonic: () => nowMs,
    onSent: (bytes) => phases.moved(bytes),
    onDone: () => phases.end(),
    onSourceError: () => undefined,
  });
  const next = (): { readonly atMs: number; readonly taken: () => void } | null => due;
  for (let checkAtMs = pollEveryMs; phases.now !== 'ended'; checkAtMs += pollEveryMs) {
    for (let one = next(); one !== null && one.atMs <= checkAtMs; one = next()) {
      due = null;
      nowMs = one.atMs;
      one.taken();
    }
    nowMs = checkAtMs;
    const overdue = phases.overdue(nowMs, limits);
    if (overdue !== null) return { outcome: overdue.code, pieces };
  }
  return { outcome: 'done', pieces };
}

/** As after a fast network. */
function large(): PieceSize {
  const pieceSize = new PieceSize();
  sent({ bytesPerSecond: 1000 * MiB, bufferBytes: 0 }, pieceSize);
  expect(pieceSize.bytes).toBe(1 * MiB);
  return pieceSize;
}

describe('network', () => {
  it.each([
    [8, 0],
    [8, 256],
    [40, 0],
    [40, 1024],
  ])('of %i KiB/s with a buffer of %i KiB is slow, not dead, even right after a fast one', (rate, buffer) => {
    const line = { bytesPerSecond: rate * KiB, bufferBytes: buffer * KiB };
    expect(sent(line, large()).outcome).toBe('done');
    expect(sent(line, new PieceSize()).outcome).toBe('done');
  });

  it('is dead when it accepts almost nothing', () => {
    expect(sent({ bytesPerSecond: 10, bufferBytes: 256 * KiB }, large()).outcome).toBe('network.stalled');
  });

  it('receives large pieces soon when it is fast', () => {
    const { pieces } = sent({ bytesPerSecond: 1000 * MiB, bufferBytes: 0 }, large());
    expect(pieces.length).toBeLessThan(30);
    expect(Math.max(...pieces)).toBeGreaterThanOrEqual(1 * MiB);
  });
});

describe('the size of a piece', () => {
  const learned = (...pieces: readonly (readonly [bytes: number, elapsedMs: number])[]): number => {
    const size = new PieceSize();
    for (const [bytes, elapsedMs] of pieces) size.learn(bytes, elapsedMs);
    return size.bytes;
  };

  it.each([
    [4, 128 * KiB],
    [5, 64 * KiB],
    [100, 64 * KiB],
    [101, 32 * KiB],
  ])('after a piece of 64 KiB in %i ms is %i', (elapsedMs, bytes) => {
    expect(learned([64 * KiB, elapsedMs])).toBe(bytes);
  });

  it('is from 4 KiB to 1 MiB, and no smaller after a small piece that was quick', () => {
    expect(learned(...Array.from({ length: 9 }, () => [KiB, 101] as const))).toBe(4 * KiB);
    expect(learned([512 * KiB, 1])).toBe(MiB);
    expect(learned([MiB, 1])).toBe(MiB);
    expect(learned([MiB, 1], [KiB, 1])).toBe(MiB);
  });

  it('is at most a quarter of what its attempt has sent, except for the first one', () => {
    const size = new PieceSize();
    size.learn(MiB, 1);
    expect([0, 256 * KiB, 256 * KiB + 4, 4 * MiB, 5 * MiB].map((sentBytes) => size.after(sentBytes))).toEqual([
      64 * KiB,
      64 * KiB,
      64 * KiB + 1,
      MiB,
      MiB,
    ]);
  });
});

describe('a body', () => {
  /** The pieces that are written at once, and what ends the request. */
  const written = async (body: Uint8Array | Readable) => {
    const pieces: Buffer[] = [];
    let sentBytes = 0;
    const last: number[] = [];
    await new Promise<void>((onDone) =>
      sendBody(body, {
        request: {
          isDestroyed: () => false,
          write: (piece, taken) => void (pieces.push(Buffer.from(piece)), setImmediate(taken)),
          end: (piece, taken) => void (last.push(piece.length), pieces.push(Buffer.from(piece)), setImmediate(taken)),
        },
        pieceSize: new PieceSize(),
        monotonic: () => 0,
        onSent: (bytes) => void (sentBytes += bytes),
        onDone,
        onSourceError: () => expect.unreachable('The source does not fail.'),
      }),
    );
    return { lengths: pieces.map(({ length }) => length), whole: Buffer.concat(pieces), sentBytes, last };
  };

  it.each([
    [0, [0]],
    [1, [1]],
    [96 * KiB, [96 * KiB]],
    [96 * KiB + 1, [64 * KiB, 32 * KiB + 1]],
    [160 * KiB, [64 * KiB, 96 * KiB]],
    [161 * KiB, [64 * KiB, 64 * KiB, 33 * KiB]],
  ])('of %i bytes is sent whole and in order, in pieces of %j', async (length, lengths) => {
    const body = Buffer.from(Uint8Array.from({ length }, (_, index) => index % 251));
    const sentBody = await written(body);
    expect(sentBody).toMatchObject({ lengths, sentBytes: length, last: lengths.slice(-1) });
    expect(sentBody.whole.equals(body)).toBe(true);
  });

  it('ends after its last piece when it is a stream of text or bytes', async () => {
    const { whole, sentBytes, last } = await written(Readable.from(['ä', Buffer.from('b')]));
    expect([whole.toString(), sentBytes, last]).toEqual(['äb', 3, [0]]);
  });
});

/** The garbage collector, so that garbage of other tests is not measured. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Bytes of objects and of the buffers that they reference. */
function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it.each(['borrowed', 'owned'] as const)(
  'response body: is complete, and takes little more memory than its length, when it arrives byte by byte (%s)',
  (memory) => {
    const bytes = 1_000_000;
    const body = new AnswerBody({});
    const collectGarbage = garbageCollector();
    collectGarbage();
    const before = memoryInUse();
    const piece = Buffer.from('x');
    for (let taken = 0; taken < bytes; taken += 1) body.take(piece, memory);
    collectGarbage();
    expect(memoryInUse() - before).toBeLessThan(2 * MiB);
    expect(body.whole().equals(Buffer.alloc(bytes, 'x'))).toBe(true);
  },
);

it('response body: preserves the order of small and large pieces, and finds an error code that spans them', () => {
  const body = new AnswerBody({});
  const pieces = ['<Error><Co', 'de>Inva', 'lidName</Code>', 'l'.repeat(5_000), 'a', 'b', 'm'.repeat(3_000), 'z'];
  for (const piece of pieces) body.take(Buffer.from(piece), 'borrowed');
  expect(body.beginning()).toContain('<Code>InvalidName</Code>');
  expect(body.whole().toString()).toBe(pieces.join(''));
  expect(body.cutTo(8_000)).toBe(true);
  expect(body.whole().toString()).toBe(pieces.join('').slice(0, 8_000));
});
