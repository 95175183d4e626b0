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
import { markFolder, fileMark } from '../../../disk/partial-file';
import { nameFile, type DiskPace, createDiskPace, writeSmallFile, type Finish, finishFiles } from './small-files';

const folder = mkdtempSync(join(tmpdir(), 'stowage-small-'));
afterEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))));
afterAll(() => rmSync(folder, { recursive: true }));

const destination = {
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
  it('is synced, dated and named at once when a sync takes no time', () => {
    const pace = paceOf('quick');
    expect(writeSmallFile({ body, destination, mayBeFinal: 'yes' }, pace)).toMatchObject({ state: 'final' });
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readFileSync(destination.path, 'utf8')).toBe('whole');
    expect(statSync(destination.path).mtime).toEqual(new Date(destination.modified));
    expect(pace.synced).toEqual([{ names: ['a.part'], bytes: body.length }]);
  });

  it.runIf(process.platform !== 'win32')('is readable by its owner only in a folder of the app', () => {
    const own = { ...destination, folder: markFolder(folder, 'private') };
    expect(writeSmallFile({ body, destination: own, mayBeFinal: 'yes' }, paceOf('quick'))).toMatchObject({
      state: 'final',
    });
    expect(statSync(destination.path).mode & 0o777).toBe(0o600);
  });

  it('is only written where syncing is a wait, or where it is not what it should be', () => {
    expect(writeSmallFile({ body, destination, mayBeFinal: 'yes' }, paceOf('slow'))).toMatchObject({
      state: 'written',
    });
    expect(writeSmallFile({ body, destination, mayBeFinal: 'no' }, paceOf('quick'))).toMatchObject({
      state: 'written',
    });
    expect(readdirSync(folder)).toEqual(['a.part']);
  });

  it('is complete when another thread had named it and was lost', () => {
    writeFileSync(destination.temporaryPath, body);
    linkSync(destination.temporaryPath, destination.path);
    nameFile({ ...destination, replace: 'no' });
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('is not written through a link at its temporary name, nor over the file that the link leads to', () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'private');
    symlinkSync(other, destination.temporaryPath);
    expect(writeSmallFile({ body, destination, mayBeFinal: 'yes' }, paceOf('quick'))).toMatchObject({ state: 'final' });
    expect(readFileSync(other, 'utf8')).toBe('private');
    expect(lstatSync(destination.path).isFile()).toBe(true);
  });

  it('is written nowhere when its folder has been replaced by a link', () => {
    const [target, elsewhere] = [mkdtempSync(join(tmpdir(), 'stowage-t-')), mkdtempSync(join(tmpdir(), 'stowage-e-'))];
    const marked = {
      ...destination,
      temporaryPath: join(target, 'a.part'),
      path: join(target, 'a'),
      folder: markFolder(target),
    };
    renameSync(target, `${target}.away`);
    symlinkSync(elsewhere, target);
    try {
      expect(() => writeSmallFile({ body, destination: marked, mayBeFinal: 'yes' }, paceOf('quick'))).toThrow(
        expect.objectContaining({ code: 'conflict.target-exists' }),
      );
      expect(readdirSync(elsewhere)).toEqual([]);
    } finally {
      for (const path of [target, `${target}.away`, elsewhere]) rmSync(path, { recursive: true });
    }
  });

  it('does not replace a file that appeared at its path', () => {
    writeFileSync(destination.path, 'somebody else');
    expect(() => writeSmallFile({ body, destination, mayBeFinal: 'yes' }, paceOf('quick'))).toThrow(
      expect.objectContaining({ code: 'conflict.target-exists' }),
    );
    expect(readFileSync(destination.path, 'utf8')).toBe('somebody else');
    expect(readFileSync(destination.temporaryPath, 'utf8')).toBe('whole');
  });
});

