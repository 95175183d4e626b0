import { describe, expect, it } from 'vitest';
import { type ErrorShape, StowageError, onUnforeseen } from '@shared/errors';
import { createFileFinisher } from './file-finisher';
import type { Finish } from '../worker/small-files';

const folder = { folder: '', mark: '', realPath: '', access: 'by-umask' } as const;
const fileOf = (name: string): Finish => ({
  temporaryPath: `${name}.part`,
  path: name,
  modified: '',
  replace: 'yes',
  folder,
  mark: '',
});
const full = new StowageError('local.disk-full', 'The disk is full.').toShape();

/** A disk whose groups end when the test says so. */
function slowDisk() {
  const groups: { readonly names: string[]; end(errors: (ErrorShape | null)[]): void }[] = [];
  const finisher = createFileFinisher(
    (files) =>
      new Promise((resolve) => {
        groups.push({ names: files.map(({ path }) => path), end: resolve });
      }),
  );
  return { groups, finisher };
}

describe('finishing files', () => {
  it('gathers the next group while one is under way, and each file gets its own answer', async () => {
    const { groups, finisher } = slowDisk();
    const first = finisher.finish(fileOf('a'));
    const second = finisher.finish(fileOf('b'));
    const third = finisher.finish(fileOf('c'));
    expect(groups.map(({ names }) => names)).toEqual([['a']]);
    groups[0]?.end([null]);
    await first;
    expect(groups.map(({ names }) => names)).toEqual([['a'], ['b', 'c']]);
    groups[1]?.end([full, null]);
    await expect(second).rejects.toMatchObject({ code: 'local.disk-full' });
    await third;
  });

  it('has no room while too much waits', async () => {
    const { groups, finisher } = slowDisk();
    const finishing = Array.from({ length: 256 }, (_, index) => finisher.finish(fileOf(String(index))));
    let room = 'none';
    const waiting = finisher.room().then(() => (room = 'some'));
    await Promise.resolve();
    expect(room).toBe('none');
    groups[0]?.end([null]);
    await waiting;
    for (let group = 1; group < 3; group += 1) {
      groups[group]?.end(Array.from({ length: 128 }, () => null));
      await finishing[group * 128];
    }
    await Promise.all(finishing);
    expect(groups.map(({ names }) => names.length)).toEqual([1, 128, 127]);
  });

  it('fails every file of a group that was stopped', async () => {
    const finisher = createFileFinisher(() => Promise.reject(new StowageError('cancelled.by-user', 'Stopped.')));
    await expect(finisher.finish(fileOf('a'))).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('has a fault of the thread that finishes files written down, and no failure that was foreseen', async () => {
    const reported: StowageError[] = [];
    onUnforeseen((error) => reported.push(error));
    const { groups, finisher } = slowDisk();
    const [first, ...others] = ['a', 'b', 'c'].map((name) => finisher.finish(fileOf(name)));
    groups[0]?.end([null]);
    await first;
    const fault = new StowageError('bug.unexpected', 'An unexpected TypeError was thrown.').toShape();
    groups[1]?.end([full, fault]);
    await expect(Promise.allSettled(others)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(reported.map(({ message }) => message)).toEqual(['An unexpected TypeError was thrown.']);
    onUnforeseen(() => undefined);
  });
});
