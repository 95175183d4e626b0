import { expect, it } from 'vitest';
import type { HubState } from './messages';
import { Worker, type WorkerOptions } from './worker';

/** Time passes at once, except for what is waited for until the worker ends. */
function workerWith(queue: Partial<WorkerOptions['queue']>): { readonly worker: Worker; readonly slept: number[] } {
  const slept: number[] = [];
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: (ms: number): Promise<void> => {
      slept.push(ms);
      return new Promise((resolve) => setImmediate(resolve));
    },
  };
  const options = {
    clock,
    node: { id: 'node', name: 'node-1', labels: {} },
    slots: 2,
    exitWhenIdleMs: null,
    queue: { beat: () => undefined, silentForMs: () => 0, ...queue },
  };
  return { worker: new Worker(options as unknown as WorkerOptions), slept };
}

it('a worker that is stopped ends although its hub never answers again', async () => {
  const stop = new AbortController();
  let answer: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => (answer = resolve));
  const { worker, slept } = workerWith({
    onState: (listen) => {
      listen({
        jobs: [{ id: 'job', state: 'running', plans: true, share: null }],
        taken: {},
        paused: [],
        draining: [],
      } as unknown as HubState);
      return () => undefined;
    },
    call: (name) => {
      if (name === 'spec') answer();
      return new Promise(() => undefined);
    },
  });
  const ended = worker.run(stop.signal);
  await requested;
  stop.abort();
  expect(await ended).toBe('stopped');
  expect(slept).toContain(20_000);
});
