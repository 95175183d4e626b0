// Whether deleted blobs are retained, where that is known without a request.
import { expect, it } from 'vitest';
import { restoreDisabledReason } from '@shared/blob-details/retention';
import type { Account } from '../../azure/account';
import { readRetention } from './retention';

it('settings of Azure are not requested from an S3 account, and the reason names versions', async () => {
  const send = (): Promise<never> => Promise.reject(new Error('Nothing is sent.'));
  const account = { descriptor: { credential: { kind: 's3' } }, send } as unknown as Account;
  const retention = await readRetention(account, 'bucket');
  expect(retention).toEqual({ kind: 's3' });
  expect(restoreDisabledReason(retention)).toMatch(/^S3 .*versions/u);
  expect(restoreDisabledReason(retention)).not.toMatch(/account key|soft-delete/u);
});
