// Typed moments become exact ticks and back; any other text is rejected.
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { maximumTicks, momentText, msFromTicks, parseMoment, ticksFromMs } from './ticks';

afterEach(() => void vi.restoreAllMocks());

describe('typed moments', () => {
  it.each([
    ['0001-01-01', 0n],
    ['1970-01-01', 621_355_968_000_000_000n],
    ['2026-10-14T02:00:00Z', 639_275_400_000_000_000n],
    ['9999-12-31 23:59:59.9999999', maximumTicks],
    [String(maximumTicks), maximumTicks],
  ])('reads %s', (text, ticks) => {
    expect(parseMoment(text, 'utc')).toBe(ticks);
  });

  it.each([
    '2026-10-14 02:00',
    '2026-10-14T02:00Z',
    '2026-10-14T04:00:00+02:00',
    '2026-10-13 21:30 -0430',
    ' 2026-10-14 02:00:00.0000000 UTC ',
  ])('reads %j as two in the morning', (text) => {
    expect(parseMoment(text, 'utc')).toBe(ticksFromMs(Date.UTC(2026, 9, 14, 2)));
  });

  it('reads ticks as they stand in keys', () => {
    expect(parseMoment('639275400000000000', 'utc')).toBe(639_275_400_000_000_000n);
    expect(parseMoment('0639275400000000000', 'local')).toBe(639_275_400_000_000_000n);
  });

  it('takes local time for local and an offset for itself', () => {
    expect(parseMoment('2026-10-14 02:00', 'local')).toBe(ticksFromMs(new Date(2026, 9, 14, 2).getTime()));
    expect(parseMoment('2026-10-14 02:00Z', 'local')).toBe(ticksFromMs(Date.UTC(2026, 9, 14, 2)));
  });

  it('takes local time for local also where the machine is not in UTC', () => {
    const aheadMs = 5.5 * 3_600_000;
    vi.spyOn(Date.prototype, 'setHours').mockImplementation(function (this: Date, ...time) {
      return this.setUTCHours(...time) - aheadMs;
    });
    vi.spyOn(Date.prototype, 'getHours').mockReturnValue(7);
    vi.spyOn(Date.prototype, 'getMinutes').mockReturnValue(30);
    const atMs = Date.UTC(2026, 9, 14, 2);
    expect(momentText(ticksFromMs(atMs), 'local')).toBe('2026-10-14 07:30:00');
    expect(momentText(ticksFromMs(atMs), 'utc')).toBe('2026-10-14 02:00:00');
    expect(parseMoment('2026-10-14 02:00', 'local')).toBe(ticksFromMs(atMs - aheadMs));
    expect(parseMoment('2026-10-14 02:00', 'utc')).toBe(ticksFromMs(atMs));
    expect(parseMoment('2026-10-14 02:00+01:00', 'local')).toBe(ticksFromMs(atMs - 3_600_000));
  });

  it.each([
    '',
    'today',
    '639275400000000000x',
    'x2026-10-14',
    '2026-02-30',
    '2026-13-01',
    '2026-10-14 24:00',
    '2026-10-14 1:00',
    '9999999999999999999',
  ])('rejects %j', (text) => {
    expect(parseMoment(text, 'utc')).toBeNull();
  });

  it('come back digit by digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maximumTicks }), (ticks) => {
        expect(parseMoment(momentText(ticks, 'utc'), 'utc')).toBe(ticks);
        const dropped = ticks - ticksFromMs(msFromTicks(ticks));
        expect(dropped >= 0n && dropped < 10_000n).toBe(true);
      }),
    );
  });
});
