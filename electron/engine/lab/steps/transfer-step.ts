// Moves files with the product's own transfers and records how long each took.
import { basename } from 'node:path';
import type { Sample } from '@shared/lab/run';
import type { TransferStep } from '@shared/lab/steps';
import type { Waits } from '@shared/monitor/bottleneck';
import type { FileMove, MovedFile } from '../bench/bench';
import { isTimeout } from '../bench/meter';
import { type StepContext, positionOf, rounded } from './step-context';
import { TransferSlices } from './transfer-slices';

export function moveOf(step: TransferStep, signal: AbortSignal): FileMove {
  const { direction, files, fileBytes, blockBytes, concurrency, limitMs, isStaged = false } = step;
  // Adapting is a matter of the whole job: the product chooses how many files it moves at once.
  const order = step.mode === 'files' || blockBytes === 'tuned' ? 'together' : 'one by one';
  const own = step.own === undefined ? {} : { own: step.own };
  return { direction, files, fileBytes, ...own, blockBytes, concurrency, limitMs, isStaged, order, signal };
}

type Incident = 'retries' | 'throttled' | 'timeouts' | 'arrivedBytes';
const none: Readonly<Record<Incident, number>> = { retries: 0, throttled: 0, timeouts: 0, arrivedBytes: 0 };

export async function runTransfers(step: TransferStep, context: StepContext): Promise<void> {
  const { bench, signal } = context;
  const incidents = new Map<string, Record<Incident, number>>();
  const slices = step.sliceMs === undefined ? null : new TransferSlices(step.sliceMs, bench.clock.monotonic());
  const stopListening = bench.meter.onRequest((record) => {
    const atMs = bench.clock.monotonic();
    slices?.ended(record, atMs);
    const name = basename(record.address);
    const { retries, throttled, timeouts, arrivedBytes } = incidents.get(name) ?? none;
    const moved = step.direction === 'up' ? record.bytesUp : record.bytesDown;
    incidents.set(name, {
      retries: retries + (record.attempt > 1 ? 1 : 0),
      throttled: throttled + (record.status === 503 || record.status === 429 ? 1 : 0),
      timeouts: timeouts + (isTimeout(record.errorCode) ? 1 : 0),
      arrivedBytes: arrivedBytes + (record.errorCode === '' && carriesData(record.operation) ? moved : 0),
    });
  });
  const moved = await bench.files.move(moveOf(step, signal)).finally(stopListening);
  for (const row of slices?.rows(step, context) ?? []) context.emit(row);
  const slots = slotsOf(moved);
  for (const [index, file] of moved.entries()) {
    const own = incidents.get(file.name) ?? none;
    const durationMs = file.endMs - file.startMs;
    const fileBytes = file.bytes ?? step.fileBytes;
    context.emit({
      ...positionOf(context, file.startMs, file.endMs),
      direction: step.direction,
      mode: step.mode,
      fileBytes,
      sizeClass: step.sizeClass ?? fileBytes,
      target: context.target ?? null,
      blockBytes: step.blockBytes === 'tuned' ? -1 : step.blockBytes,
      concurrency: step.concurrency,
      slot: slots[index] ?? 0,
      requests: file.requests,
      bytesPerSecond: file.error !== '' ? null : durationMs > 0 ? Math.round((fileBytes / durationMs) * 1000) : 0,
      retries: own.retries,
      throttled: own.throttled,
      ok: file.error === '' ? 1 : 0,
      error: file.error,
      timeouts: own.timeouts,
      // A block that was stored although its response was lost is sent, and counted, again.
      arrivedBytes: file.error === '' ? fileBytes : Math.min(own.arrivedBytes, fileBytes),
      ...(file.waits === undefined ? {} : phasesOf(file.waits)),
    });
  }
}

/** The list of blocks holds none of the file. */
const carriesData = (operation: string): boolean => operation !== 'PutBlockList';

const phasesOf = ({ lineMs, serviceMs, diskMs, cpuMs }: Waits): Sample => ({
  lineMs: rounded(lineMs),
  serviceMs: rounded(serviceMs),
  diskMs: rounded(diskMs),
  cpuMs: rounded(cpuMs),
});

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
