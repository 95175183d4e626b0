// `stowage lease acquire`: after a lost answer, the ID under which the lease may exist is named.
import { expect, it } from 'vitest';
import { StowageError, cancelled, type ErrorCode } from '@shared/errors';
import { createOutput } from '../output';
import type { Session } from '../session';
import { acquireLease } from './lease';

const id = '0f0e0d0c-0b0a-4908-8706-050403020100';

async function errorsAfter(failure: StowageError): Promise<string> {
  let err = '';
  const session = {
    engine: { calls: { 'blob-details.lease': () => Promise.reject(failure) } },
    output: createOutput({ stdout: { write: () => true }, stderr: { write: (text) => (err += text) } }, 'text'),
    connectionId: async () => 'bench',
    signal: new AbortController().signal,
  } as unknown as Session;
  await expect(acquireLease('box/a.txt', { id })(session)).rejects.toBe(failure);
  return err;
}

const failed = (code: ErrorCode): StowageError => new StowageError(code, 'No answer.');

it.each([failed('network.timeout'), failed('throttled.server-busy'), cancelled()])(
  'lease acquire: names the ID after $code',
  async (failure) => {
    expect(await errorsAfter(failure)).toBe(`If the lease was acquired nevertheless, its ID is ${id}.\n`);
  },
);

it('lease acquire: names no ID where the service refused', async () => {
  expect(await errorsAfter(failed('conflict.leased'))).toBe('');
});