describe('the pace of a disk', () => {
  it('is measured again after an interval that doubles, until a sync takes no time', () => {
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

const groupFolder = mkdtempSync(join(tmpdir(), 'stowage-finish-'));
afterEach(() => readdirSync(groupFolder).forEach((name) => rmSync(join(groupFolder, name))));
afterAll(() => rmSync(groupFolder, { recursive: true }));

const written = (index: number): Finish => {
  const file = { temporaryPath: join(groupFolder, `${index}.part`), path: join(groupFolder, `${index}`) };
  writeFileSync(file.temporaryPath, String(index));
  const mark = fileMark(statSync(file.temporaryPath, { bigint: true }));
  return { ...file, modified: '2026-01-02T03:04:05Z', replace: 'no', folder: markFolder(groupFolder), mark };
};
const never = new AbortController().signal;

describe('a group of small files', () => {
  it('becomes final, except missing files and those whose path is taken, which are reported in order', async () => {
    const files = Array.from({ length: 40 }, (_, index) => written(index));
    rmSync(files[3]?.temporaryPath ?? '');
    writeFileSync(files[20]?.path ?? '', 'somebody else');
    const errors = await finishFiles(files, never);
    expect(errors.flatMap((error, index) => (error === null ? [] : [[index, error.code]]))).toEqual([
      [3, 'local.not-found'],
      [20, 'conflict.target-exists'],
    ]);
    expect(readFileSync(join(groupFolder, '39'), 'utf8')).toBe('39');
    expect(readFileSync(join(groupFolder, '20'), 'utf8')).toBe('somebody else');
    expect(readdirSync(groupFolder).filter((name) => name.endsWith('.part'))).toEqual(['20.part']);
  });

  it('leaves out one that was replaced after it was written, by a file or by a link', async () => {
    const files = Array.from({ length: 3 }, (_, index) => written(index));
    const [first = '', second = ''] = files.map(({ temporaryPath }) => temporaryPath);
    const other = join(groupFolder, 'other');
    for (const path of [first, second]) renameSync(path, `${path}.away`);
    writeFileSync(other, '1');
    symlinkSync(other, first);
    writeFileSync(second, '1');
    const errors = await finishFiles(files, never);
    expect(errors.map((error) => error?.context.what ?? null)).toEqual(['partial', 'partial', null]);
    expect(readdirSync(groupFolder).filter((name) => /^\d$/u.test(name))).toEqual(['2']);
  });

  it.each(['quick', 'slow'] as const)('gets its names when all of it is on a %s disk', async (speed) => {
    const files = Array.from({ length: 6 }, (_, index) => written(index));
    const [synced, namedBefore]: [number[], string[]] = [[], []];
    const note = (descriptor: number): void => {
      synced.push(fstatSync(descriptor).ino);
      namedBefore.push(...readdirSync(groupFolder).filter((name) => !name.endsWith('.part')));
    };
    const inodes = files.map(({ temporaryPath }) => statSync(temporaryPath).ino);
    let inPool = 0;
    await finishFiles(files, never, {
      now: (descriptor) => {
        note(descriptor);
        const startMs = performance.now();
        while (speed === 'slow' && performance.now() - startMs < 1);
      },
      inPool: (descriptor) => {
        inPool += 1;
        note(descriptor);
        return Promise.resolve();
      },
    });
    expect([synced.sort(), namedBefore]).toEqual([inodes.sort(), []]);
    // One slow sync is enough to know.
    if (speed === 'slow') expect(inPool).toBe(5);
    expect(readdirSync(groupFolder).sort()).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('leaves the one without its name that the disk did not take, and all of them when it is stopped', async () => {
    const full = { now: () => undefined, inPool: () => Promise.resolve() };
    const reject = (descriptor: number): void => {
      if (fstatSync(descriptor).size === 2) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    // A busy machine counts as a slow disk, whose files are synced in the pool.
    const refusing = { now: reject, inPool: async (descriptor: number) => reject(descriptor) };
    const files = [written(1), written(10), written(2)];
    const errors = await finishFiles(files, never, refusing);
    expect(errors.map((error) => error?.code ?? null)).toEqual([null, 'local.disk-full', null]);
    expect(readdirSync(groupFolder).sort()).toEqual(['1', '10.part', '2']);
    const others = [written(3)];
    await expect(finishFiles(others, AbortSignal.abort(), full)).rejects.toMatchObject({ code: 'cancelled.by-user' });
    expect(readdirSync(groupFolder)).toContain('3.part');
  });
});
