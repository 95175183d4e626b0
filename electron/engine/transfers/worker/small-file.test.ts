import {
  fstatSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { markFolder } from '../../../disk/partial-file';
import { nameFile } from './finish-file';
import { type DiskPace, createDiskPace, writeSmallFile } from './small-file';

const folder = mkdtempSync(join(tmpdir(), 'stowage-small-'));
afterEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))));
afterAll(() => rmSync(folder, { recursive: true }));

const place = {
  temporaryPath: join(folder, 'a.part'),
  path: join(folder, 'a'),
  modified: '2026-01-02T03:04:05Z',
  replace: 'no',
  folder: markFolder(folder),
  mark: '',
} as const;
const body = Buffer.from('whole');

/** Notes what the folder holds at each sync. */
function paceOf(disk: 'quick' | 'slow'): DiskPace & { readonly synced: unknown[] } {
  const synced: unknown[] = [];
  const sync = (descriptor: number): void =>
    void synced.push({ names: readdirSync(folder), bytes: fstatSync(descriptor).size });
  return { isQuick: () => disk === 'quick', sync, synced };
}

describe('a small file', () => {
  it('is synced, dated and named at once where that is no wait', () => {
    const pace = paceOf('quick');
    expect(writeSmallFile({ body, place, mayBeFinal: 'yes' }, pace)).toMatchObject({ state: 'final' });
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readFileSync(place.path, 'utf8')).toBe('whole');
    expect(statSync(place.path).mtime).toEqual(new Date(place.modified));
    expect(pace.synced).toEqual([{ names: ['a.part'], bytes: body.length }]);
  });

  it.runIf(process.platform !== 'win32')('is readable by its owner only in a folder of the app', () => {
    const own = { ...place, folder: markFolder(folder, 'private') };
    expect(writeSmallFile({ body, place: own, mayBeFinal: 'yes' }, paceOf('quick'))).toMatchObject({ state: 'final' });
    expect(statSync(place.path).mode & 0o777).toBe(0o600);
  });

  it('is only written where syncing is a wait, or where it is not what it should be', () => {
    expect(writeSmallFile({ body, place, mayBeFinal: 'yes' }, paceOf('slow'))).toMatchObject({ state: 'written' });
    expect(writeSmallFile({ body, place, mayBeFinal: 'no' }, paceOf('quick'))).toMatchObject({ state: 'written' });
    expect(readdirSync(folder)).toEqual(['a.part']);
  });

  it('is in place where another thread had named it and was lost', () => {
    writeFileSync(place.temporaryPath, body);
    linkSync(place.temporaryPath, place.path);
    nameFile({ ...place, replace: 'no' });
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('is not written through a link at its temporary name, nor over the file that the link leads to', () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'private');
    symlinkSync(other, place.temporaryPath);
    expect(writeSmallFile({ body, place, mayBeFinal: 'yes' }, paceOf('quick'))).toMatchObject({ state: 'final' });
    expect(readFileSync(other, 'utf8')).toBe('private');
    expect(lstatSync(place.path).isFile()).toBe(true);
  });

  it('is written nowhere when its folder has been replaced by a link', () => {
    const [target, elsewhere] = [mkdtempSync(join(tmpdir(), 'stowage-t-')), mkdtempSync(join(tmpdir(), 'stowage-e-'))];
    const marked = {
      ...place,
      temporaryPath: join(target, 'a.part'),
      path: join(target, 'a'),
      folder: markFolder(target),
    };
    renameSync(target, `${target}.away`);
    symlinkSync(elsewhere, target);
    try {
      expect(() => writeSmallFile({ body, place: marked, mayBeFinal: 'yes' }, paceOf('quick'))).toThrow(
        expect.objectContaining({ code: 'conflict.target-exists' }),
      );
      expect(readdirSync(elsewhere)).toEqual([]);
    } finally {
      for (const path of [target, `${target}.away`, elsewhere]) rmSync(path, { recursive: true });
    }
  });

  it('leaves alone what appeared in its place', () => {
    writeFileSync(place.path, 'somebody else');
    expect(() => writeSmallFile({ body, place, mayBeFinal: 'yes' }, paceOf('quick'))).toThrow(
      expect.objectContaining({ code: 'conflict.target-exists' }),
    );
    expect(readFileSync(place.path, 'utf8')).toBe('somebody else');
    expect(readFileSync(place.temporaryPath, 'utf8')).toBe('whole');
  });
});

describe('the pace of a disk', () => {
  it('is asked again after a while that doubles, until a sync is no wait', () => {
    let nowMs = 0;
    const synced: number[] = [];
    let tookMs = 0;
    const pace = createDiskPace(
      () => nowMs,
      (descriptor) => {
        synced.push(descriptor);
        nowMs += tookMs;
      },
    );
    const syncIn = (ms: number): void => {
      tookMs = ms;
      pace.sync(7);
    };
    const quickAfter = (ms: number): boolean => {
      nowMs += ms;
      return pace.isQuick();
    };
    expect(pace.isQuick()).toBe(true);
    syncIn(5);
    expect([quickAfter(99), quickAfter(1)]).toEqual([false, true]);
    syncIn(5);
    expect([quickAfter(199), quickAfter(1)]).toEqual([false, true]);
    syncIn(0.1);
    expect(pace.isQuick()).toBe(true);
    syncIn(5);
    expect([quickAfter(99), quickAfter(1)]).toEqual([false, true]);
    expect(synced).toEqual([7, 7, 7, 7]);
  });
});
