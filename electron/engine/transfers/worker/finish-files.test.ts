import {
  fstatSync,
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
import { fileMark, markFolder } from '../../../disk/partial-file';
import type { Finish } from './finish-file';
import { finishFiles } from './finish-files';

const folder = mkdtempSync(join(tmpdir(), 'stowage-finish-'));
afterEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (index: number): Finish => {
  const file = { temporaryPath: join(folder, `${index}.part`), path: join(folder, `${index}`) };
  writeFileSync(file.temporaryPath, String(index));
  const mark = fileMark(statSync(file.temporaryPath, { bigint: true }));
  return { ...file, modified: '2026-01-02T03:04:05Z', replace: 'no', folder: markFolder(folder), mark };
};
const never = new AbortController().signal;

describe('a group of small files', () => {
  it('becomes final, but for those that are gone or whose place is taken, which are told in order', async () => {
    const files = Array.from({ length: 40 }, (_, index) => written(index));
    rmSync(files[3]?.temporaryPath ?? '');
    writeFileSync(files[20]?.path ?? '', 'somebody else');
    const errors = await finishFiles(files, never);
    expect(errors.flatMap((error, index) => (error === null ? [] : [[index, error.code]]))).toEqual([
      [3, 'local.not-found'],
      [20, 'conflict.target-exists'],
    ]);
    expect(readFileSync(join(folder, '39'), 'utf8')).toBe('39');
    expect(readFileSync(join(folder, '20'), 'utf8')).toBe('somebody else');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['20.part']);
  });

  it('leaves out one that was replaced after it was written, by a file or by a link', async () => {
    const files = Array.from({ length: 3 }, (_, index) => written(index));
    const [first = '', second = ''] = files.map(({ temporaryPath }) => temporaryPath);
    const other = join(folder, 'other');
    for (const path of [first, second]) renameSync(path, `${path}.away`);
    writeFileSync(other, '1');
    symlinkSync(other, first);
    writeFileSync(second, '1');
    const errors = await finishFiles(files, never);
    expect(errors.map((error) => error?.context.what ?? null)).toEqual(['partial', 'partial', null]);
    expect(readdirSync(folder).filter((name) => /^\d$/u.test(name))).toEqual(['2']);
  });

  it.each(['quick', 'slow'] as const)('gets its names when all of it is on a %s disk', async (speed) => {
    const files = Array.from({ length: 6 }, (_, index) => written(index));
    const [synced, namedBefore]: [number[], string[]] = [[], []];
    const note = (descriptor: number): void => {
      synced.push(fstatSync(descriptor).ino);
      namedBefore.push(...readdirSync(folder).filter((name) => !name.endsWith('.part')));
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
    expect(readdirSync(folder).sort()).toEqual(['0', '1', '2', '3', '4', '5']);
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
    expect(readdirSync(folder).sort()).toEqual(['1', '10.part', '2']);
    const others = [written(3)];
    await expect(finishFiles(others, AbortSignal.abort(), full)).rejects.toMatchObject({ code: 'cancelled.by-user' });
    expect(readdirSync(folder)).toContain('3.part');
  });
});
