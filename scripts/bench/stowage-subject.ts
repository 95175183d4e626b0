// The engine, through the interface that the window and the command line use.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import type { JobHandle } from '../../electron/engine/transfers/api';
import { createEngine, type Engine } from '../../electron/engine/engine';
import type { ImportRequest } from '../../electron/engine/tables/import/create-imports';
import { widenThreadPool } from '../../electron/disk/thread-pool';
import { systemClock } from '../../electron/engine/system-clock';
import { everyRequest } from '@shared/model/monitor';
import { defaultImportSettings } from '@shared/model/table-import';
import type { TableJob } from '@shared/model/table-job';
import type { TransferOptions } from '@shared/model/transfer';
import { importedLines } from './import-rows';
import { bigBlob, container, manyPrefix, type Task } from './task';
import { expectCount, type Work } from './work';

/** The default of the window. */
const rangesAtOnce = 8;

export async function stowageWork(task: Task): Promise<Work> {
  widenThreadPool(process.env);
  const engine = createEngine(
    {
      stateDir: join(task.scratch, `state-${process.pid}`),
      emulator: null,
      secrets: memoryVault(),
      sources: { resolve: () => Promise.resolve(null) },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: join(__dirname, '..', 'main', 'transfer-worker.js'),
      importWorkerPath: join(__dirname, '..', 'main', 'import-worker.js'),
      log: (line) => process.stderr.write(`${line}\n`),
    },
    { loadSampleData: 'never', totalPace: 'ignored', telemetry: task.telemetry ?? 'on' },
  );
  const { signal } = new AbortController();
  const { id: connectionId } = await engine.calls['connections.add'](
    {
      kind: 'connection-string',
      name: 'bench',
      connectionString: task.connectionString,
      marking: { production: false, colour: 'none' },
    },
    { signal },
  );
  const stopLooking = task.telemetry === 'on' ? lookAt(engine) : () => undefined;
  const dispose = (): Promise<void> => {
    stopLooking();
    return engine.dispose();
  };
  const target = (repetition: number): string => join(task.scratch, String(repetition));
  const clean = (repetition: number): Promise<void> => rm(target(repetition), { recursive: true, force: true });
  const base = { connectionId, container, options: optionsOf(task) };
  const { transfers } = engine.rooms;

  switch (task.scenario) {
    case 'upload-file':
    case 'upload-file-unverified':
    case 'upload-many':
    case 'upload-mixed': {
      const isFolder = task.scenario === 'upload-many' || task.scenario === 'upload-mixed';
      const many = isFolder ? task.sizes.manyFiles : 0;
      const files = task.scenario === 'upload-many' ? many : many + 1;
      const paths = [isFolder ? `${task.source}/` : task.source];
      return {
        clean: () => Promise.resolve(),
        dispose,
        run: async (repetition) =>
          done(await transfers.uploadPaths({ ...base, prefix: `stowage-${repetition}/`, paths }), files),
      };
    }
    case 'download-file':
    case 'download-many':
      return {
        // As with the SDK, the files of large jobs stay until the run is over.
        clean: task.scenario === 'download-many' ? () => Promise.resolve() : clean,
        dispose,
        run: async (repetition) => {
          await mkdir(target(repetition), { recursive: true });
          const many = task.scenario === 'download-many';
          const selection = many
            ? [{ kind: 'prefix', prefix: `${manyPrefix}/`, as: '' } as const]
            : [{ kind: 'blob', name: bigBlob } as const];
          const handle = await transfers.downloadTo({ ...base, selection, targetDir: target(repetition) });
          await done(handle, many ? task.sizes.manyFiles : 1);
        },
      };
    case 'check-csv':
    case 'import-csv':
    case 'import-checked': {
      const file = (repetition: number): string => join(task.scratch, `rows-${repetition}.csv`);
      for (let repetition = 0; repetition <= task.repetitions; repetition += 1) {
        const lines = importedLines(task.sizes.entities, `stowage-${repetition}`, task.sizes.noteLength);
        await writeFile(file(repetition), Readable.from(lines));
      }
      const { imports } = engine.rooms.tableFiles;
      const request = (repetition: number): ImportRequest => ({
        connectionId,
        table: 'few',
        place: { kind: 'file', path: file(repetition) },
        reading: {},
        settings: { ...defaultImportSettings, mode: 'upsert-replace' },
      });
      const prepare = async (repetition: number): Promise<void> => {
        if (task.scenario === 'import-checked' && repetition <= task.repetitions)
          await imports.check(request(repetition));
      };
      await prepare(0);
      return {
        clean: async (repetition) => {
          await rm(file(repetition));
          await prepare(repetition + 1);
        },
        dispose,
        run: async (repetition) => {
          if (task.scenario === 'check-csv') {
            const { rows } = await imports.check(request(repetition));
            expectCount('rows of the check', rows, task.sizes.entities);
            return;
          }
          wholeJob(await (await imports.start(request(repetition))).ended(), task.sizes.entities);
        },
      };
    }
    case 'export-jsonl':
      return {
        clean,
        dispose,
        run: async (repetition) => {
          await mkdir(target(repetition), { recursive: true });
          const any = { kind: 'any' } as const;
          const query = { table: 'typed', partitionKey: any, rowKey: any, select: [], pageSize: 1000 };
          const job = await engine.rooms.tableFiles.exports.start({
            connectionId,
            source: { kind: 'query', query },
            columns: [],
            format: 'jsonl',
            path: join(target(repetition), 'typed.jsonl'),
          });
          wholeJob(await job.ended(), task.sizes.entities);
        },
      };
    case 'scan-few':
    case 'scan-typed':
    case 'scan-parallel': {
      const table = task.scenario === 'scan-few' ? 'few' : 'typed';
      const reading = task.scenario === 'scan-parallel' ? { parallel: rangesAtOnce } : {};
      return {
        clean: () => Promise.resolve(),
        dispose,
        run: async () =>
          expectCount(
            'rows of the engine',
            await scan(engine, connectionId, { table, ...reading }),
            task.sizes.entities,
          ),
      };
    }
  }
}

