// Which of several causes a run stops for, and the state in which that leaves its job.
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { oneDownload, stateAfter } from '../fixtures/one-download';
import { type JobRecord, jobRecord } from '../records/job-records';
import { pauseOf } from '../records/job-state';
import { RunStop, type StopReason } from './stop';

const records = (...more: readonly object[]): readonly JobRecord[] => [
  ...oneDownload('/target'),
  ...more.map((record): JobRecord => jobRecord.parse(record)),
];
const underWay = stateAfter(records());
const done = stateAfter(records({ t: 'ended', f: 0, outcome: 'done' }));
const diskFull = new StowageError('local.disk-full', 'No room.');
const noContainer = new StowageError('not-found.container', 'No such container.');

describe('a run that is asked to stop', () => {
  it.each([
    ['cancel', 'cancelled', { type: 'cancelled' }],
    ['pause', 'paused', { type: 'paused', waitsFor: 'person' }],
    ['interrupt', 'interrupted', { type: 'interrupted' }],
    ['timetable', 'paused', { type: 'paused', waitsFor: 'timetable' }],
  ] as const)('by %s leaves its job %s, and done where nothing was left to do', (reason, _state, end) => {
    const stop = new RunStop();
    stop.request(reason);
    expect([stop.endOf(underWay), stop.endOf(done)]).toEqual([end, { type: 'finished', as: 'done' }]);
  });

  it.each<readonly [StopReason, StopReason]>([
    ['pause', 'cancel'],
    ['cancel', 'timetable'],
  ])('by %s is not affected by a later request by %s', (first, second) => {
    const stop = new RunStop();
    stop.request(first);
    stop.request(second);
    expect(stop.reason).toBe(first);
  });

  it('does not treat later failures as its cause', () => {
    const stop = new RunStop();
    stop.request('timetable');
    expect(stop.meet('pause', diskFull)).toBe('stops already');
    expect([stop.error, stop.endOf(underWay)]).toEqual([null, { type: 'paused', waitsFor: 'timetable' }]);
  });
});

describe('trouble of the whole job', () => {
  it('that the user can fix pauses it, and the first one names the reason', () => {
    const stop = new RunStop();
    expect(stop.meet('pause', diskFull)).toBe('stops');
    expect(stop.meet('job', noContainer)).toBe('stops already');
    expect([stop.error, stop.endOf(underWay)]).toEqual([diskFull, { type: 'paused', waitsFor: 'disk' }]);
  });

  it('shows what the job waits for, also when the run is paused after it', () => {
    const stop = new RunStop();
    stop.meet('pause', diskFull);
    stop.request('pause');
    expect(stop.endOf(underWay)).toEqual({ type: 'paused', waitsFor: 'disk' });
  });

  it('that no wait can fix fails it', () => {
    const stop = new RunStop();
    stop.meet('job', noContainer);
    expect(stop.endOf(underWay)).toEqual({ type: 'finished', as: 'failed' });
  });
});

it('pauses a job in which only paused files are left', () => {
  const stop = new RunStop();
  const allPaused = stateAfter(records(pauseOf(0, 'yes')));
  expect(stop.endOf(allPaused)).toEqual({ type: 'paused', waitsFor: 'person' });
});
