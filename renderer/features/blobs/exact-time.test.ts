// HTTP and ISO dates read alike; anything else is shown as it is.
import { describe, expect, it } from 'vitest';
import { exactTime } from './exact-time';

describe('exactTime', () => {
  it('reads HTTP and ISO dates', () => {
    expect(exactTime('Wed, 14 Oct 2026 08:21:07 GMT')).toBe('2026-10-14 08:21:07 UTC');
    expect(exactTime('2026-10-14T08:21:07.000Z')).toBe('2026-10-14 08:21:07 UTC');
    expect(exactTime('soon')).toBe('soon');
  });
});
