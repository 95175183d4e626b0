// From a sync of this machine to a job that every worker of a hub understands. What a sync deletes is not part of it: the
// rules of deletions hold for the whole job only.
import type { AccountSource } from '../azure/account';
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import { type SyncLocation, type SyncRequest, syncSpecOf } from '../transfers/sync/sync-spec';
import { rootOf } from '../transfers/plan/plan';
import type { FileSpec } from './specs';

export async function syncOrder(
  request: SyncRequest,
  endpointOf: (connectionId: string) => Promise<string>,
): Promise<FileSpec> {
  const { compare, filters } = request.settings;
  const { emptyFolders, followLinks } = request.options ?? {};
  if (emptyFolders === true || followLinks !== undefined) {
    const option = emptyFolders === true ? '--empty-folders' : '--follow-links';
    throw invalidInput(
      option,
      t`a hub syncs files only, and follows no links.`,
      t`Remove it, or sync from this machine.`,
    );
  }
  const sync = { compare, ...(filters === undefined ? {} : { filters }) };
  const local = await syncSpecOf(request, 0);
  const { container, options, include = [], exclude = [] } = local;
  const common = { container, options, sync, include: [...include], exclude: [...exclude] };
  const endpoint = await endpointOf(local.connectionId);
  if (local.kind === 'upload') {
    const { prefix, paths, localNaming } = local;
    const naming = localNaming === 'windows' || localNaming === 'posix' ? { localNaming } : {};
    return { kind: 'upload', endpoint, prefix, paths: [...paths], ...naming, ...common };
  }
  const selection = chosenIn(request.source);
  if (local.kind === 'download') {
    const { targetDir, localNaming } = local;
    const naming = localNaming === 'windows' ? 'windows' : 'posix';
    return { kind: 'download', endpoint, targetDir, localNaming: naming, selection, ...common };
  }
  const { prefix, from } = local;
  const source = { endpoint: await endpointOf(from.connectionId), container: from.container };
  return { kind: 'copy', endpoint, prefix, from: source, selection, ...common };
}

function chosenIn(source: SyncLocation): { kind: 'prefix'; prefix: string; as: string }[] {
  return [{ kind: 'prefix', prefix: source.kind === 'remote' ? rootOf(source.prefix) : '', as: '' }];
}

export const titleOfSync = ({ source }: Pick<SyncRequest, 'source'>): string =>
  source.kind === 'local' ? source.dir : `${source.container}/${source.prefix}`.replace(/\/$/u, '');

/** The address by which workers know the blob service of a connection; writable unless it is only read. */
export async function blobEndpoint(
  accounts: AccountSource,
  connectionId: string,
  use: 'reads' | 'writes',
): Promise<string> {
  const account = use === 'writes' ? await accounts.openForWriting(connectionId) : await accounts.open(connectionId);
  const { blob } = account.descriptor.endpoints;
  if (blob !== undefined) return blob;
  throw invalidInput(t`Connection`, t`it has no blob service.`, t`Choose another one.`);
}
