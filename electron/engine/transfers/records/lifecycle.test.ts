// The life cycle of a job: whatever happens in whatever order, it is in one of its states, and its journal restores it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobStatus, waitReason } from '@shared/model/job-state';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type Lifecycle, type LifecycleEvent, isEnded, isPossible, isUnderway, transition } from '../../jobs/lifecycle';
import { type JobHead, type JobRecord, jobRecord } from './job-records';
import { replayJob } from '../fixtures/replay-job';
import { apply, lifecycleOf, newJobState, stateChange } from './job-state';

const head: JobHead = {
  t: 'job',
  version: 1,
  id: '0123456789abcdef01234567',
  createdAtMs: 1000,
  title: 'scans',
  spec: {
    kind: 'upload',
    connectionId: 'c',
    container: 'box',
    prefix: '',
    paths: ['/scans'],
    options: defaultTransferOptions,
  },
};
const everyEvent: readonly LifecycleEvent[] = [
  { type: 'launched' },
  { type: 'held' },
  { type: 'started', plan: 'complete' },
  { type: 'started', plan: 'missing' },
  { type: 'moving' },
  { type: 'committing' },
  { type: 'measured' },
  { type: 'finished', as: 'done' },
  { type: 'finished', as: 'failed' },
  ...waitReason.options.map((waitsFor) => ({ type: 'paused', waitsFor }) as const),
  { type: 'cancelled' },
  { type: 'interrupted' },
  { type: 'abandoned' },
  { type: 'removed' },
];
const everyState: readonly Lifecycle[] = jobStatus.options.flatMap((state): readonly Lifecycle[] =>
  state === 'paused' ? waitReason.options.map((waitsFor) => ({ state, waitsFor })) : [{ state }],
);
const events = fc.array(fc.constantFrom(...everyEvent), { maxLength: 40 });

/** The states that these events lead to, without those that cannot happen. */
function statesAfter(all: readonly LifecycleEvent[]): readonly Lifecycle[] {
  const states: Lifecycle[] = [{ state: 'waiting' }];
  for (const event of all) {
    const from = states.at(-1) ?? expect.unreachable();
    if (isPossible(from, event.type)) states.push(transition(from, event));
    else expect(() => transition(from, event)).toThrow(`A job that is ${from.state} cannot be ${event.type}.`);
  }
  return states;
}

describe('the life cycle of a job', () => {
  it('never leaves its states, and waits for something exactly while it is paused', () => {
    fc.assert(
      fc.property(events, (all) => {
        for (const one of statesAfter(all)) {
          expect(jobStatus.options).toContain(one.state);
          expect('waitsFor' in one).toBe(one.state === 'paused');
        }
      }),
    );
  });

  it('reaches every state', () => {
    const reached = new Set<string>(['waiting']);
    for (let size = 0; size < reached.size;) {
      size = reached.size;
      for (const from of everyState.filter(({ state }) => reached.has(state))) {
        for (const event of everyEvent) if (isPossible(from, event.type)) reached.add(transition(from, event).state);
      }
    }
    expect([...reached].sort()).toEqual([...jobStatus.options].sort());
  });

  const withEvents = everyState.flatMap((from) => everyEvent.map((event) => [from, event] as const));

  it('leaves an end by a new launch alone', () => {
    const leading = withEvents.filter(([from, event]) => isEnded(from.state) && isPossible(from, event.type));
    expect([...new Set(leading.map(([, { type }]) => type))].sort()).toEqual(['held', 'launched', 'removed']);
  });

  it('moves nothing while it rests: a run starts only when its turn comes', () => {
    for (const [from, event] of withEvents) {
      if (isUnderway(from.state) || !isPossible(from, event.type)) continue;
      const to = transition(from, event);
      if (isUnderway(to.state)) expect([from.state, event.type]).toEqual(['waiting', 'started']);
    }
  });

  it('is stopped from every state that a run is in, by everything that stops a run', () => {
    const stops: readonly LifecycleEvent['type'][] = ['finished', 'paused', 'cancelled', 'interrupted', 'abandoned'];
    for (const { state } of everyState.filter((one) => isUnderway(one.state))) {
      for (const type of stops) expect([state, type, isPossible({ state }, type)]).toEqual([state, type, true]);
    }
  });
});

describe('the journal of a job', () => {
  /** What a journal holds after these events, as it is read again. */
  function journalAfter(all: readonly LifecycleEvent[]): readonly JobRecord[] {
    const jobStatus = newJobState(head);
    const records: JobRecord[] = [head];
    for (const event of all) {
      if (!isPossible(lifecycleOf(jobStatus), event.type)) continue;
      const record = stateChange(jobStatus, event, { atMs: 2000 + records.length });
      apply(jobStatus, record);
      records.push(jobRecord.parse(JSON.parse(JSON.stringify(record))));
      const restored = replayJob(records) ?? expect.unreachable();
      expect(lifecycleOf(restored)).toEqual(lifecycleOf(jobStatus));
      expect(restored.endedAtMs).toBe(jobStatus.endedAtMs);
    }
    return records;
  }

  it('restores the state after every event', () => {
    fc.assert(fc.property(events, (all) => void journalAfter(all)));
  });

  it('restores no job as running, wherever its process was killed', () => {
    fc.assert(
      fc.property(events, fc.nat(40), (all, cut) => {
        const restored = replayJob(journalAfter(all).slice(0, 1 + cut)) ?? expect.unreachable();
        if (isPossible(restored, 'abandoned'))
          apply(restored, stateChange(restored, { type: 'abandoned' }, { atMs: 1 }));
        expect(['paused', 'interrupted', 'done', 'failed', 'cancelled']).toContain(restored.state);
      }),
    );
  });

  it('is read where an earlier version has recorded states in an order that cannot happen now', () => {
    const state = (to: Lifecycle['state']): JobRecord => ({ t: 'state', state: to, atMs: 2000, note: '' });
    expect(replayJob([head, state('done'), state('running'), state('paused')])).toMatchObject({
      state: 'paused',
      waitsFor: null,
    });
  });
});
