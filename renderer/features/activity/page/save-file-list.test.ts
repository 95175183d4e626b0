// The list of a job's files, which is read by pages while the job may go on.
import { expect, it } from 'vitest';
import type { JobFile } from '@shared/model/transfer';
import { type FileList, listFiles } from './save-file-list';

const fileWith = (file: number): JobFile => ({
  file,
  source: `crate-${file}.bin`,
  target: `quay/crate-${file}.bin`,
  bytes: 1024,
  bytesDone: 0,
  state: 'failed',
  code: 'network.reset',
  message: '',
});

/** Pages of two; `before` changes what there is before each page, which is counted from 1. */
async function listed(
  numbers: number[],
  before: (timesRequested: number) => void = () => undefined,
): Promise<FileList> {
  let timesRequested = 0;
  return listFiles(async (offset) => {
    timesRequested += 1;
    before(timesRequested);
    return Promise.resolve({ total: numbers.length, files: numbers.slice(offset, offset + 2).map(fileWith) });
  });
}
const numbersOf = ({ files, is }: FileList) => [is, ...files.map(({ file }) => file)];

it('is read to its end', async () => {
  expect(numbersOf(await listed([]))).toEqual(['whole']);
  expect(numbersOf(await listed([1, 2, 3, 4, 5]))).toEqual(['whole', 1, 2, 3, 4, 5]);
});

it('is read anew where files left it meanwhile, of which the pages behind would lack as many', async () => {
  const numbers = [1, 2, 3, 4, 5];
  const leaves = (timesRequested: number): void => {
    if (timesRequested === 2) numbers.shift();
  };
  expect(numbersOf(await listed(numbers, leaves))).toEqual(['whole', 2, 3, 4, 5]);
});

it('shows a message when the list keeps changing, and contains no file twice', async () => {
  const numbers = [100, 101, 102];
  const comes = (timesRequested: number): void => {
    if (timesRequested % 2 === 0 && timesRequested < 12) numbers.unshift(100 - timesRequested);
  };
  const list = await listed(numbers, comes);
  expect(list.is).toBe('part');
  expect(new Set(list.files.map(({ file }) => file)).size).toBe(list.files.length);
});
