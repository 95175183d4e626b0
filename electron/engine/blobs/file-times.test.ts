// Modification times as metadata: what other tools write is read, and a time that was set comes back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileModifiedIn, secondsOf, timeHeaders } from './file-times';

const readFrom = (metadata: Readonly<Record<string, string>>): string | undefined =>
  fileModifiedIn((name) => metadata[name]).fileModified;

describe('the modification time of a file', () => {
  it('is written for rclone and AzCopy', () => {
    expect(timeHeaders('1700000000123456789')).toEqual({
      'x-ms-meta-mtime': '2023-11-14T22:13:20.123456789Z',
      'x-ms-meta-modtime': '1700000000123456789',
      'x-ms-meta-linux_statx_mask': '64',
    });
  });

  it.each([
    [{ mtime: '2023-11-14T22:13:20.123456789Z' }, '2023-11-14T22:13:20.123456789Z'],
    [{ mtime: '2023-11-14T23:13:20+01:00' }, '2023-11-14T22:13:20.000000000Z'],
    [{ mtime: '2023-11-14T22:13:20.5Z', modtime: '1' }, '2023-11-14T22:13:20.500000000Z'],
    [{ modtime: '1700000000123456789' }, '2023-11-14T22:13:20.123456789Z'],
    [{ modtime: '-1' }, '1969-12-31T23:59:59.999999999Z'],
    [{ modtime: '2026-01-02 03:04:05 +0000' }, '2026-01-02T03:04:05.000000000Z'],
    [{ mtime: 'yesterday', modtime: '5' }, '1970-01-01T00:00:00.000000005Z'],
    [{ mtime: '' }, undefined],
    [{ modtime: '999999999999999999999' }, undefined],
    [{ modtime: '1e9' }, undefined],
    [{}, undefined],
  ])('is read from %j as %s', (metadata, expected) => {
    expect(readFrom(metadata)).toBe(expected);
  });

  it('is the same after it was written and read, to the nanosecond', () => {
    fc.assert(
      fc.property(fc.bigInt(-60_000_000_000_000_000_000n, 250_000_000_000_000_000_000n), (ns) => {
        const headers = timeHeaders(ns.toString());
        const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.slice(10), value]));
        expect(readFrom(own)).toBe(headers['x-ms-meta-mtime']);
      }),
    );
  });

  it('is set to a number that no system cuts to an earlier millisecond', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 4_000_000_000_000n), (ms) => {
        const seconds = secondsOf(new Date(Number(ms)).toISOString()) ?? NaN;
        const whole = Math.floor(seconds);
        expect(whole * 1000 + Math.floor(Math.floor((seconds - whole) * 1e9) / 1e6)).toBe(Number(ms));
      }),
    );
    expect(secondsOf('')).toBeNull();
  });
});
