// The engine in a process that the soak may kill: goes on with what an earlier one left, does the work it is given, says
// when that is done.
import { join } from 'node:path';
import { fileVault } from '../../electron/cli/file-vault';
import { systemClock } from '../../electron/engine/azure/system-clock';
import { type Engine, createEngine } from '../../electron/engine/engine';
import type { JobHandle, Transfers } from '../../electron/engine/transfers/api';
import { widenThreadPool } from '../../electron/engine/transfers/thread-pool';
import { StowageError } from '@shared/errors';
import { defaultImportSettings } from '@shared/model/table-import';
import {
  type Places,
  type Work,
  container,
  downloadDir,
  downloadedPrefix,
  importFile,
  importTable,
  scannedRows,
  scannedTable,
  sourceDir,
  uploadPrefix,
} from './works';

export type FromEngine =
  | { readonly kind: 'ready'; readonly resumed: number }
  | { readonly kind: 'done'; readonly number: number }
  | { readonly kind: 'failed'; readonly reason: string };

const options = { overwrite: 'always', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' } as const;
const { signal } = new AbortController();

async function main(places: Places): Promise<void> {
  widenThreadPool(process.env);
  const engine = createEngine(
    {
      stateDir: places.stateDir,
      emulator: null,
      secrets: fileVault(join(places.stateDir, 'secrets.json')),
      sources: { resolve: () => Promise.resolve(null) },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: join(__dirname, '..', 'main', 'transfer-worker.js'),
      importWorkerPath: join(__dirname, '..', 'main', 'import-worker.js'),
      log: (line) => process.stderr.write(`${line}\n`),
    },
    { loadSampleData: 'never', totalPace: 'ignored' },
  );
  const connectionId = engine.rooms.connections.addForThisRun(places.connectionString);
  await engine.recovered;
  const resumed = await goOnWithJobs(engine);
  process.on('message', (work: Work) => {
    perform(engine, connectionId, places, work).then(
      () => tell({ kind: 'done', number: work.number }),
      (error: unknown) => tell({ kind: 'failed', reason: `${work.kind} ${work.number}: ${String(error)}` }),
    );
  });
  tell({ kind: 'ready', resumed });
}

async function goOnWithJobs({ rooms: { transfers } }: Engine): Promise<number> {
  const left = transfers.jobs().filter(({ state }) => state === 'interrupted');
  for (const { id } of left) await whole(transfers, await transfers.resume(id));
  return left.length;
}

async function perform(engine: Engine, connectionId: string, places: Places, work: Work): Promise<void> {
  const { transfers, tableFiles } = engine.rooms;
  switch (work.kind) {
    case 'upload': {
      const target = { connectionId, container, prefix: uploadPrefix(work) };
      return whole(transfers, await transfers.uploadPaths({ ...target, paths: [`${sourceDir(places)}/`], options }));
    }
    case 'download': {
      const selection = [{ kind: 'prefix', prefix: downloadedPrefix, as: '' }] as const;
      const targetDir = downloadDir(places, work);
      return whole(transfers, await transfers.downloadTo({ connectionId, container, selection, targetDir, options }));
    }
    case 'import': {
      const table = importTable(work);
      const path = importFile(places, work);
      const left = tableFiles.imports.unfinished(table, path);
      const settings = { ...defaultImportSettings, mode: 'upsert-replace' } as const;
      const place = { kind: 'file', path } as const;
      const job = left ?? (await tableFiles.imports.start({ connectionId, table, place, reading: {}, settings }));
      await left?.resume(connectionId);
      for (;;) {
        const { state, error } = await job.ended();
        if (state === 'done') return;
        if (error?.code !== 'network.refused') throw new Error(`${state} ${error?.code ?? ''} ${error?.detail ?? ''}`);
        await later();
        await job.resume(connectionId);
      }
    }
    case 'scan': {
      const rows = await scan(engine, connectionId);
      if (rows !== scannedRows) throw new Error(`${rows} rows instead of ${scannedRows}`);
    }
  }
}

/** A job that met a cut line with its very first request fails at once; a person tries it again, and so does this. */
async function whole(transfers: Transfers, job: JobHandle): Promise<void> {
  for (let current = job; ; current = await transfers.resume(job.jobId)) {
    const { state, failed, stoppedBy } = await current.ended;
    if (state === 'done') return;
    if (stoppedBy?.code !== 'network.refused') {
      throw new Error([state, stoppedBy?.message, ...failed.map(({ message }) => message)].join(' '));
    }
    await later();
  }
}

async function scan(engine: Engine, connectionId: string): Promise<number> {
  const any = { kind: 'any' } as const;
  const asked = { table: scannedTable, partitionKey: any, rowKey: any, select: [], pageSize: 500, splitOr: false };
  const { sessionId } = await engine.calls['tables.open']({ connectionId, query: asked }, { signal });
  let rows = 0;
  for (let more = true; more;) {
    try {
      const page = await engine.calls['tables.next-page']({ sessionId }, { signal });
      rows += page.rows.length;
      more = page.more;
    } catch (error) {
      // As a person does who sees that the line is gone: the session stands where it stood.
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

function tell(message: FromEngine): void {
  process.send?.(message);
}

main(JSON.parse(process.argv[2] ?? '') as Places).catch((error: unknown) => {
  tell({ kind: 'failed', reason: String(error) });
});
