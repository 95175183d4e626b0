// HTTP and ISO dates read alike; anything else is shown as it is.
import { describe, expect, it } from 'vitest';
import { exactTime, momentAmong } from './exact-time';

describe('exactTime', () => {
  it('reads HTTP and ISO dates', () => {
    expect(exactTime('Wed, 14 Oct 2026 08:21:07 GMT')).toBe('2026-10-14 08:21:07 UTC');
    expect(exactTime('2026-10-14T08:21:07.000Z')).toBe('2026-10-14 08:21:07 UTC');
    expect(exactTime('soon')).toBe('soon');
  });
});

it('a moment is as exact as needed to distinguish it from the others', () => {
  const first = '2026-11-22T12:51:17.1000000Z';
  const soon = '2026-11-22T12:51:17.2000000Z';
  const sooner = '2026-11-22T12:51:17.2000001Z';
  expect(momentAmong(first, [first])).toBe('2026-11-22 12:51:17 UTC');
  expect(momentAmong(first, [first, soon])).toBe('2026-11-22 12:51:17.100 UTC');
  expect(momentAmong(soon, [soon, sooner])).toBe(soon);
  expect(momentAmong('soon', ['soon'])).toBe('soon');
  const inS3 = '2026-11-22T12:51:17.000Z null';
  const also = '2026-11-22T12:51:17.000Z 3HL4kqtJlcpXroDTDmJ';
  expect(momentAmong(inS3, [inS3])).toBe('2026-11-22 12:51:17 UTC');
  expect(momentAmong(inS3, [inS3, also])).toBe('2026-11-22 12:51:17 UTC (null)');
  expect(momentAmong(also, [inS3, also])).toBe('2026-11-22 12:51:17 UTC (3HL4kqtJ)');
  expect(momentAmong(also, [`${also}x`, also])).toBe(also);
});
