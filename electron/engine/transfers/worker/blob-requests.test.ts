// A write whose response is lost, with a credential that may not read back the stored blob.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { writeOnce } from './blob-requests';
import type { TaskContext } from './task-context';

it('write: fails with its original error when reading the stored blob back is denied', async () => {
  const requested: string[] = [];
  const send = ({ operation }: { operation: string }): Promise<never> => {
    requested.push(operation);
    const code = operation === 'PutBlob' ? 'network.reset' : 'auth.denied';
    return Promise.reject(new StowageError(code, 'Failed.'));
  };
  const context = { account: { send }, onAttempt: () => undefined } as unknown as TaskContext;
  const task = { container: 'b', name: 'n', condition: { kind: 'none' }, earlierWithinMs: null } as const;
  const write = { operation: 'PutBlob', headers: {}, bytes: 3, md5: 'x' } as const;
  await expect(writeOnce(task, write, context)).rejects.toMatchObject({ code: 'network.reset' });
  expect(requested).toEqual(['PutBlob', 'GetBlobProperties']);
});
