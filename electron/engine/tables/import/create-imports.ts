// Imports of table files: previews and checks of an input, and the jobs that write it. Answers the import calls of the
// contract and serves the command line, which names paths instead of tokens.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type {
  ImportPreview,
  ImportReading,
  ImportReport,
  ImportSettings,
  ImportSource,
  SettledReading,
} from '@shared/model/table-import';
import { checkTableName } from '@shared/query/key-rules';
import type { AccountSource } from '../../azure/account';
import { pickedPath } from '../../picked-path';
import type { Clock, SourceResolver, StartingPoints } from '../../ports';
import { writeWhole } from '../../../disk/whole-file';
import { JobFolder } from '../../jobs/job-folder';
import { listOf } from '../../journal/journal-file';
import type { JobRegistry } from '../../jobs/registry';
import { JobsOfKind } from '../jobs/jobs-of-kind';
import { type CheckWatch, checkInThread } from './check-in-thread';
import { CheckedInputs } from './checked-inputs';
import { type ImportJobDeps, ImportJob } from './import-job';
import { type ImportHead, type ImportRecord, importRecord } from './import-records';
import { type InputBytes, type InputLocation, openInput } from './rows/input-text';
import { createReadingThreads } from './reading-threads';
import { readAs, readerFor, settleReading } from './rows/row-reader';
import { cellText } from './rows/source-row';

export interface ImportRequest {
  readonly connectionId: string;
  readonly table: string;
  readonly location: InputLocation;
  readonly reading: ImportReading;
  readonly settings: ImportSettings;
  /** A part of an import on many machines, which runs here as a job of its own. */
  readonly shard?: {
    /** The same on every machine, so that keys that are made up are the same. */
    readonly salt: string;
    /** Time since the whole import began. */
    readonly ageMs: number;
    /** Whether another machine may have written rows of it. */
    readonly earlier: 'yes' | 'no';
  };
}

type CheckRequest = Pick<ImportRequest, 'location' | 'reading' | 'settings'>;

export interface Imports {
  readonly calls: Pick<
    CallHandlers<'engine'>,
    'imports.preview' | 'imports.start' | 'imports.rejected-rows' | 'imports.save-rejected'
  >;
  readonly streams: Pick<StreamHandlers<'engine'>, 'imports.check'>;
  /** The dry run. Throws as `checkInput`. */
  check(request: CheckRequest, signal?: AbortSignal): Promise<ImportReport>;
  /** Of the last check, where the file has not changed since; otherwise as `check`. */
  report(request: CheckRequest, signal: AbortSignal): Promise<ImportReport>;
  start(request: ImportRequest): Promise<ImportJob>;
  /** The newest unfinished import of this file into this table, of the connections that are meant; null for none. */
  unfinished(table: string, path: string, isMeant?: (connectionId: string) => boolean): ImportJob | null;
  /** @throws StowageError `not-found.job` */
  get(jobId: string): ImportJob;
  /** Recovers the imports of earlier runs. */
  recover(): Promise<void>;
  /** Call it after the jobs have ended or were interrupted. */
  dispose(): Promise<void>;
}

export interface ImportDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
  /** Absolute path of the built worker that reads inputs. */
  readonly importWorkerPath: string;
  readonly jobs: JobRegistry;
  readonly log: (line: string) => void;
  /** Settings that were taken from a run of the lab. */
  readonly startingPoints?: StartingPoints;
}

const progressEveryMs = 250;

