import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallName, CallOutput, StreamEvent } from '@shared/ipc/contract';
import type { PackedPage } from '@shared/rows/packed-page';
import { systemClock } from './system-clock';
import { nodeEmulatorLauncher } from './emulator/node-launcher';
import { type Engine, createEngine } from './engine';
import { diagnostics } from './sample-data/diagnostics';
import { movieCategories } from './sample-data/movies';
import { largeBlob, photos } from './sample-data/photos';

const { signal } = new AbortController();

const countIn = ({ blocks }: PackedPage): number => blocks.reduce((sum, { count }) => sum + count, 0);

describe('the engine in plain Node, on the embedded store with its sample data', () => {
  let stateDir: string;
  let engine: Engine;
  const loading: StreamEvent<'sample-data.load'>[] = [];
  const call = async <N extends CallName & keyof Engine['calls']>(
    name: N,
    input: CallInput<N>,
  ): Promise<CallOutput<N>> =>
    (engine.calls[name] as (input: CallInput<N>, context: { signal: AbortSignal }) => Promise<CallOutput<N>>)(input, {
      signal,
    });

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'stowage-engine-'));
    engine = createEngine(
      {
        stateDir,
        emulator: { dataDir: join(stateDir, 'store'), launcher: nodeEmulatorLauncher(resolve('out/main/emulator.js')) },
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
        log: () => undefined,
      },
      { loadSampleData: 'never', totalPace: 'holds' },
    );
    await storeRunning(engine);
    await leaveHalfALoad(engine);
    await engine.streams['sample-data.load']({}, { signal, push: (event) => loading.push(event) });
  }, 120_000);

  afterAll(async () => {
    await engine.dispose();
    await rm(stateDir, { recursive: true, force: true });
  });

  it('reports progress and then finds everything present', async () => {
    expect(loading.length).toBeGreaterThan(20);
    expect(loading.at(-1)).toMatchObject({ done: largeBlob.bytes, total: largeBlob.bytes });
    expect(await call('sample-data.present', {})).toEqual({ present: true, loading: false });
  });

  it('lists the tables and pages through a prefix of one partition', async () => {
    const tables = await call('tables.list', { connectionId: 'local' });
    expect(tables.map(({ name }) => name).sort()).toEqual(['Movies', 'Orders', 'WADPerformanceCountersTable']);
    const drama = movieCategories.find(([category]) => category === 'Drama');
    const { sessionId, costClass } = await call('tables.open', {
      connectionId: 'local',
      query: {
        table: 'Movies',
        partitionKey: { kind: 'is', value: 'Drama' },
        rowKey: { kind: 'any' },
        select: [],
        pageSize: 1000,
      },
    });
    const sizes: number[] = [];
    let more = true;
    while (more) {
      const page = await call('tables.next-packed-page', { sessionId });
      sizes.push(countIn(page));
      more = page.more;
    }
    expect(costClass).toBe('partition-scan');
    expect(sizes).toEqual([1000, 1000, 1000, (drama?.[1] ?? 0) - 3000]);
  });

  it('keeps all the samples of the diagnostics table', async () => {
    const expected = [...diagnostics()].length;
    const { sessionId } = await call('tables.open', {
      connectionId: 'local',
      query: {
        table: 'WADPerformanceCountersTable',
        partitionKey: { kind: 'starts-with', prefix: '06' },
        rowKey: { kind: 'any' },
        select: [],
        pageSize: 1000,
      },
    });
    let rows = 0;
    for (let more = true; more;) {
      const page = await call('tables.next-packed-page', { sessionId });
      rows += countIn(page);
      more = page.more;
    }
    expect(rows).toBe(expected);
  });

  it('goes over a row that a load left behind which was cut off', async () => {
    const [keys] = diagnostics();
    const { entity } = await call('entities.get', {
      connectionId: 'local',
      table: 'WADPerformanceCountersTable',
      keys: { partitionKey: keys?.partitionKey ?? '', rowKey: keys?.rowKey ?? '' },
    });
    expect(entity?.properties.filter(({ name }) => name !== 'Timestamp')).toEqual(keys?.properties);
  });

  it('stores every odd blob name exactly', async () => {
    const names: string[] = [];
    for (const prefix of [
      '',
      'odd names/',
      '2024/harbour/',
      '2024/harbour/night/',
      '2025/fells/',
      '2025/lighthouses/',
      '2026/regatta/',
      'archive/',
    ]) {
      const page = await call('blobs.list', {
        connectionId: 'local',
        container: 'photos',
        prefix,
        depth: 'folders',
        pageSize: 5000,
      });
      names.push(...page.blobs.map((blob) => blob.name));
    }
    expect(names.sort()).toEqual([...[...photos()].map((blob) => blob.name), largeBlob.name].sort());
  });

  it('has measured all of it', () => {
    expect(engine.rooms.metrics.totals.requests).toBeGreaterThan(300);
    expect(engine.rooms.metrics.totals.uploadBytes).toBeGreaterThan(largeBlob.bytes);
    expect(engine.rooms.metrics.inFlight).toBe(0);
  });
});

/** A table and one row of it, the row not as the samples have it. */
async function leaveHalfALoad({ rooms }: Engine): Promise<void> {
  const account = await rooms.accounts.openForWriting('local');
  await rooms.tables.createTable(account, 'WADPerformanceCountersTable', signal);
  const rows = [...diagnostics()].slice(0, 1).map((row) => ({ ...row, properties: [] }));
  await rooms.tables.writeEntities(account, 'WADPerformanceCountersTable', rows, { mode: 'insert' });
}

async function storeRunning(engine: Engine): Promise<void> {
  const running = new AbortController();
  await engine.streams['connections.watch'](
    {},
    {
      signal: running.signal,
      push: (connections) => {
        if (connections[0]?.store === 'running') running.abort();
      },
    },
  );
}
