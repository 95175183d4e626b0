// The entries of a table's menu that only an account key can do.
import { expect, it } from 'vitest';
import type { SasScope } from '@shared/model/connection';
import { connectionOf } from '@shared/model/fixtures/connections';
import { keyShares, keySigns } from '@shared/model/action-rules';
import { tableSasActions } from './sas-dialogs';

const sas: SasScope = { level: 'account', rights: ['read'] };

it('can be chosen when there is a key', () => {
  const entries = tableSasActions(connectionOf({ id: 'quay' }), 'Orders');
  expect(entries).toMatchObject([
    { id: 'sas', isDisabled: false },
    { id: 'policies', isDisabled: false },
  ]);
});

it('are disabled with their reason when a signature is used instead', () => {
  const entries = tableSasActions(connectionOf({ id: 'quay', kind: 'sas', sas }), 'Orders');
  expect(entries).toMatchObject([
    { id: 'sas', isDisabled: true, description: keySigns },
    { id: 'policies', isDisabled: true, description: keyShares },
  ]);
});
