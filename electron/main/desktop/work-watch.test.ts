import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { calls, streams } from '@shared/ipc/contract';
import { ChannelClient, serveChannel } from '@shared/ipc/endpoint';
import { valuePortChannel } from '@shared/ipc/port-channel';
import type { TableJob } from '@shared/model/table-job';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import type { Work } from './work';
import { createWorkWatch } from './work-watch';

const transfer = (id: string, state: TransferJob['state'], changes: Partial<TransferJob> = {}): TransferJob =>
  transferJobOf({
    id,
    state,
    title: `${id}.bin`,
    target: 'box/',
    bytesDone: 25,
    bytesTotal: 100,
    remainingMs: null,
    ...changes,
  });
const table = (id: string, state: TableJob['state'], changes: Partial<TableJob> = {}): TableJob => ({
  id,
  kind: 'export',
  state,
  connectionId: 'local',
  table: 'Orders',
  title: 'Orders',
  source: '',
  target: '',
  rowsDone: 30,
  rowsTotal: 60,
  rowsRejected: 0,
  bytesDone: null,
  bytesTotal: null,
  rowsPerSecond: 0,
  remainingMs: null,
  batches: 0,
  requests: 0,
  retries: 0,
  throttled: 0,
  pace: null,
  failures: [],
  facts: [],
  keepsRejectedRows: false,
  outputFile: null,
  awaits: null,
  error: null,
  note: '',
  createdAtMs: 0,
  endedAtMs: null,
  ranMs: null,
  ...changes,
});

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

interface Jobs {
  readonly transfers: readonly TransferJob[];
  readonly tables: readonly TableJob[];
}
interface Engine {
  readonly client: ChannelClient;
  readonly resumed: string[];
  show(jobs: Jobs): void;
  die(): void;
}
interface Context {
  readonly signal: AbortSignal;
  readonly push: (event: unknown) => void;
}

const opened: MessagePort[] = [];
afterEach(() => {
  for (const port of opened.splice(0)) port.close();
});

/** An engine with these jobs, on a real channel. */
function engineWith(first: Jobs): Engine {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  const resumed: string[] = [];
  let pushJobs: (event: unknown) => void = () => undefined;
  const watchJobs = (_input: object, { signal, push }: Context): Promise<void> =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      pushJobs = push;
      push([...first.transfers, ...first.tables]);
    });
  const resume = ({ jobId }: { jobId: string }): object => {
    resumed.push(jobId);
    return {};
  };
  serveChannel(valuePortChannel(port1), {
    calls,
    streams,
    checkOutputs: 'yes',
    handlers: {
      calls: { 'jobs.resume': resume },
      streams: { 'jobs.watch': watchJobs },
    },
  });
  return {
    client: new ChannelClient(valuePortChannel(port2)),
    resumed,
    show: ({ transfers, tables }) => pushJobs([...transfers, ...tables]),
    die: () => port1.close(),
  };
}

function setUp() {
  const engines: Engine[] = [];
  let latest: readonly Work[] = [];
  const watch = createWorkWatch({
    connect: () => {
      const engine = engines.at(-1);
      if (engine === undefined) throw new Error('no engine is running');
      return engine.client;
    },
    onChange: (work) => {
      latest = work;
    },
    log: () => undefined,
  });
  const start = (jobs: Jobs): Engine => {
    const engine = engineWith(jobs);
    engines.push(engine);
    watch.engineStarted();
    return engine;
  };
  const states = (): string[] => latest.map(({ id, state: workState }) => `${id} ${workState}`);
  return { watch, start, states, latest: () => latest };
}

describe('work watch', () => {
  it('adds files and rows up to one list', async () => {
    const { start, states, latest } = setUp();
    start({
      transfers: [
        transfer('a', 'running'),
        transfer('b', 'waiting'),
        transfer('c', 'paused', { waitsFor: 'credential' }),
        transfer('d', 'paused', { waitsFor: 'person' }),
      ],
      tables: [table('e', 'committing'), table('f', 'running', { awaits: 'confirmation' }), table('g', 'cancelled')],
    });
    await eventually(states).toEqual([
      'a moving',
      'b queued',
      'c needs-person',
      'd paused',
      'e moving',
      'f needs-person',
      'g stopped',
    ]);
    expect(latest().map(({ share }) => share)).toEqual([0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5]);
    expect(latest()[2]?.detail).toBe('Paused: a new key or SAS is required.');
  });

  it('reports the cause of a failure in the same text as the window', async () => {
    const { start, latest } = setUp();
    const item = { source: 's', target: 't', code: 'local.disk-full', message: 'ENOSPC', context: {} };
    start({
      transfers: [
        transfer('one', 'failed', { failed: [item], failedCount: 1 }),
        transfer('many', 'failed', { failed: [item], failedCount: 3, filesTotal: 2_000 }),
        transfer('check', 'done', { kind: 'verify', failed: [item], failedCount: 2, filesTotal: 40 }),
        transfer('there', 'done', { filesSkipped: 40, filesTotal: 40 }),
      ],
      tables: [
        table('rejects', 'done', { rowsRejected: 1 }),
        table('ended', 'failed', { error: { code: 'local.disk-full', detail: 'ENOSPC', retry: 'no', context: {} } }),
      ],
    });
    await eventually(() => latest().length).toBe(6);
    expect(latest().map(({ detail }) => detail)).toEqual([
      'The disk is full.',
      '3 of 2,000 files failed.',
      '2 files differ.',
      '40 of 40 files were skipped.',
      '1 row was rejected.',
      'The disk is full.',
    ]);
  });

  it('resumes in the next engine what ran in a crashed one, and nothing else', async () => {
    const { watch, start, states } = setUp();
    const first = start({
      transfers: [transfer('moved', 'running'), transfer('old', 'interrupted'), transfer('mine', 'paused')],
      tables: [table('rows', 'running')],
    });
    await eventually(() => states().length).toBe(4);
    expect(first.resumed).toEqual([]);
    first.die();
    await eventually(() => watch.work()).toEqual([]);
    const second = start({
      transfers: [transfer('moved', 'interrupted'), transfer('old', 'interrupted'), transfer('mine', 'paused')],
      tables: [table('rows', 'interrupted')],
    });
    await eventually(() => [...second.resumed].sort()).toEqual(['moved', 'rows']);
    second.show({ transfers: [transfer('moved', 'interrupted')], tables: [] });
    second.show({ transfers: [transfer('moved', 'running')], tables: [] });
    await eventually(states).toEqual(['moved moving']);
    expect(second.resumed).toHaveLength(2);
  });

  it('leaves a job to the user when the engine crashed repeatedly during it', async () => {
    const { watch, start, states } = setUp();
    const resumes: number[] = [];
    for (let death = 0; death < 5; death += 1) {
      const engine = start({ transfers: [transfer('a', 'interrupted')], tables: [] });
      await eventually(states).toEqual(['a left']);
      engine.show({ transfers: [transfer('a', 'running')], tables: [] });
      await eventually(states).toEqual(['a moving']);
      resumes.push(engine.resumed.length);
      engine.die();
      await eventually(() => watch.work()).toEqual([]);
    }
    expect(resumes).toEqual([0, 1, 1, 1, 0]);
  });
});
