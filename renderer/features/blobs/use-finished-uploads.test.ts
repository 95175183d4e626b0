import { describe, expect, it } from 'vitest';
import { uploadsMoved } from './use-finished-uploads';

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
  it('when an upload into it ends, also one that was over before it was first told of', () => {
    expect(uploadsMoved([running], [done], watched)).toBe(true);
    expect(uploadsMoved([], [done], watched)).toBe(true);
    expect(uploadsMoved([], [{ ...done, target: 'hold' }], watched)).toBe(true);
  });

  it('when the first of many files is there, and each time ten times as many are', () => {
    const at = (filesDone: number) => [{ ...running, filesDone }];
    const looks = [0, 1, 5, 10, 99, 2_000].map((files, index, all) =>
      uploadsMoved(at(all[index - 1] ?? 0), at(files), watched),
    );
    expect(looks).toEqual([false, true, false, true, false, true]);
  });

  it('when a blob was moved out of it', () => {
    const move = { kind: 'move', source: 'hold', target: 'elsewhere', connectionId: 'other' } as const;
    expect(uploadsMoved([{ ...running, ...move }], [{ ...done, ...move }], watched)).toBe(true);
  });

  it('when the line of what it takes or gives is back, and not while it is away', () => {
    const offline = { ...running, waitsFor: 'network' } as const;
    const download = { kind: 'download', source: 'hold', target: '/home/me' } as const;
    for (const change of [{}, download]) {
      expect(uploadsMoved([{ ...offline, ...change }], [{ ...running, ...change }], watched)).toBe(true);
      expect(uploadsMoved([{ ...offline, ...change }], [{ ...offline, ...change }], watched)).toBe(false);
      expect(uploadsMoved([{ ...running, ...change }], [{ ...offline, ...change }], watched)).toBe(false);
    }
  });

  it.each([
    ['what runs', [], [running]],
    ['what had ended already', [done], [done]],
    ['what ended on an earlier day', [], [{ ...done, endedAtMs: 999 }]],
    ['a download', [running], [{ ...done, kind: 'download' as const }]],
    ['another container', [running], [{ ...done, target: 'hold-2/in' }]],
    ['another connection', [running], [{ ...done, connectionId: 'other' }]],
  ])('not for %s', (_what, before, after) => {
    expect(uploadsMoved(before, after, watched)).toBe(false);
  });
});
