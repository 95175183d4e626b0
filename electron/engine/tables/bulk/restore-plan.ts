// The plan that undoes a bulk job: every row it changed with its previous content and the ETag that the change
// produced.
import { type FileHandle, open } from 'node:fs/promises';
import type { Entity } from '@shared/model/entity';
import { isWritten } from '../edit/write-request';
import { type ReadTarget, readEntity } from '../ambiguous-writes';
import { fileLines } from '../../../disk/file-lines';
import { type PlanExtent, PlanWriter, parsePlanLine } from './plan-file';
import { readResults } from './results-file';
import { type RowRules, planRow } from './row-action';
import { RowStates, rowsOf } from './row-states';

export interface RestorePlanOptions {
  readonly target: ReadTarget;
  /** The plan of the job that is undone. */
  readonly rules: RowRules;
  readonly planPath: string;
  readonly extent: PlanExtent;
  readonly resultsPath: string;
  /** The plan to write. */
  readonly path: string;
  readonly signal: AbortSignal;
}

const rowsAtOnce = 100;

/** @throws StowageError from the disk, and from the service if rows with unknown outcome have to be read */
export async function writeRestorePlan(options: RestorePlanOptions): Promise<PlanExtent> {
  const { planPath, extent, resultsPath, path, signal } = options;
  const writer = await PlanWriter.open(path);
  const file = await open(planPath, 'r');
  try {
    const offsets = await offsetsOf(planPath, extent);
    const rowAt = (index: number): Promise<Entity> => readRow(file, offsets, index, planPath);
    const states = new RowStates();
    for await (const record of readResults(resultsPath)) {
      signal.throwIfAborted();
      states.take(record);
      if (record.kind !== 'written') continue;
      const rows = await Promise.all([...rowsOf(record.rows)].map(rowAt));
      await writer.add(rows.map((row, at) => ({ ...row, etag: record.etags[at] ?? '' })));
    }
    // Rows in flight when the job ended.
    const doubtful: number[] = [];
    for (let index = 0; index < extent.rows; index += 1) if (states.of(index) === 'sent') doubtful.push(index);
    for (let start = 0; start < doubtful.length; start += rowsAtOnce) {
      signal.throwIfAborted();
      const rows = await Promise.all(doubtful.slice(start, start + rowsAtOnce).map(rowAt));
      const changed = await Promise.all(rows.map((row) => ifChanged(options, row)));
      await writer.add(changed.flatMap((row) => (row === null ? [] : [row])));
    }
    return writer.extent;
  } finally {
    await file.close();
    await writer.close();
  }
}

/** The previous row with its current ETag, if the change was carried out. */
async function ifChanged({ rules, target }: RestorePlanOptions, row: Entity): Promise<Entity | null> {
  const plan = planRow(rules, row);
  if (plan.kind !== 'send') return null;
  const stored = await readEntity(target, row);
  return isWritten(plan.request, stored) ? { ...row, etag: stored?.etag ?? '' } : null;
}

/** The start of each line and the end of the last one: eight bytes per row. */
async function offsetsOf(path: string, { rows, bytes }: PlanExtent): Promise<Float64Array> {
  const offsets = new Float64Array(rows + 1);
  let index = 0;
  for await (const line of fileLines(path, bytes)) {
    offsets[index + 1] = (offsets[index] ?? 0) + line.length;
    index += 1;
  }
  return offsets;
}

async function readRow(file: FileHandle, offsets: Float64Array, index: number, path: string): Promise<Entity> {
  const start = offsets[index] ?? 0;
  const line = Buffer.alloc((offsets[index + 1] ?? start) - start);
  await file.read(line, 0, line.length, start);
  return parsePlanLine(line, path);
}