const lookEveryMs = 1_000;

/** As the window does while Monitor is open. */
function lookAt(engine: Engine): () => void {
  const looking = new AbortController();
  const { signal } = looking;
  void engine.streams['metrics.watch']({}, { signal, push: () => undefined });
  const look = async (): Promise<void> => {
    const toMs = Date.now();
    const asked = { filter: everyRequest, fromMs: toMs - 60_000, toMs };
    await engine.calls['monitor.standing']({}, { signal });
    await engine.calls['monitor.series']({ ...asked, points: 300 }, { signal });
    await engine.calls['monitor.partitions']({ ...asked, steps: 60 }, { signal });
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => looking.abort();
}

/** Reads every page of a table as the window does: packed by column, the form in which it keeps and shows them. */
async function scan(
  engine: Engine,
  connectionId: string,
  asked: { readonly table: string; readonly parallel?: number },
): Promise<number> {
  const context = { signal: new AbortController().signal };
  const any = { kind: 'any' } as const;
  const query = { ...asked, partitionKey: any, rowKey: any, select: [], pageSize: 1000, splitOr: false };
  const { sessionId } = await engine.calls['tables.open']({ connectionId, query, form: 'packed' }, context);
  let rows = 0;
  for (;;) {
    const page = await engine.calls['tables.next-packed-page']({ sessionId }, context);
    for (const { count } of page.blocks) rows += count;
    if (!page.more) break;
  }
  await engine.calls['tables.close']({ sessionId }, context);
  return rows;
}

function wholeJob({ state, error, rowsDone }: TableJob, rows: number): void {
  if (state !== 'done') throw new Error(`${state}: ${error?.code ?? ''} ${error?.detail ?? ''}`);
  expectCount('rows of the job', rowsDone, rows);
}

async function done(handle: JobHandle, files: number): Promise<void> {
  const summary = await handle.ended;
  const [failure] = summary.failed;
  if (failure !== undefined) throw new Error(`${failure.source}: ${failure.code} ${failure.message}`);
  expectCount(`files in a job that is ${summary.state}`, summary.files, files);
}

function optionsOf(task: Task): TransferOptions {
  const verify = task.scenario === 'upload-file-unverified' ? 'length' : 'md5';
  return { overwrite: 'always', verify, blockBytes: 'auto', concurrency: 'auto' };
}

function memoryVault(): Parameters<typeof createEngine>[0]['secrets'] {
  const secrets = new Map<string, string>();
  return {
    storage: () => Promise.resolve('session'),
    read: (id) => Promise.resolve(secrets.get(id) ?? null),
    write: (id, secret) => {
      secrets.set(id, secret);
      return Promise.resolve('session');
    },
    remove: (id) => {
      secrets.delete(id);
      return Promise.resolve();
    },
  };
}
