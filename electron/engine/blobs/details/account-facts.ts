// The kind of the account: requested once per account, and unknown when the credential may not read it.
import type { BlobAccountFacts } from '@shared/model/blob-details';
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';

const known = new WeakMap<Account, Promise<BlobAccountFacts>>();

/** Throws what `Account.send` throws, except when reading it is denied. */
export function accountFacts(account: Account): Promise<BlobAccountFacts> {
  const found = known.get(account) ?? requestFacts(account);
  known.set(account, found);
  found.catch(() => known.delete(account));
  return found;
}

async function requestFacts(account: Account): Promise<BlobAccountFacts> {
  try {
    const { headers } = await account.send({
      service: 'blob',
      operation: 'GetAccountInformation',
      method: 'GET',
      path: '/',
      resource: '',
      query: { restype: 'account', comp: 'properties' },
      replay: 'safe',
    });
    return {
      kind: headers['x-ms-account-kind'] ?? '',
      sku: headers['x-ms-sku-name'] ?? '',
      isHierarchical: headers['x-ms-is-hns-enabled'] === 'true',
      isEmulator: /azurite/iu.test(headers.server ?? ''),
    };
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.kind !== 'auth' && failure.kind !== 'invalid') throw failure;
    return { kind: '', sku: '', isHierarchical: false, isEmulator: false };
  }
}
