import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '@shared/strings/t';
import german from '@shared/strings/de.json';
import { relativeTime } from './time';

const nowMs = Date.UTC(2026, 10, 23, 12);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const from = (distanceMs: number): string => relativeTime(nowMs + distanceMs, nowMs);

afterEach(() => setLanguage({ tag: 'en', catalogue: {} }));

describe('a moment', () => {
  it('is shown as its distance in whole units', () => {
    expect([-1_000, 44_000].map(from)).toEqual(['just now', 'just now']);
    expect([-50_000, -59 * minuteMs, 3 * minuteMs].map(from)).toEqual(['1 min ago', '59 min ago', 'in 3 min']);
    expect([-hourMs, -23 * hourMs, 2 * hourMs].map(from)).toEqual(['1 h ago', '23 h ago', 'in 2 h']);
    expect([-dayMs, -29 * dayMs, dayMs, 6 * dayMs].map(from)).toEqual([
      ...['1 day ago', '29 days ago', 'in 1 day', 'in 6 days'],
    ]);
    expect(from(-30 * dayMs)).toBe('2026-10-24');
  });

  it('is never shown as sixty minutes, twenty-four hours or zero units', () => {
    expect([-45_000, -59.6 * minuteMs, -23.6 * hourMs].map(from)).toEqual(['1 min ago', '1 h ago', '1 day ago']);
  });

  it('is shown in the language of the window', () => {
    setLanguage({ tag: 'de', catalogue: german });
    expect([-dayMs, -3 * dayMs, 3 * dayMs].map(from)).toEqual(['vor 1 Tag', 'vor 3 Tagen', 'in 3 Tagen']);
  });
});
