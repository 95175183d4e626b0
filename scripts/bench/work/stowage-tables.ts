// Scans, imports and exports by the engine.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ExportFormat } from '@shared/model/table-export';
import { defaultImportSettings } from '@shared/model/table-import';
import type { TableJob } from '@shared/model/table-job';
import type { ImportRequest } from '../../../electron/engine/tables/import/create-imports';
import { importedLines } from '../import-rows';
import type { Task } from '../task';
import type { BenchEngine } from './bench-engine';
import { type Work, expectCount, removeTargetDir, targetDirOf } from './work';

const anyKey = { kind: 'any' } as const;
const wholeTable = { partitionKey: anyKey, rowKey: anyKey, select: [], pageSize: 1000 };

/** The dry run alone. */
export async function checkWork(opened: BenchEngine): Promise<Work> {
  await writeSources(opened.task);
  const { imports } = opened.engine.rooms.tableFiles;
  return {
    run: async (repetition) => {
      const { rows } = await imports.check(requestFor(opened, repetition));
      expectCount('rows of the check', rows, opened.task.sizes.entities);
    },
    clean: (repetition) => rm(sourcePath(opened.task, repetition)),
  };
}

/** @param checked `beforehand`: as the window starts an import, after the check that it has shown */
export async function importWork(opened: BenchEngine, checked: 'with-the-import' | 'beforehand'): Promise<Work> {
  const { task } = opened;
  await writeSources(task);
  const { imports } = opened.engine.rooms.tableFiles;
  const prepare = async (repetition: number): Promise<void> => {
    if (checked === 'beforehand' && repetition <= task.repetitions) await imports.check(requestFor(opened, repetition));
  };
  await prepare(0);
  return {
    run: async (repetition) => {
      const job = await imports.start(requestFor(opened, repetition));
      expectAllRows(await job.ended(), task.sizes.entities);
    },
    clean: async (repetition) => {
      await rm(sourcePath(task, repetition));
      await prepare(repetition + 1);
    },
  };
}

/** One file for each repetition, the warm-up included. */
async function writeSources(task: Task): Promise<void> {
  const { entities, noteLength } = task.sizes;
  for (let repetition = 0; repetition <= task.repetitions; repetition += 1) {
    const lines = importedLines(entities, `stowage-${repetition}`, noteLength);
    await writeFile(sourcePath(task, repetition), Readable.from(lines));
  }
}

function sourcePath(task: Task, repetition: number): string {
  return join(task.scratch, `rows-${repetition}.csv`);
}

function requestFor({ connectionId, task }: BenchEngine, repetition: number): ImportRequest {
  return {
    connectionId,
    table: 'few',
    location: { kind: 'file', path: sourcePath(task, repetition) },
    reading: {},
    settings: { ...defaultImportSettings, mode: 'upsert-replace' },
  };
}

export function exportWork({ engine, connectionId, task }: BenchEngine, format: ExportFormat): Work {
  return {
    run: async (repetition) => {
      const targetDir = targetDirOf(task, repetition);
      await mkdir(targetDir, { recursive: true });
      const job = await engine.rooms.tableFiles.exports.start({
        connectionId,
        source: { kind: 'query', query: { table: 'typed', ...wholeTable } },
        columns: [],
        format,
        path: join(targetDir, `typed.${format}`),
      });
      expectAllRows(await job.ended(), task.sizes.entities);
    },
    clean: (repetition) => removeTargetDir(task, repetition),
  };
}

interface Scan {
  readonly table: string;
  /** Key ranges read at once. */
  readonly parallel?: number;
}

export function scanWork(opened: BenchEngine, scan: Scan): Work {
  return {
    run: async () => expectCount('rows of the engine', await countRows(opened, scan), opened.task.sizes.entities),
  };
}

/** Reads every page of a table as the window does: packed by column, the form in which it keeps and shows them. */
async function countRows({ engine, connectionId }: BenchEngine, scan: Scan): Promise<number> {
  const context = { signal: new AbortController().signal };
  const query = { ...scan, ...wholeTable, splitOr: false };
  const { sessionId } = await engine.calls['tables.open']({ connectionId, query }, context);
  let rows = 0;
  for (;;) {
    const page = await engine.calls['tables.next-packed-page']({ sessionId }, context);
    for (const { count } of page.blocks) rows += count;
    if (!page.more) break;
  }
  await engine.calls['tables.close']({ sessionId }, context);
  return rows;
}

function expectAllRows({ state, error, rowsDone }: TableJob, rows: number): void {
  if (state !== 'done') throw new Error(`${state}: ${error?.code ?? ''} ${error?.detail ?? ''}`);
  expectCount('rows of the job', rowsDone, rows);
}
