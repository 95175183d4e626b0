import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type DiskPace, createDiskPace, writeSmallFile } from './small-file';

const folder = mkdtempSync(join(tmpdir(), 'stowage-small-'));
afterEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))));

const place = {
  temporaryPath: join(folder, 'a.part'),
  path: join(folder, 'a'),
  modified: '2026-01-02T03:04:05Z',
  replace: 'no',
} as const;
const body = Buffer.from('whole');

function paceOf(disk: 'quick' | 'slow'): DiskPace & { readonly told: number[] } {
  const told: number[] = [];
  return { isQuick: () => disk === 'quick', synced: (tookMs) => void told.push(tookMs), told };
}
/** Each look is a millisecond after the one before. */
function ticking(): () => number {
  let nowMs = 0;
  return () => (nowMs += 1);
}

describe('a small file', () => {
  it('is synced, dated and named at once where that is no wait', () => {
    const pace = paceOf('quick');
    expect(writeSmallFile({ body, place, mayBeFinal: 'yes' }, pace, ticking())).toBe('final');
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readFileSync(place.path, 'utf8')).toBe('whole');
    expect(statSync(place.path).mtime).toEqual(new Date(place.modified));
    expect(pace.told).toEqual([1]);
  });

  it('is only written where syncing is a wait, or where it is not what it should be', () => {
    expect(writeSmallFile({ body, place, mayBeFinal: 'yes' }, paceOf('slow'), ticking())).toBe('written');
    expect(writeSmallFile({ body, place, mayBeFinal: 'no' }, paceOf('quick'), ticking())).toBe('written');
    expect(readdirSync(folder)).toEqual(['a.part']);
  });

  it('leaves alone what appeared in its place', () => {
    writeFileSync(place.path, 'somebody else');
    expect(() => writeSmallFile({ body, place, mayBeFinal: 'yes' }, paceOf('quick'), ticking())).toThrow(
      expect.objectContaining({ code: 'conflict.target-exists' }),
    );
    expect(readFileSync(place.path, 'utf8')).toBe('somebody else');
    expect(readFileSync(place.temporaryPath, 'utf8')).toBe('whole');
  });
});

describe('the pace of a disk', () => {
  it('is asked again after a while that doubles, until a sync is no wait', () => {
    let nowMs = 0;
    const pace = createDiskPace(() => nowMs);
    const quickAfter = (ms: number): boolean => {
      nowMs += ms;
      return pace.isQuick();
    };
    expect(pace.isQuick()).toBe(true);
    pace.synced(5);
    expect([quickAfter(99), quickAfter(1)]).toEqual([false, true]);
    pace.synced(5);
    expect([quickAfter(199), quickAfter(1)]).toEqual([false, true]);
    pace.synced(0.1);
    expect(pace.isQuick()).toBe(true);
    pace.synced(5);
    expect([quickAfter(99), quickAfter(1)]).toEqual([false, true]);
  });
});
