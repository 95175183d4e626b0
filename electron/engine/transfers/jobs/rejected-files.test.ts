import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { minRejections, maxRejections } from '../../azure/failures/rejection-tally';
import type { PlannedFile } from '../records/job-records';
import { type RejectedFile, RejectedFiles } from './rejected-files';

const error = new StowageError('auth.denied', 'No.');
const rejectedFile = (f: number): RejectedFile => ({ file: { f } as PlannedFile, error });
const numbers = (files: readonly RejectedFile[]): number[] => files.map(({ file }) => file.f);
const run = (insists: 'yes' | 'no'): RejectedFiles => new RejectedFiles({ insists, filesDone: () => 0 });

it('fails nothing and pauses where all is refused', () => {
  const files = run('no');
  for (let f = 0; f < minRejections - 1; f += 1) {
    expect(files.putAside(rejectedFile(f), 'at once')).toEqual({ fail: [], pause: null });
  }
  expect(files.putAside(rejectedFile(minRejections - 1), 'at once')).toEqual({ fail: [], pause: error });
});

it('pauses at the end where nothing was let in, and leaves what was refused open', () => {
  const files = run('no');
  files.putAside(rejectedFile(0), 'at once');
  expect(files.settle()).toEqual({ fail: [], pause: error });
  expect(files.hasSome).toBe(false);
});

it('ends where a person insists, with what was refused as failed and without telling that others were accepted', () => {
  const files = run('yes');
  files.putAside(rejectedFile(0), 'at once');
  files.putAside(rejectedFile(1), 'half-way');
  const { fail, pause } = files.settle();
  expect(pause).toBeNull();
  expect(numbers(fail)).toEqual([0, 1]);
  expect(fail.map((one) => one.error)).toEqual([error, error]);
});

it('fails what was tried and pauses where a person insists and a thousand are refused in a row', () => {
  const files = run('yes');
  const verdicts = Array.from({ length: maxRejections }, (_, f) => files.putAside(rejectedFile(f), 'at once'));
  const last = verdicts.pop();
  expect(verdicts.every(({ fail, pause }) => fail.length === 0 && pause === null)).toBe(true);
  expect(last?.pause).toBe(error);
  expect(last?.fail).toHaveLength(maxRejections);
  expect(files.hasSome).toBe(false);
});

it('tells each file that is refused alone once, by the right that it was refused', () => {
  const files = run('no');
  const reported: (readonly [number, unknown])[] = [];
  files.onAlone = (alone) => reported.push(...alone.map((one) => [one.file.f, one.error.context.others] as const));
  files.rejected(0, 'write');
  files.putAside(rejectedFile(0), 'at once');
  files.rejected(1, 'delete source');
  files.putAside(rejectedFile(1), 'at once');
  files.accepted('read', files.now);
  files.accepted('write', files.now);
  files.accepted('write', files.now);
  expect(reported).toEqual([[0, 'accepted']]);
  expect(files.hasSome).toBe(true);
});
