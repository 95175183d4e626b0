// A separate engine for one task, with the task's store as its only connection.
import { join } from 'node:path';
import { everyRequest } from '@shared/model/monitor';
import { widenThreadPool } from '../../../electron/engine/runtime/thread-pool';
import { createEngine, type Engine } from '../../../electron/engine/engine';
import { systemClock } from '../../../electron/engine/system-clock';
import type { Task } from '../task';

export interface BenchEngine {
  readonly engine: Engine;
  readonly connectionId: string;
  readonly task: Task;
}

export async function openBenchEngine(task: Task): Promise<BenchEngine> {
  widenThreadPool(process.env);
  const engine = engineFor(task);
  return { engine, connectionId: await addConnection(engine, task.connectionString), task };
}

function engineFor(task: Task): Engine {
  return createEngine(
    {
      stateDir: join(task.scratch, `state-${process.pid}`),
      emulator: null,
      secrets: memoryVault(),
      sources: { resolve: () => Promise.resolve(null) },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: join(__dirname, '..', 'main', 'transfer-worker.js'),
      importWorkerPath: join(__dirname, '..', 'main', 'import-worker.js'),
      previewWorkerPath: join(__dirname, '..', 'main', 'preview-worker.js'),
      log: (line) => process.stderr.write(`${line}\n`),
    },
    { loadSampleData: 'never', totalPace: 'ignored', telemetry: task.telemetry ?? 'on' },
  );
}

async function addConnection(engine: Engine, connectionString: string): Promise<string> {
  const { signal } = new AbortController();
  const marking = { production: false, colour: 'none' } as const;
  const { id } = await engine.calls['connections.add'](
    { kind: 'connection-string', name: 'bench', connectionString, marking },
    { signal },
  );
  return id;
}

const pollEveryMs = 1_000;

/** Sends the requests that the window sends while Monitor is open, until the returned function is called. */
export function watchAsMonitor(engine: Engine): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  void engine.streams['metrics.watch']({}, { signal, push: () => undefined });
  const poll = async (): Promise<void> => {
    const toMs = Date.now();
    const request = { filter: everyRequest, fromMs: toMs - 60_000, toMs };
    await engine.calls['monitor.standing']({}, { signal });
    await engine.calls['monitor.series']({ ...request, points: 300 }, { signal });
    await engine.calls['monitor.partitions']({ ...request, steps: 60 }, { signal });
  };
  const timer = setInterval(() => void poll(), pollEveryMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => watching.abort();
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
