// How the pieces of a body follow the line: a slow one is never taken for a dead one, a fast one gets few pieces.
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { PieceSize, sendBody } from './body-sender';
import { limitsFor } from './try-limits';
import { TryPhases } from './try-phases';

interface Line {
  readonly bytesPerSecond: number;
  /** What the kernel takes at once before it waits for the line. */
  readonly bufferBytes: number;
}

const lookEveryMs = 250;

/** How a body of 8 MiB is sent: `done`, or what the watchdog says of it, and the pieces. */
function sent(line: Line, pieceSize: PieceSize): { readonly outcome: string; readonly pieces: readonly number[] } {
  const bodyBytes = 8 * MiB;
  const limits = limitsFor({ operation: 'PutBlock', bodyBytes, range: undefined });
  const phases = new TryPhases(0);
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
  for (let lookAtMs = lookEveryMs; phases.now !== 'ended'; lookAtMs += lookEveryMs) {
    for (let one = next(); one !== null && one.atMs <= lookAtMs; one = next()) {
      due = null;
      nowMs = one.atMs;
      one.taken();
    }
    nowMs = lookAtMs;
    const overdue = phases.overdue(nowMs, limits);
    if (overdue !== null) return { outcome: overdue.code, pieces };
  }
  return { outcome: 'done', pieces };
}

/** As a fast line leaves it. */
function large(): PieceSize {
  const pieceSize = new PieceSize();
  sent({ bytesPerSecond: 1000 * MiB, bufferBytes: 0 }, pieceSize);
  expect(pieceSize.bytes).toBe(1 * MiB);
  return pieceSize;
}

describe('a line', () => {
  it.each([
    [8, 0],
    [8, 256],
    [40, 0],
    [40, 1024],
  ])('of %i KiB/s with a buffer of %i KiB is slow, not dead, also right after a fast one', (rate, buffer) => {
    const line = { bytesPerSecond: rate * KiB, bufferBytes: buffer * KiB };
    expect(sent(line, large()).outcome).toBe('done');
    expect(sent(line, new PieceSize()).outcome).toBe('done');
  });

  it('that takes next to nothing is dead', () => {
    expect(sent({ bytesPerSecond: 10, bufferBytes: 256 * KiB }, large()).outcome).toBe('network.stalled');
  });

  it('that is fast is written to in large pieces soon', () => {
    const { pieces } = sent({ bytesPerSecond: 1000 * MiB, bufferBytes: 0 }, large());
    expect(pieces.length).toBeLessThan(30);
    expect(Math.max(...pieces)).toBeGreaterThanOrEqual(1 * MiB);
  });
});
