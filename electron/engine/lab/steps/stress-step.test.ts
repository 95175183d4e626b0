// The step that sustains a rate, when it is stopped or denied while many of its requests are in progress.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StowageError, cancelled } from '@shared/errors';
import type { StressStep } from '@shared/lab/steps';
import { type FakeClock, createFakeClock } from '../../../testing/clock';
import type { ServiceRequest, ServiceResponse } from '../../azure/account';
import { MetricsRecorder } from '../../metrics/recorder';
import { Meter } from '../bench/meter';
import type { StepContext } from './step-context';
import { runStress } from './stress-step';

const step: StressStep = {
  kind: 'stress',
  entitiesPerSecond: 100,
  seconds: 2,
  batchSize: 1,
  partitionPattern: 'p{n}',
  rowPattern: 'r{n}',
};

let clock: FakeClock;
let unhandled: unknown[];
let warnings: string[];
const remember = (thrown: unknown): void => void unhandled.push(thrown);
const rememberWarning = ({ name }: Error): void => void warnings.push(name);
beforeEach(() => {
  clock = createFakeClock();
  unhandled = [];
  warnings = [];
  process.on('unhandledRejection', remember);
  process.on('warning', rememberWarning);
});
afterEach(() => {
  process.off('unhandledRejection', remember);
  process.off('warning', rememberWarning);
});

function contextOf(answer: (request: ServiceRequest) => Promise<unknown>, signal: AbortSignal) {
  const sent: ServiceRequest[] = [];
  const send = (request: ServiceRequest): Promise<ServiceResponse> => {
    const isWarmUp = request.accept !== undefined;
    if (!isWarmUp) sent.push(request);
    return (isWarmUp ? Promise.resolve({ body: Buffer.alloc(0) }) : answer(request)) as Promise<ServiceResponse>;
  };
  const bench = {
    account: { descriptor: { endpoints: { table: 'http://store/a' } }, send },
    clock,
    random: () => 0.5,
    meter: new Meter(new MetricsRecorder()),
    closeConnections: () => undefined,
  };
  const planned = { label: 's', repetition: 1, words: '' };
  const context = { bench, planned, table: 'T', node: 'n', zeroMs: 0, signal, emit: () => undefined };
  return { sent, context: context as unknown as StepContext };
}

/** How it ended, and only after everything that it started. */
async function ended(run: Promise<void>, open: () => number): Promise<{ how: string; openAtTheEnd: number }> {
  const how = await run.then(
    () => 'resolved',
    (thrown: unknown) => StowageError.from(thrown).code as string,
  );
  const openAtTheEnd = open();
  // Node reports an unhandled rejection when all microtasks are done.
  await new Promise((resolve) => setImmediate(resolve));
  return { how, openAtTheEnd };
}

describe('rate step', () => {
  it('sends a batch once it is full, and at the end the remainder, each entity once', async () => {
    const busy = (): Promise<never> => Promise.reject(new StowageError('throttled.server-busy', 'busy'));
    const { sent, context } = contextOf(busy, new AbortController().signal);
    const sizes = (): readonly number[] => sent.map(({ body }) => String(body).match(/"RowKey"/g)?.length ?? 0);
    const run = runStress({ ...step, partitionPattern: 'p', batchSize: 60 }, context);
    await clock.advance(1_000);
    expect(sizes()).toEqual([60]);
    await clock.advance(1_000);
    await run;
    expect(sizes()).toEqual([60, 60, 60, 20]);
    const rowKeys = sent.flatMap(({ body }) => String(body).match(/"RowKey":"r\d+"/g) ?? []);
    expect(new Set(rowKeys).size).toBe(200);
  });

  it('ends as cancelled, and only when each request in progress has ended', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    let open = 0;
    const untilAborted = (request: ServiceRequest): Promise<unknown> => {
      open += 1;
      return new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () =>
          setImmediate(() => {
            open -= 1;
            reject(cancelled());
          }),
        );
      });
    };
    const { sent, context } = contextOf(untilAborted, signal);
    const run = ended(runStress(step, context), () => open);
    await clock.advance(500);
    expect(sent.length).toBeGreaterThan(20);
    stop.abort();
    expect(await run).toEqual({ how: 'cancelled.by-user', openAtTheEnd: 0 });
    expect(unhandled).toEqual([]);
    expect(warnings, 'each request listens to the one signal').toEqual([]);
  });

  it('ends with the first denial, sends no more, and waits for the others', async () => {
    let rejectAll = (): void => undefined;
    const rejected = new Promise<void>((resolve) => (rejectAll = resolve));
    let open = 0;
    const { sent, context } = contextOf(async () => {
      open += 1;
      const code = open === 1 ? 'auth.sas-expired' : 'auth.denied';
      await rejected;
      open -= 1;
      throw new StowageError(code, 'no');
    }, new AbortController().signal);
    const run = ended(runStress(step, context), () => open);
    await clock.advance(500);
    const before = sent.length;
    expect(before).toBeGreaterThan(20);
    rejectAll();
    await clock.advance(1_000);
    expect(await run).toEqual({ how: 'auth.sas-expired', openAtTheEnd: 0 });
    expect(sent.length, 'after the refusal').toBe(before);
    expect(unhandled).toEqual([]);
  });
});
