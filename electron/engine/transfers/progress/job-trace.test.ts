import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobTrace, type TracedRequest } from './job-trace';

function traceWithClock(): { trace: JobTrace; at: (ms: number) => void } {
  let nowMs = 0;
  const trace = new JobTrace(() => nowMs);
  return {
    trace,
    at: (ms) => {
      nowMs = ms;
    },
  };
}

const block = (index: number, file = 0) => ({ file, name: `f${file}`, block: index, bytes: 10 });
const all = { fromMs: 0, toMs: 1_000_000, columns: 2000 };

describe('the trace of a job', () => {
  it('gives each request the first free slot', () => {
    const { trace, at } = traceWithClock();
    const first = trace.started(block(0));
    const second = trace.started(block(1));
    at(10);
    trace.ended(first, 'done');
    expect(trace.started(block(2)).slot).toBe(0);
    expect(trace.started(block(3)).slot).toBe(2);
    trace.ended(second, 'done');
    expect(trace.timeline(all).slots).toBe(3);
  });

  it('never puts two requests of one slot over each other, and loses none', () => {
    const step = fc.record({ waitMs: fc.integer({ min: 1, max: 40 }), starts: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 300 }), (steps, columns) => {
        const { trace, at } = traceWithClock();
        const open: TracedRequest[] = [];
        let nowMs = 0;
        let started = 0;
        for (const { waitMs, starts } of steps) {
          nowMs += waitMs;
          at(nowMs);
          if (starts || open.length === 0) {
            open.push(trace.started(block(started)));
            started += 1;
          } else trace.ended(open.splice(started % open.length, 1)[0] as TracedRequest, 'done');
        }
        const { spans } = trace.timeline({ fromMs: 0, toMs: nowMs + 1, columns });
        expect(spans.reduce((sum, { requests }) => sum + requests, 0)).toBe(started);
        const ends = new Map<number, number>();
        for (const { slot, fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
          expect(fromMs).toBeGreaterThanOrEqual(ends.get(slot) ?? 0);
          ends.set(slot, toMs ?? Infinity);
        }
      }),
    );
  });

  it('combines short requests, but shows failures among them', () => {
    const { trace, at } = traceWithClock();
    for (let index = 0; index < 100; index += 1) {
      const request = trace.started(block(index));
      if (index === 42) request.tries += 1;
      at(index + 1);
      trace.ended(request, 'done');
    }
    const { spans } = trace.timeline({ fromMs: 0, toMs: 100, columns: 4 });
    expect(spans.length).toBeLessThanOrEqual(5);
    expect(spans.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(1000);
    expect(spans.filter(({ outcome }) => outcome === 'retried')).toHaveLength(1);
  });

  it('holds the latest requests and reports how many it omits', () => {
    const { trace, at } = traceWithClock();
    for (let index = 0; index < 70_000; index += 1) {
      const request = trace.started(block(index));
      at(index + 1);
      trace.ended(request, 'done');
    }
    expect(trace.timeline(all).forgotten).toBe(70_000 - 65_536);
    expect(trace.blocksOf(0).has(70_000 - 65_536 - 1)).toBe(false);
    expect(trace.blocksOf(0).has(70_000 - 65_536)).toBe(true);
    trace.forgetRequests();
    expect(trace.timeline(all)).toMatchObject({ spans: [], forgotten: 70_000 });
    trace.ended(trace.started(block(0)), 'done');
    expect(trace.timeline(all).spans).toHaveLength(1);
  });

  it('knows the blocks of a file with their latency and their attempts', () => {
    const { trace, at } = traceWithClock();
    const quick = trace.started(block(0));
    const again = trace.started(block(1));
    const other = trace.started(block(0, 7));
    again.tries += 1;
    at(30);
    trace.ended(quick, 'done');
    trace.ended(other, 'not-done');
    expect([...trace.blocksOf(0)]).toEqual([
      [0, { state: 'done', latencyMs: 30, tries: 1 }],
      [1, { state: 'again', latencyMs: null, tries: 2 }],
    ]);
    expect([...trace.blocksOf(7)]).toEqual([]);
  });

  it('shows the bytes of a moved block also after it was compared again', () => {
    const { trace } = traceWithClock();
    trace.ended(trace.started(block(0)), 'done');
    trace.ended(trace.started({ ...block(0), bytes: 0 }), 'done');
    trace.ended(trace.started({ ...block(1), bytes: 0 }), 'done');
    expect(trace.movedBlocks(0).map(({ block: at, bytes }) => [at, bytes])).toEqual([
      [0, 10],
      [1, 0],
    ]);
  });

  it('retains at most 600 samples, over the whole run', () => {
    const { trace } = traceWithClock();
    for (let index = 1; index <= 10_000; index += 1) {
      trace.sample({ atMs: index * 500, bytesPerSecond: 100, concurrency: 4, inFlight: 4, blockBytes: 8 });
    }
    const { samples } = trace;
    expect(samples.length).toBeLessThan(600);
    expect(samples.length).toBeGreaterThan(250);
    expect(samples.every(({ bytesPerSecond }) => bytesPerSecond === 100)).toBe(true);
    const gaps = samples.slice(1).map(({ atMs }, index) => atMs - (samples[index]?.atMs ?? 0));
    expect(new Set(gaps).size).toBe(1);
    expect(samples.at(-1)?.atMs).toBeGreaterThan(4_980_000);
  });
});
