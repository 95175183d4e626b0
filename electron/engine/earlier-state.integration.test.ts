// State folders as released versions wrote them (electron/testing/earlier-states): every later version reads them.
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTransfer } from '@shared/jobs/kinds';
import { embeddedConnectionId as connectionId } from '@shared/model/connection';
import type { Entity } from '@shared/model/entity';
import type { StreamEvent, StreamName } from '@shared/ipc/contract';
import { nodeEmulatorLauncher } from './emulator/node-launcher';
import { type Engine, createEngine } from './engine';
import { systemClock } from './system-clock';

type Row = Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>;

const folders = resolve('electron/testing/earlier-states');

describe.each(readdirSync(folders))('the state folder of %s', (version) => {
  let stateDir: string;
  let engine: Engine;
  const errors: string[] = [];

  beforeAll(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'stowage-earlier-'));
    cpSync(join(folders, version), stateDir, { recursive: true });
    chmodSync(stateDir, 0o700);
    engine = createEngine(
      {
        stateDir,
        emulator: {
          dataDir: join(stateDir, 'embedded-store'),
          launcher: nodeEmulatorLauncher(resolve('out/main/emulator.js')),
        },
        secrets: {
          storage: () => Promise.resolve('session'),
          read: () => Promise.resolve(null),
          write: () => Promise.resolve('session'),
          remove: () => Promise.resolve(),
        },
        sources: { resolve: () => Promise.resolve(null) },
        clock: systemClock,
        random: Math.random,
        transferWorkerPath: resolve('out/main/transfer-worker.js'),
        importWorkerPath: resolve('out/main/import-worker.js'),
        previewWorkerPath: resolve('out/main/preview-worker.js'),
        log: (line) => errors.push(line),
      },
      { loadSampleData: 'never', totalPace: 'holds' },
    );
  }, 60_000);

  afterAll(async () => {
    await engine.dispose();
    rmSync(stateDir, { recursive: true, force: true });
  });

  /** The first event of a stream that fulfils the condition. */
  async function first<N extends StreamName & keyof Engine['streams']>(
    name: N,
    input: object,
    fits: (event: StreamEvent<N>) => boolean,
  ): Promise<StreamEvent<N>> {
    const watching = new AbortController();
    return new Promise((found, reject) => {
      const stream = engine.streams[name] as (
        input: object,
        context: { signal: AbortSignal; push: (event: StreamEvent<N>) => void },
      ) => Promise<void>;
      stream(input, {
        signal: watching.signal,
        push: (event) => {
          if (!fits(event)) return;
          watching.abort();
          found(event);
        },
      }).catch(reject);
    });
  }

  it('opens with its connections, transfers, table jobs and queries', async () => {
    const connections = await first('connections.watch', {}, (all) => all.length > 1);
    const quay = connections.find(({ name }) => name === 'Quay');
    expect(quay).toMatchObject({ kind: 'connection-string', accountName: 'devstoreaccount1' });

    const all = await first('jobs.watch', {}, (jobs) => jobs.length === 8);
    expect(all.filter(isTransfer).map(({ kind, state, bytesDone }) => [kind, state, bytesDone])).toEqual([
      ['download', 'interrupted', 2_359_296],
      ['upload', 'interrupted', 1_835_008],
      ['upload', 'done', 6_291_456],
    ]);

    const imported = all.find(({ kind }) => kind === 'import');
    expect(imported).toMatchObject({ state: 'done', rowsDone: 2, rowsRejected: 1 });
    const { signal } = new AbortController();
    const rejected = await engine.calls['imports.rejected-rows']({ jobId: imported?.id ?? '', limit: 10 }, { signal });
    expect(rejected).toHaveLength(1);

    const library = await first('library.watch', {}, () => true);
    expect(library.saved).toMatchObject([{ name: 'All ships', description: 'Every row of the harbour' }]);
    const history = await first('library.watch-history', { connectionId: quay?.id, table: 'Ships' }, () => true);
    expect(history).toMatchObject([{ table: 'Ships', lastRun: { rows: 2, ending: 'complete' } }]);
    const staged = await engine.calls['staged.read']({ window: 'main' }, { signal });
    expect(staged).toMatchObject([{ table: 'Ships', edits: [{ kind: 'update' }] }]);
    expect(errors.filter((line) => /damaged|set aside|cannot be read/u.test(line))).toEqual([]);
  });

  it('continues a bulk change, a copy and applied differences that were interrupted', async () => {
    const { signal } = new AbortController();
    const rowOf = (partitionKey: string, rowKey: string, value?: string): Row => ({
      partitionKey,
      rowKey,
      properties: value === undefined ? [] : [{ name: 'V', value: { type: 'Edm.String', value } }],
    });
    const fill = async (table: string, rows: readonly Row[]): Promise<void> => {
      await engine.calls['tables.create']({ connectionId, table }, { signal });
      if (rows.length === 0) return;
      const edits = rows.map(
        (entity, index) => ({ kind: 'insert', id: String(index), entity, mode: 'insert' }) as const,
      );
      await engine.calls['edits.apply']({ connectionId, table, edits, grouping: 'batches' }, { signal });
    };
    const thirty = Array.from({ length: 30 }, (_, index) => index);
    const inThree = thirty.map((index) => rowOf(`p00${index % 3}`, String(index).padStart(6, '0'), `v${index}`));
    await fill(
      'Bulk',
      thirty.map((index) => rowOf('p', String(index).padStart(3, '0'))),
    );
    await fill('CopyFrom', inThree);
    await fill('CopyTo', []);
    await fill('Right', []);
    const earlier = { clear: 'Bulk', 'table-copy': 'CopyTo', 'apply-diff': 'Right' } as const;
    for (const [kind, table] of Object.entries(earlier)) {
      const jobs = await first('jobs.watch', {}, (all) => all.some((job) => job.kind === kind));
      const job = jobs.find((one) => one.kind === kind);
      expect(job).toMatchObject({ state: 'interrupted', target: table });
      await engine.calls['jobs.resume']({ jobId: job?.id ?? '' }, { signal });
      const ended = await first('jobs.watch', {}, (all) =>
        all.some(({ id, endedAtMs, state }) => id === job?.id && endedAtMs !== null && state !== 'interrupted'),
      );
      expect(ended.find(({ id }) => id === job?.id)).toMatchObject({ state: 'done', rowsDone: 30, rowsRejected: 0 });
    }
    const stored = async (table: string, keys: Pick<Entity, 'partitionKey' | 'rowKey'>): Promise<boolean> =>
      (await engine.calls['entities.get']({ connectionId, table, keys }, { signal })).entity !== null;
    const last = { partitionKey: 'p002', rowKey: '000029' };
    expect(await Promise.all([stored('CopyTo', last), stored('Right', last)])).toEqual([true, true]);
    expect(await stored('Bulk', { partitionKey: 'p', rowKey: '029' })).toBe(false);
  });
});
