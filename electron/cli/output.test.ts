// Standard output with a reader that is slow, gone, or stuck.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { alignColumns, createOutput } from './output';

function slow() {
  const stdout = new PassThrough({ highWaterMark: 4 });
  const output = createOutput({ stdout, stderr: { write: () => true } }, 'json');
  const ended = new AbortController();
  let isTaken = false;
  const print = (): Promise<void> => {
    output.record({ much: 'more than fits' }, '');
    return output.taken(ended.signal).then(() => void (isTaken = true));
  };
  return { stdout, ended, print, isTaken: () => isTaken };
}

it.each([
  ['the reader has taken it', ({ stdout }: ReturnType<typeof slow>) => void stdout.resume()],
  ['the reader is gone', ({ stdout }: ReturnType<typeof slow>) => void stdout.destroy()],
  ['the run is stopped', ({ ended }: ReturnType<typeof slow>) => ended.abort()],
])('is waited for until %s', async (_what, happens) => {
  const run = slow();
  const printed = run.print();
  await new Promise(setImmediate);
  expect(run.isTaken()).toBe(false);
  happens(run);
  await printed;
  expect(run.isTaken()).toBe(true);
});

it('lines up columns of which some are written in wide letters, and cuts them by what they take', () => {
  const long = '語'.repeat(40);
  expect(
    alignColumns(
      ['NAME', 'N'],
      [
        ['日本', '1'],
        ['ab', '2'],
      ],
    ),
  ).toBe('NAME  N\n日本  1\nab    2\n');
  expect(alignColumns(['NAME', 'N'], [[long, '1']])).toContain(`\n${'語'.repeat(29)}…  1\n`);
});
