// Whatever a job meets, its rate, what is under way and the time that is left are numbers that make sense.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JobProgress } from './job-progress';

const quiet = { jobId: 'j', started: 0, ended: [], downloadBytes: 0, connections: 0, retried: [] };
const moved = (uploadBytes: number) => ({ ...quiet, uploadBytes, slowdownMs: 0, slowdownOrigin: 'told' as const });

const event = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    bytes: fc.oneof(fc.constant(0), fc.nat(1e3), fc.integer({ min: 1, max: 1e9 })),
  }),
  fc.record({ kind: fc.constant('stop' as const), which: fc.nat(20), isDone: fc.boolean() }),
  // What a request that failed had moved is taken back.
  fc.record({ kind: fc.constant('moved' as const), bytes: fc.integer({ min: -1e6, max: 1e9 }) }),
  // From no time at all to hours of sleep.
  fc.record({ kind: fc.constant('tick' as const), ms: fc.oneof(fc.constant(250), fc.nat(5), fc.nat(1e7)) }),
);

it('of an upload are never negative, never endless, and no more than what is in flight', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 300, size: 'max' }), (events) => {
      const progress = new JobProgress('bytes sent');
      const open: { readonly bytes: number; readonly began: number }[] = [];
      let [nowMs, files] = [0, 0];
      progress.measureRate(nowMs);
      for (const one of events) {
        if (one.kind === 'start') open.push({ bytes: one.bytes, began: progress.started(one.bytes) });
        else if (one.kind === 'moved') progress.moved(moved(one.bytes));
        else if (one.kind === 'tick') progress.measureRate((nowMs += one.ms), files);
        else {
          const [ended] = open.splice(one.which % Math.max(1, open.length), 1);
          if (ended === undefined) continue;
          progress.stopped(0, ended.bytes, one.isDone ? 'done' : 'not-done', ended.began);
          files += 1;
        }
        const inFlight = open.reduce((sum, { bytes }) => sum + bytes, 0);
        expect(progress.unconfirmedBytes()).toBeGreaterThanOrEqual(0);
        expect(progress.unconfirmedBytes()).toBeLessThanOrEqual(inFlight);
        const left = progress.timeLeft(1e6, 3) ?? 0;
        expect(Number.isFinite(progress.bytesPerSecond) && progress.bytesPerSecond >= 0).toBe(true);
        expect(Number.isFinite(left) && left >= 0).toBe(true);
      }
    }),
  );
});
