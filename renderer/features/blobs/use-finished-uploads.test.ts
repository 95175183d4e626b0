import { describe, expect, it } from 'vitest';
import { uploadsEnded } from './use-finished-uploads';

const watched = { connectionId: 'quay', container: 'hold', sinceMs: 1_000 };
const running = {
  id: 'job-1',
  kind: 'upload',
  state: 'running',
  connectionId: 'quay',
  source: 'a.txt',
  target: 'hold/in',
  endedAtMs: null,
} as const;
const done = { ...running, state: 'done', endedAtMs: 2_000 } as const;

describe('a container is looked at again', () => {
  it('when an upload into it ends, also one that was over before it was first told of', () => {
    expect(uploadsEnded([running], [done], watched)).toBe(true);
    expect(uploadsEnded([], [done], watched)).toBe(true);
    expect(uploadsEnded([], [{ ...done, target: 'hold' }], watched)).toBe(true);
  });

  it('when a blob was moved out of it', () => {
    const move = { kind: 'move', source: 'hold', target: 'elsewhere', connectionId: 'other' } as const;
    expect(uploadsEnded([{ ...running, ...move }], [{ ...done, ...move }], watched)).toBe(true);
  });

  it.each([
    ['what runs', [], [running]],
    ['what had ended already', [done], [done]],
    ['what ended on an earlier day', [], [{ ...done, endedAtMs: 999 }]],
    ['a download', [running], [{ ...done, kind: 'download' as const }]],
    ['another container', [running], [{ ...done, target: 'hold-2/in' }]],
    ['another connection', [running], [{ ...done, connectionId: 'other' }]],
  ])('not for %s', (_what, before, after) => {
    expect(uploadsEnded(before, after, watched)).toBe(false);
  });
});
