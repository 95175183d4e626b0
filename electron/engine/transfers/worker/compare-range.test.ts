// A disk may hand out fewer bytes than it was asked for before the end of a file, as network drives do.
import { expect, it } from 'vitest';
import type { TaskContext } from './context';
import { compareRange } from './compare-range';

const blob = Buffer.from('abcdefgh');

/** What a comparison says of a file that is read at most three bytes at a time. */
async function compared(file: Buffer): Promise<string> {
  const send = (request: { target: { room: () => Uint8Array; filled: (bytes: number) => void } }): Promise<unknown> => {
    request.target.room().set(blob);
    request.target.filled(blob.length);
    return Promise.resolve({ headers: { 'content-range': 'bytes 0-7/8' } });
  };
  const read = (into: Buffer, at: number, length: number, from: number): Promise<{ bytesRead: number }> =>
    Promise.resolve({ bytesRead: file.copy(into, at, from, from + Math.min(3, length)) });
  const files = { get: () => Promise.resolve({ read }) };
  const context = { account: { send }, files, onAttempt: () => undefined } as unknown as TaskContext;
  const task = { container: 'b', name: 'n', etag: '"1"', file: 0, path: '/f', offset: 0, length: 8 };
  return (await compareRange(task, context)).outcome;
}

it('is read on until all of the range is there', async () => {
  expect(await compared(blob)).toBe('same');
  expect(await compared(Buffer.from('abcdefgx'))).toBe('differs');
  expect(await compared(Buffer.from('abcdefg'))).toBe('differs');
});
