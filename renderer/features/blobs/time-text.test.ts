// Ages and exact times of listed blobs, and the remembered overwrite choice.
import { describe, expect, it } from 'vitest';
import { readOverwrite, rememberOverwrite } from './overwrite-choice';
import { exactTime, timeAgo } from './time-text';

const nowMs = Date.parse('2026-10-14T12:00:00Z');

describe('timeAgo', () => {
  it('uses the largest whole unit', () => {
    expect(timeAgo('2026-10-14T11:59:58Z', nowMs)).toBe('just now');
    expect(timeAgo('2026-10-14T11:59:20Z', nowMs)).toBe('40 s ago');
    expect(timeAgo('2026-10-14T11:57:00Z', nowMs)).toBe('3 min ago');
    expect(timeAgo('2026-10-09T12:00:00Z', nowMs)).toBe('5 d ago');
    expect(timeAgo('2025-01-02T03:04:05Z', nowMs)).toBe('2025-01-02');
  });

  it('shows a date for times ahead of this clock and text it cannot read as it is', () => {
    expect(timeAgo('2027-01-01T00:00:00Z', nowMs)).toBe('2027-01-01');
    expect(timeAgo('soon', nowMs)).toBe('soon');
  });
});

describe('exactTime', () => {
  it('reads HTTP and ISO dates alike', () => {
    expect(exactTime('Wed, 14 Oct 2026 08:21:07 GMT')).toBe('2026-10-14 08:21:07 UTC');
    expect(exactTime('2026-10-14T08:21:07.000Z')).toBe('2026-10-14 08:21:07 UTC');
  });
});

describe('overwrite choice', () => {
  it('is never replace until chosen, and survives a damaged store', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    expect(readOverwrite(storage)).toBe('never');
    rememberOverwrite(storage, 'if-newer');
    expect(readOverwrite(storage)).toBe('if-newer');
    storage.setItem([...kept.keys()][0] ?? '', 'sometimes');
    expect(readOverwrite(storage)).toBe('never');
  });
});
