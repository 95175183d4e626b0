// The engine in a process that the soak may kill: it continues what an earlier one left, does the work it is given, and
// reports when that is done and how much memory it holds then. Meanwhile Monitor is read, and a timetable slows and
// pauses transfers.
import { join } from 'node:path';
import { fileVault } from '../../electron/cli/file-vault';
import { type Engine, createEngine } from '../../electron/engine/engine';
import { maxRequests } from '../../electron/engine/metrics/request-log';
import type { Clock } from '../../electron/engine/ports';
import type { JobHandle, Transfers } from '../../electron/engine/transfers/api';
import { widenThreadPool } from '../../electron/engine/runtime/thread-pool';
import { StowageError } from '@shared/errors';
import { everyRequest } from '@shared/model/monitor';
import { defaultImportSettings } from '@shared/model/table-import';
import { hoursOfWeek, type Pace } from '@shared/model/transfer-pace';
import { MiB } from '@shared/units';
import { clockOf, hourMs } from './day';
import { type HeldNow, createHeldProbe } from './held';
import {
  type SoakFolders,
  type Work,
  container,
  downloadDir,
  downloadedPrefix,
  importFile,
  importTable,
  scannedRows,
  scannedTable,
  sourceDir,
  tinyDir,
  tinyFiles,
  uploadPrefix,
} from './works';

export type FromEngine =
  | { readonly kind: 'ready'; readonly resumed: number }
  | { readonly kind: 'done'; readonly number: number; readonly pauses: number }
  | { readonly kind: 'held'; readonly held: HeldNow; readonly retainedJobs: number; readonly historyHours: number }
  | { readonly kind: 'failed'; readonly reason: string };

export type ToEngine = { readonly kind: 'work'; readonly work: Work } | { readonly kind: 'tell-held' };