export function createImports(deps: ImportDeps): Imports {
  const { accounts, sources, stateDir, clock, jobs, log, importWorkerPath } = deps;
  const scratchDir = join(stateDir, 'scratch');
  const folder = new JobFolder(join(stateDir, 'imports'), listOf(importRecord));
  const known = new JobsOfKind<ImportJob, ImportRecord>(jobs, {
    folder,
    restore: (records) => {
      const [head] = records;
      return head?.record === 'import' ? new ImportJob(head, records, jobDeps) : null;
    },
  });
  const checked = new CheckedInputs();
  const threads = createReadingThreads(importWorkerPath);
  const changed = (): void => jobs.changed();
  const jobDeps: ImportJobDeps = { accounts, log, clock, folder, scratchDir, checked, threads, changed };

  const locationOf = async (source: ImportSource): Promise<InputLocation> => {
    if (source.kind === 'text') return source;
    return { kind: 'file', path: await pickedPath(sources, source.token, 'import') };
  };
  const preview = async (location: InputLocation, reading: ImportReading): Promise<ImportPreview> =>
    previewInput(await openInput(location), reading);

  const check = async ({ location, reading, settings }: CheckRequest, watch: CheckWatch): Promise<ImportReport> => {
    const input = await openInput(location);
    const found = await checkInThread(threads, { location, reading, settings, scratchDir }, watch);
    checked.add(input, { reading, settings }, found);
    return found.report;
  };
  const start = async ({
    connectionId,
    table,
    location,
    reading,
    settings: requestedSettings,
    shard,
  }: ImportRequest): Promise<ImportJob> => {
    const settings = withStart(requestedSettings, deps.startingPoints?.of(connectionId) ?? null);
    checkTableName(table);
    await accounts.openForWriting(connectionId);
    const input = await openInput(location);
    const id = randomUUID().slice(0, 8);
    if (location.kind === 'text') await writeWhole(folder.path(id, 'input'), location.text);
    const head: ImportHead = {
      record: 'import',
      id,
      connectionId,
      table,
      name: input.name,
      reading,
      settings,
      createdAtMs: clock.now() - (shard?.ageMs ?? 0),
      ...(shard === undefined ? {} : { shard: { salt: shard.salt, earlier: shard.earlier } }),
      place: location.kind === 'file' ? location : { kind: 'kept' },
    };
    const job = known.add(new ImportJob(head, [], jobDeps));
    await job.start();
    return job;
  };

  return {
    calls: {
      'imports.preview': async ({ source, reading }) => preview(await locationOf(source), reading),
      'imports.start': async ({ connectionId, table, source, reading, settings }) => {
        const location = await locationOf(source);
        return { jobId: (await start({ connectionId, table, location, reading, settings })).id };
      },
      'imports.rejected-rows': ({ jobId, limit }) => {
        const job = known.get(jobId);
        return job.rejects.first(limit, job.settled?.reading.delimiter ?? ',');
      },
      'imports.save-rejected': async ({ jobId, targetToken }) => {
        const path = await pickedPath(sources, targetToken, 'export-rejected');
        return { rows: await known.get(jobId).saveRejected(path) };
      },
    },
    streams: {
      'imports.check': async ({ source, reading, settings }, { signal, push }) => {
        const location = await locationOf(source);
        const { bytes: bytesTotal } = await openInput(location);
        let lastReportMs = clock.monotonic();
        const onProgress = (rows: number, bytesDone: number): void => {
          if (clock.monotonic() - lastReportMs < progressEveryMs) return;
          lastReportMs = clock.monotonic();
          push({ kind: 'progress', rows, bytesDone, bytesTotal });
        };
        push({ kind: 'report', report: await check({ location, reading, settings }, { signal, onProgress }) });
      },
    },
    check: (request, signal) => check(request, { signal }),
    report: async (request, signal) => {
      const known = checked.find(await openInput(request.location), request);
      return known?.report ?? check(request, { signal });
    },
    start,
    get: (jobId) => known.get(jobId),
    unfinished: (table, path, isMeant = () => true) =>
      known.newestUnfinished(
        ({ head: { table: into, place: location, connectionId } }) =>
          into === table && location.kind === 'file' && location.path === path && isMeant(connectionId),
      ),
    recover: async () => {
      await jobs.recover(known);
    },
    dispose: () => threads.dispose(),
  };
}

/** Settings that were left to the app start as a lab run advised; chosen ones stay. */
function withStart(settings: ImportSettings, start: ReturnType<StartingPoints['of']>): ImportSettings {
  if (start === null) return settings;
  const { batchSize = 'auto', batchConcurrency = 'auto' } = start;
  return {
    ...settings,
    batchSize: settings.batchSize === 'auto' ? batchSize : settings.batchSize,
    concurrency: settings.concurrency === 'auto' ? batchConcurrency : settings.concurrency,
  };
}

const rowsShown = 50;

/** Reads about a megabyte. @throws StowageError `invalid.input` when no rows can be recognised, `local.*` */
async function previewInput(input: InputBytes, wanted: ImportReading): Promise<ImportPreview> {
  return readAs(input, await settleReading(input, wanted), wanted, (reading) => firstRows(input, reading));
}

async function firstRows(input: InputBytes, reading: SettledReading): Promise<ImportPreview> {
  const reader = await readerFor(input, reading);
  for await (const { rows } of reader.pieces()) {
    // A byte order mark alone is not a row.
    if (rows.length === 0) continue;
    return shown(rows.slice(0, rowsShown).map(({ cells }) => reader.columns.map((_, index) => cellText(cells[index]))));
  }
  return shown([]);

  function shown(rows: (string | null)[][]): ImportPreview {
    return { name: input.name, bytes: input.bytes, reading, columns: [...reader.columns], rows };
  }
}
