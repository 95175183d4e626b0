// The shortest journal that leads to the same standing of a job.
import type { BlockNumber } from '@shared/model/block-number';
import { type JobNotes, persistedNotes } from './job-remarks';
import type { JobRecord } from './job-records';
import { type JobState, firstPace, insistenceField } from './job-state';

/** The shortest records with the same standing. For a job with nothing left to plan or to move. */
export function compactRecords(jobState: JobState): readonly JobRecord[] {
  const { head, failed, files, bytes, bytesFailed, filesDone, bytesDone, filesSkipped, bytesSkipped } = jobState;
  const { nextFile, foreseen } = jobState;
  const records: JobRecord[] = [head];
  records.push({
    t: 'totals',
    files: files - failed.size,
    bytes: bytes - bytesFailed,
    filesDone,
    bytesDone,
    filesSkipped,
    bytesSkipped,
    nextFile,
  });
  if (foreseen !== null) records.push({ t: 'foreseen', files: foreseen.files, bytes: foreseen.bytes + bytesSkipped });
  for (const [f, { file, failure, blocks, sums, timing }] of failed) {
    if (file !== null) records.push(file);
    records.push(...blockRecords(f, new Map([...blocks].map((number) => [number, sums.get(number)]))));
    records.push({ t: 'ended', f, outcome: 'failed', failure, ...(timing === undefined ? {} : { timing }) });
  }
  if (jobState.planned) records.push({ t: 'planned' });
  if (JSON.stringify(jobState.pace) !== JSON.stringify(firstPace(head)))
    records.push({ t: 'pace', pace: jobState.pace });
  if (jobState.turn !== head.createdAtMs) records.push({ t: 'turn', at: jobState.turn });
  records.push(stateOf(jobState));
  return records;
}

/** The record that leads to its state; `notes`: what is said of it instead. */
export function stateOf(jobState: JobState, notes: JobNotes = jobState): Extract<JobRecord, { t: 'state' }> {
  const { head, state, waitsFor, endedAtMs, insists, ranMs, sent } = jobState;
  return {
    t: 'state',
    state,
    atMs: endedAtMs ?? head.createdAtMs,
    ...persistedNotes(notes),
    ...(waitsFor === null ? {} : { waitsFor }),
    ...insistenceField(insists),
    ...(ranMs === null ? {} : { ranMs }),
    ...(sent === null ? {} : { sent }),
  };
}

/** What is known of safe blocks and of the CRC of each; those without one get a record of their own. */
export function blockRecords(
  f: number,
  sums: ReadonlyMap<BlockNumber, number | undefined>,
): readonly Extract<JobRecord, { t: 'blocks' }>[] {
  const sorted = [...sums].sort(([a], [b]) => a - b);
  const known = sorted.flatMap(([number, sum]) => (sum === undefined ? [] : [{ number, sum }]));
  const others = sorted.flatMap(([number, sum]) => (sum === undefined ? [number] : []));
  return [
    ...(others.length === 0 ? [] : [{ t: 'blocks' as const, f, runs: runsOf(others) }]),
    ...(known.length === 0
      ? []
      : [
          {
            t: 'blocks' as const,
            f,
            runs: runsOf(known.map(({ number }) => number)),
            sums: known.map(({ sum }) => sum),
          },
        ]),
  ];
}

/** Sorted numbers as runs of first and last. */
export function runsOf(numbers: Iterable<number>): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs[runs.length - 1];
    if (last !== undefined && number <= last[1] + 1) last[1] = Math.max(last[1], number);
    else runs.push([number, number]);
  }
  return runs;
}
