// Moves files with the product's own transfers and records how long each took.
import type { TransferStep } from '@shared/lab/steps';
import type { FileMove, MovedFile } from '../bench/bench';
import { isTimeout } from '../bench/meter';
import { type StepContext, positionOf } from './step-context';
import { TransferSlices } from './transfer-slices';

export function moveOf(step: TransferStep, signal: AbortSignal): FileMove {
  const { direction, files, fileBytes, blockBytes, concurrency, limitMs } = step;
  return { direction, files, fileBytes, blockBytes, concurrency, limitMs, signal };
}

export async function runTransfers(step: TransferStep, context: StepContext): Promise<void> {
  const { bench, signal } = context;
  const incidents: { readonly atMs: number; readonly kind: 'retries' | 'throttled' | 'timeouts' }[] = [];
  const slices = step.sliceMs === undefined ? null : new TransferSlices(step.sliceMs, bench.clock.monotonic());
  const stopListening = bench.meter.onRequest((record) => {
    const atMs = bench.clock.monotonic();
    slices?.ended(record, atMs);
    if (record.attempt > 1) incidents.push({ atMs, kind: 'retries' });
    if (record.status === 503 || record.status === 429) incidents.push({ atMs, kind: 'throttled' });
    if (isTimeout(record.errorCode)) incidents.push({ atMs, kind: 'timeouts' });
  });
  const moved = await bench.files.move(moveOf(step, signal)).finally(stopListening);
  for (const row of slices?.rows(step, context) ?? []) context.emit(row);
  const slots = slotsOf(moved);
  let from = -Infinity;
  for (const [index, file] of moved.entries()) {
    // Failed requests are attributed to the file that ended next; the last file gets the remaining ones.
    const until = index === moved.length - 1 ? Infinity : file.endMs;
    const mine = incidents.filter(({ atMs }) => atMs > from && atMs <= until);
    const count = (kind: string): number => mine.filter((incident) => incident.kind === kind).length;
    from = file.endMs;
    const durationMs = file.endMs - file.startMs;
    context.emit({
      ...positionOf(context, file.startMs, file.endMs),
      direction: step.direction,
      mode: step.mode,
      fileBytes: step.fileBytes,
      blockBytes: step.blockBytes === 'tuned' ? -1 : step.blockBytes,
      concurrency: step.concurrency,
      slot: slots[index] ?? 0,
      requests: file.requests,
      bytesPerSecond: durationMs > 0 ? Math.round((step.fileBytes / durationMs) * 1000) : 0,
      retries: count('retries'),
      throttled: count('throttled'),
      ok: file.error === '' ? 1 : 0,
      error: file.error,
      timeouts: count('timeouts'),
    });
  }
}

/** Rows of a timeline in which no two bars overlap: each file takes the lowest row that is free when it starts. */
function slotsOf(moved: readonly Pick<MovedFile, 'startMs' | 'endMs'>[]): readonly number[] {
  const order = moved.map((file, index) => ({ ...file, index })).sort((a, b) => a.startMs - b.startMs);
  const freeAt: number[] = [];
  const slots = new Array<number>(moved.length).fill(0);
  for (const { startMs, endMs, index } of order) {
    const found = freeAt.findIndex((ms) => ms <= startMs);
    const slot = found === -1 ? freeAt.length : found;
    freeAt[slot] = endMs;
    slots[index] = slot;
  }
  return slots;
}
