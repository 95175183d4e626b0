// Folders and access control lists of accounts with a hierarchical namespace: answers `folders.*` and `access.*`.
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { listProblem } from '@shared/blob-details/access-list';
import type { AccessProgress } from '@shared/model/access-control';
import { t } from '@shared/strings/t';
import { TokenProgress } from '@shared/token-progress';
import type { Account, AccountSource } from '../../azure/account';
import { type BlobAddress, blobPath } from '../blob-path';
import { accountFacts } from '../details/account-facts';
import { folderMarkerHeaders } from '../folder-markers';
import {
  createFolder,
  isDfsUnreachable,
  kindAt,
  readAccess,
  renamePath,
  writeAccess,
  writeAccessBelow,
} from './dfs-requests';
import { assertPathName } from './path-names';

type HierarchyCalls = Pick<
  CallHandlers<'engine'>,
  'folders.create' | 'folders.rename' | 'access.read' | 'access.write'
>;

export interface Hierarchy {
  readonly calls: HierarchyCalls;
  readonly streams: Pick<StreamHandlers<'engine'>, 'access.apply'>;
}

const maxFailed = 100;

export function createHierarchy({ accounts }: { readonly accounts: AccountSource }): Hierarchy {
  return {
    calls: {
      'folders.create': async ({ connectionId, container, path }, { signal }) => {
        const account = await hierarchical(await accounts.openForWriting(connectionId), container);
        return { through: await makeFolder(account, { container, name: path }, signal) };
      },
      'folders.rename': async ({ connectionId, container, path, to }, { signal }) => {
        const account = await hierarchical(await accounts.openForWriting(connectionId), container);
        const target = { container: to.container ?? container, name: to.path };
        if (target.container === container && target.name.startsWith(`${path}/`)) {
          const problem = t`is inside the folder that is moved`;
          throw new StowageError('invalid.name', `The name ${problem}.`, {
            context: { kind: 'blob', name: to.path, problem },
          });
        }
        await renamePath(account, { container, name: path }, target, signal).catch((thrown: unknown) => {
          const { code, message, context, ...error } = StowageError.from(thrown);
          if (!isDfsUnreachable(StowageError.from(thrown), account)) throw thrown;
          throw new StowageError(code, message, { ...error, context: { ...context, dfs: 'unreachable' } });
        });
        return {};
      },
      'access.read': async ({ connectionId, container, path }, { signal }) =>
        readAccess(await hierarchical(await accounts.open(connectionId), container), { container, name: path }, signal),
      'access.write': async ({ connectionId, container, path, ifMatch, ...change }, { signal }) => {
        const account = await hierarchical(await accounts.openForWriting(connectionId), container);
        const problem = change.entries === undefined ? null : listProblem(change.entries, 'complete');
        if (problem !== null) throw problem;
        await writeAccess(account, { container, name: path }, change, { ifMatch, signal });
        return {};
      },
    },
    streams: {
      'access.apply': async ({ connectionId, container, path, mode, entries, continuation }, { push, signal }) => {
        const account = await hierarchical(await accounts.openForWriting(connectionId), container);
        const problem = listProblem(entries, mode === 'set' ? 'complete' : 'some');
        if (problem !== null) throw problem;
        const progress = { folders: 0, files: 0, failedCount: 0, failed: [] as AccessProgress['failed'] };
        const pages = new TokenProgress({ container, blob: path });
        let next = continuation ?? '';
        if (next !== '') pages.follow(next, 1);
        do {
          const at = { container, name: path };
          const page = await writeAccessBelow(account, at, { mode, entries }, { continuation: next, signal });
          progress.folders += page.folders;
          progress.files += page.files;
          progress.failedCount += page.failedCount;
          progress.failed.push(...page.failed.slice(0, Math.max(0, maxFailed - progress.failed.length)));
          next = page.continuation;
          if (next !== '') pages.follow(next, page.folders + page.files + page.failedCount);
          push({
            ...progress,
            failed: [...progress.failed],
            continuation: next,
            state: next === '' ? 'complete' : 'running',
          });
        } while (next !== '');
      },
    },
  };
}

/** Throws for another account, which has no folders of its own. An unknown one is left to the service. */
async function hierarchical(account: Account, container: string): Promise<Account> {
  const { kind, isHierarchical } = await accountFacts(account, container);
  if (isHierarchical || kind === '') return account;
  throw new StowageError('invalid.refused', 'The account has no hierarchical namespace.', {
    context: {
      account: account.descriptor.accountName,
      container,
      serviceCode: 'HierarchicalNamespaceNotEnabled',
    },
  });
}

/** Where dfs cannot be reached, a blob that marks a folder makes one, with the service's own access list. */
async function makeFolder(account: Account, at: BlobAddress, signal: AbortSignal): Promise<'dfs' | 'blob'> {
  try {
    await createFolder(account, at, signal);
    return 'dfs';
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (!isDfsUnreachable(error, account)) throw error;
  }
  assertPathName(at.name);
  await account.send({
    service: 'blob',
    operation: 'PutBlob',
    method: 'PUT',
    path: blobPath(at.container, at.name),
    resource: at.container,
    headers: { 'x-ms-blob-type': 'BlockBlob', 'if-none-match': '*', ...folderMarkerHeaders },
    body: new Uint8Array(0),
    replay: 'unsafe',
    signal,
  });
  return 'blob';
}

/**
 * Whether folders of this container can be deleted whole: `no` for accounts whose folders are parts of names,
 * `unreachable` where they are real and only the blob endpoint answers.
 */
export async function wholeFolders(
  account: Account,
  container: string,
  signal: AbortSignal,
): Promise<'yes' | 'no' | 'unreachable'> {
  const { isHierarchical } = await accountFacts(account, container);
  if (!isHierarchical) return 'no';
  try {
    await kindAt(account, { container, name: '' }, signal);
    return 'yes';
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (isDfsUnreachable(error, account)) return 'unreachable';
    // Somebody who may not look may still delete.
    if (error.kind === 'auth') return 'yes';
    throw error;
  }
}
