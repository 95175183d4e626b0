// Whether an account retains deleted blobs, according to its settings.
import { StowageError } from '@shared/errors';
import type { BlobRetention } from '@shared/model/deleted-blobs';
import type { Account, ServiceResponse } from '../../azure/account';
import { accountFacts } from '../details/account-facts';
import { isoTime } from '../service-values';
import { keepsVersions } from './retained-versions';
import { child, childText, parseXml } from '../xml';

/**
 * An account without soft delete may still retain versions in this container. Throws what `Account.send` throws, except
 * when reading the setting is denied.
 */
export async function readRetention(account: Account, container: string, signal?: AbortSignal): Promise<BlobRetention> {
  if (account.descriptor.credential.kind === 's3') return { kind: 's3' };
  const facts = await accountFacts(account);
  if (facts.isEmulator) return { kind: 'emulator' };
  if (facts.isHierarchical) return { kind: 'hierarchical' };
  const softDelete = await softDeleteOf(account, signal);
  if (softDelete.kind === 'on') return softDelete;
  return (await keepsVersions(account, container, signal)) === 'yes' ? { kind: 'versions' } : softDelete;
}

async function softDeleteOf(account: Account, signal: AbortSignal | undefined): Promise<BlobRetention> {
  try {
    return retentionOf(
      await account.send({
        service: 'blob',
        operation: 'GetServiceProperties',
        method: 'GET',
        path: '/',
        resource: '',
        query: { restype: 'service', comp: 'properties' },
        replay: 'safe',
        signal,
      }),
    );
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.kind !== 'auth' && failure.kind !== 'invalid') throw failure;
    return { kind: 'not-told' };
  }
}

function retentionOf({ headers, body }: ServiceResponse): BlobRetention {
  const policy = child(parseXml(body.toString('utf8')), 'DeleteRetentionPolicy');
  if (childText(policy, 'Enabled') !== 'true') return { kind: 'off' };
  const asOf = isoTime(headers.date ?? '');
  return asOf === '' ? { kind: 'not-told' } : { kind: 'on', days: Number(childText(policy, 'Days') || 0), asOf };
}