const options = { overwrite: 'always', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' } as const;
const { signal } = new AbortController();
/** Like a user who clears the queue now and then. */
const jobsLeftInQueue = 12;
const pollEveryMs = 1_000;
const dayMs = 24 * hourMs;
/** Full speed, a rate limit from 8 to 18 hours, and a pause of one hour at noon. */
const officePace: Pace = {
  kind: 'timetable',
  hours: Array.from({ length: hoursOfWeek }, (_, index) => {
    const hour = index % 24;
    if (hour === 12) return 'pause';
    return hour >= 8 && hour < 18 ? 96 * MiB : 'full';
  }),
};
/** How often the timetable paused a transfer. */
let pauses = 0;

async function main(folders: SoakFolders): Promise<void> {
  widenThreadPool(process.env);
  const measureHeld = createHeldProbe();
  const clock = clockOf(folders.day);
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const engine = createEngine(
    {
      stateDir: folders.stateDir,
      emulator: null,
      secrets: fileVault({ path: join(folders.stateDir, 'secrets.json'), now: () => clock.now(), info: log }),
      sources: { resolve: () => Promise.resolve(null) },
      clock,
      random: Math.random,
      transferWorkerPath: join(__dirname, '..', 'main', 'transfer-worker.js'),
      importWorkerPath: join(__dirname, '..', 'main', 'import-worker.js'),
      previewWorkerPath: join(__dirname, '..', 'main', 'preview-worker.js'),
      log,
    },
    { loadSampleData: 'never', totalPace: 'holds' },
  );
  const ends: Ends = {
    connectionId: engine.rooms.connections.addForThisRun(folders.connectionString),
    nowhereId: engine.rooms.connections.addForThisRun(folders.nowhere),
    places: folders,
  };
  await engine.recovered;
  await engine.calls['transfers.write-pace']({ pace: officePace }, { signal });
  watch(engine, clock);
  const resumed = await goOnWithJobs(engine);
  process.on('message', (request: ToEngine) => {
    const answer = request.kind === 'work' ? perform(engine, ends, request.work) : sendHeld();
    answer.catch((error: unknown) => {
      const what = request.kind === 'work' ? `${request.work.kind} ${request.work.number}` : 'what is held';
      send({ kind: 'failed', reason: `${what}: ${String(error)}` });
    });
  });
  send({ kind: 'ready', resumed });

  async function sendHeld(): Promise<void> {
    const retainedJobs = await clearQueue(engine);
    const toMs = clock.now();
    const request = { filter: everyRequest, fromMs: toMs - 2 * dayMs, toMs };
    const { points } = await engine.calls['monitor.series']({ ...request, points: 48 }, { signal });
    send({ kind: 'held', held: await measureHeld(), retainedJobs, historyHours: points.length });
  }
}

/** As the window does while Monitor is open. */
function watch(engine: Engine, clock: Clock): void {
  void engine.streams['metrics.watch']({}, { signal, push: () => undefined });
  void engine.streams['jobs.watch']({}, { signal, push: () => undefined });
  const check = async (): Promise<void> => {
    const toMs = clock.now();
    const request = { filter: everyRequest, fromMs: toMs - dayMs, toMs };
    await engine.calls['monitor.standing']({}, { signal });
    await engine.calls['monitor.series']({ ...request, points: 300 }, { signal });
    await engine.calls['monitor.partitions']({ ...request, steps: 60 }, { signal });
  };
  setInterval(() => void check(), pollEveryMs);
}

/** Returns how many transfers are left in it. */
async function clearQueue({ calls, rooms: { transfers } }: Engine): Promise<number> {
  for (const { id } of transfers.jobs().slice(jobsLeftInQueue)) {
    await calls['jobs.forget']({ jobId: id }, { signal });
  }
  return transfers.jobs().length;
}

async function goOnWithJobs({ rooms: { transfers } }: Engine): Promise<number> {
  const left = transfers.jobs().filter(({ state }) => state === 'interrupted');
  for (const { id } of left) await whole(transfers, await transfers.resume(id));
  return left.length;
}

interface Ends {
  readonly connectionId: string;
  /** To the service that stores nothing. */
  readonly nowhereId: string;
  readonly places: SoakFolders;
}

async function perform(engine: Engine, ends: Ends, work: Work): Promise<void> {
  await done(engine, ends, work);
  send({ kind: 'done', number: work.number, pauses });
}

async function done(engine: Engine, ends: Ends, work: Work): Promise<void> {
  const { connectionId, places: folders } = ends;
  const { transfers, tableFiles } = engine.rooms;
  switch (work.kind) {
    case 'upload': {
      const target = { connectionId, container, prefix: uploadPrefix(work) };
      return whole(transfers, await transfers.uploadPaths({ ...target, paths: [`${sourceDir(folders)}/`], options }));
    }
    case 'download': {
      const selection = [{ kind: 'prefix', prefix: downloadedPrefix, as: '' }] as const;
      const targetDir = downloadDir(folders, work);
      return whole(transfers, await transfers.downloadTo({ connectionId, container, selection, targetDir, options }));
    }
    case 'import': {
      const table = importTable(work);
      const path = importFile(folders, work);
      const left = tableFiles.imports.unfinished(table, path);
      const settings = { ...defaultImportSettings, mode: 'upsert-replace' } as const;
      const location = { kind: 'file', path } as const;
      const job = left ?? (await tableFiles.imports.start({ connectionId, table, location, reading: {}, settings }));
      await left?.resume(connectionId);
      for (;;) {
        const { state, error } = await job.ended();
        if (state === 'done') {
          await engine.calls['jobs.forget']({ jobId: job.id }, { signal });
          return;
        }
        if (error?.code !== 'network.refused') throw new Error(`${state} ${error?.code ?? ''} ${error?.detail ?? ''}`);
        await later();
        await job.resume(connectionId);
      }
    }
    case 'scan': {
      const rows = await scan(engine, connectionId);
      if (rows !== scannedRows) throw new Error(`${rows} rows instead of ${scannedRows}`);
      return;
    }
    case 'fill':
      return fillLog(engine, ends);
  }
}

async function fillLog(engine: Engine, { nowhereId, places: folders }: Ends): Promise<void> {
  const { transfers } = engine.rooms;
  const target = { connectionId: nowhereId, container };
  for (let sent = 0; sent < maxRequests; sent += tinyFiles) {
    await whole(
      transfers,
      await transfers.uploadPaths({ ...target, prefix: `fill-${sent}/`, paths: [`${tinyDir(folders)}/`], options }),
    );
    await clearQueue(engine);
  }
}

/**
 * A transfer fails if the connection breaks before the service has answered once. A user would retry it, and so does
 * this.
 */
async function whole(transfers: Transfers, job: JobHandle): Promise<void> {
  for (let current = job; ; current = await transfers.resume(job.jobId)) {
    const { state, failed, stoppedBy } = await current.ended;
    const isOfTheLine = [...failed, ...(stoppedBy === null ? [] : [stoppedBy])].every(({ code }) =>
      code.startsWith('network.'),
    );
    if (state === 'done') return;
    if (state === 'paused' && stoppedBy === null) {
      pauses += 1;
      await goneOn(transfers, current.jobId);
      continue;
    }
    if (!isOfTheLine) {
      throw new Error([state, stoppedBy?.message, ...failed.map(({ message }) => message)].join(' '));
    }
    await later();
  }
}

/** Waits for the timetable to resume it. */
async function goneOn(transfers: Transfers, jobId: string): Promise<void> {
  while (transfers.jobs().some(({ id, state }) => id === jobId && state === 'paused')) await later();
}

async function scan(engine: Engine, connectionId: string): Promise<number> {
  const any = { kind: 'any' } as const;
  const request = { table: scannedTable, partitionKey: any, rowKey: any, select: [], pageSize: 500, splitOr: false };
  const { sessionId } = await engine.calls['tables.open']({ connectionId, query: request }, { signal });
  let rows = 0;
  for (let more = true; more;) {
    try {
      const page = await engine.calls['tables.next-packed-page']({ sessionId }, { signal });
      for (const { count } of page.blocks) rows += count;
      more = page.more;
    } catch (error) {
      // Like a user who sees the failed connection: the session continues at the same position.
      if (StowageError.from(error).kind !== 'network') throw error;
      await later();
    }
  }
  await engine.calls['tables.close']({ sessionId }, { signal });
  return rows;
}

function later(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250));
}

function send(message: FromEngine): void {
  process.send?.(message);
}

main(JSON.parse(process.argv[2] ?? '') as SoakFolders).catch((error: unknown) => {
  send({ kind: 'failed', reason: String(error) });
});
