// The kind of the account: requested once per account, and unknown when the credential may not read it.
import type { BlobAccountFacts } from '@shared/model/blob-details';
import { StowageError } from '@shared/errors';
import type { Account, AccountDescriptor } from '../../azure/account';
import { hasHierarchy } from '../hierarchy/dfs-requests';

const known = new WeakMap<Account, Promise<BlobAccountFacts>>();

/**
 * `container`: one that may be read, for a credential that may not read the properties of the account. Throws what
 * `Account.send` throws, except when reading them is denied.
 */
export function accountFacts(account: Account, container?: string): Promise<BlobAccountFacts> {
  const found = known.get(account) ?? requestFacts(account).then((facts) => facts ?? factsOf(account, container));
  known.set(account, found);
  const forget = (): boolean => known.delete(account);
  // What no container could be asked for may be found out later.
  found.then((facts) => {
    if (facts === nothingKnown) forget();
    else namespaces.set(account.descriptor, facts.isHierarchical ? 'hierarchical' : 'flat');
  }, forget);
  return found;
}

/** By the description, which accounts have in common that are the same one, such as those of jobs. */
const namespaces = new WeakMap<AccountDescriptor, 'hierarchical' | 'flat'>();

/** Without a request: what `accountFacts` has found out, `flat` before. */
export function knownNamespace(account: Account): 'hierarchical' | 'flat' {
  return namespaces.get(account.descriptor) ?? 'flat';
}

const nothingKnown: BlobAccountFacts = { kind: '', sku: '', isHierarchical: false, isEmulator: false };

/** Null where the credential may not read it. */
async function requestFacts(account: Account): Promise<BlobAccountFacts | null> {
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
    return null;
  }
}

/** A role for data or a SAS of one container does not allow reading the account, but the container tells its kind. */
async function factsOf(account: Account, container: string | undefined): Promise<BlobAccountFacts> {
  if (container === undefined) return nothingKnown;
  const isHierarchical = await hasHierarchy(account, container).catch(() => null);
  return isHierarchical === null ? nothingKnown : { ...nothingKnown, isHierarchical };
}
