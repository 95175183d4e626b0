import { describe, expect, it } from 'vitest';
import { contentChanged, lineIsBack } from './use-container-transfers';

const watched = { connectionId: 'quay', container: 'hold', sinceMs: 1_000 };
const running = {
  id: 'job-1',
  kind: 'upload',
  state: 'running',
  connectionId: 'quay',
  source: 'a.txt',
  target: 'hold/in',
  endedAtMs: null,
  filesDone: 0,
} as const;
const done = { ...running, state: 'done', endedAtMs: 2_000 } as const;

describe('a container is looked at again', () => {
  it('when an upload into it ends, including one that ended before its first event', () => {
    expect(contentChanged([running], [done], watched)).toBe(true);
    expect(contentChanged([], [done], watched)).toBe(true);
    expect(contentChanged([], [{ ...done, target: 'hold' }], watched)).toBe(true);
  });

  it('when the first of many files is there, and each time ten times as many are', () => {
    const at = (filesDone: number) => [{ ...running, filesDone }];
    const renders = [0, 1, 5, 10, 99, 2_000].map((files, index, all) =>
      contentChanged(at(all[index - 1] ?? 0), at(files), watched),
    );
    expect(renders).toEqual([false, true, false, true, false, true]);
  });

  it.each(['hold', 'hold/in/a.txt', 'hold/in/ and 2 more'])('when blobs were moved out of it: %s', (source) => {
    const move = { kind: 'move', source, target: 'elsewhere', connectionId: 'other' } as const;
    const ends = (from: { readonly sourceConnectionId: string }, kind: 'copy' | 'move' = 'move') =>
      contentChanged([{ ...running, ...move, ...from, kind }], [{ ...done, ...move, ...from, kind }], watched);
    const own = { sourceConnectionId: 'quay' };
    expect(ends(own)).toBe(true);
    expect(ends(own, 'copy')).toBe(false);
    expect(ends({ sourceConnectionId: 'other' })).toBe(false);
  });

  it.each([
    ['what runs', [], [running]],
    ['what had ended already', [done], [done]],
    ['what ended on an earlier day', [], [{ ...done, endedAtMs: 999 }]],
    ['a download', [running], [{ ...done, kind: 'download' as const }]],
    ['another container', [running], [{ ...done, target: 'hold-2/in' }]],
    ['another connection', [running], [{ ...done, connectionId: 'other' }]],
  ])('not for %s', (_what, before, after) => {
    expect(contentChanged(before, after, watched)).toBe(false);
  });
});

describe('the network is back', () => {
  const offline = { ...running, waitsFor: 'network' } as const;
  const download = { kind: 'download', source: 'hold/in/', target: '/home/me' } as const;

  it.each([
    ['takes', {}],
    ['gives', download],
  ])('when what the container %s moves again, and not while it is away', (_what, change) => {
    const gone = { ...offline, ...change };
    const moves = { ...running, ...change };
    expect(lineIsBack([gone], [moves], watched)).toBe(true);
    expect(lineIsBack([gone], [{ ...moves, waitsFor: 'server' }], watched)).toBe(true);
    expect(lineIsBack([gone], [gone], watched)).toBe(false);
    expect(lineIsBack([moves], [gone], watched)).toBe(false);
    expect(lineIsBack([gone], [{ ...moves, source: 'x', target: 'x' }], watched)).toBe(false);
    expect(contentChanged([gone], [moves], watched)).toBe(false);
  });

  it.each([
    ['paused', { state: 'paused', waitsFor: 'person' }],
    ['paused by the timetable', { state: 'paused', waitsFor: 'timetable' }],
    ['cancelled', { state: 'cancelled', endedAtMs: 2_000 }],
    ['failed', { state: 'failed', endedAtMs: 2_000 }],
  ] as const)('not when what waited for it is %s', (_what, change) => {
    expect(lineIsBack([offline], [{ ...running, ...change }], watched)).toBe(false);
  });
});
