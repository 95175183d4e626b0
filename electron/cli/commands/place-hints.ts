// What a place on the command line was probably meant to be, where it is no container, folder or file of that name.
import { existsSync, statSync } from 'node:fs';
import { StowageError, invalidInput } from '@shared/errors';
import { visibleLine } from '@shared/visible-text';
import { listBlobPage } from '../../engine/blobs/listing';
import { exitCodes } from '../exit-codes';
import type { RemotePath } from '../remote-path';
import type { Session } from '../session';
import { type Endpoint, onAccount } from './endpoints';
import { kindAt } from './named-target';

/** Names of buckets may have dots as well, as those of most files have. */
const plainName = /^(?:[a-z0-9-]+|\$[a-z]+)$/u;

/** A name without an account, which is read as a container where it is a target. */
const isBare = (endpoint: Endpoint): endpoint is Extract<Endpoint, { kind: 'remote' }> =>
  endpoint.kind === 'remote' && endpoint.account === undefined;

/** @throws StowageError `invalid.input` for a target that is a file or folder here and can be no container */
export function rejectLocalName(text: string, target: Endpoint): void {
  if (!isBare(target) || plainName.test(target.container) || !existsSync(text)) return;
  throw invalidInput(
    'TARGET',
    `"${text}" is a file or folder of this computer, and no name for a container in Azure.`,
    `Write ./${text}, or NAME:${text} for a bucket of the connection NAME.`,
  );
}

/** After a command that did not find something: which of its places is no container, and what to write instead. */
export async function hintAtPlaces(
  code: number,
  places: readonly { readonly text: string; readonly endpoint: Endpoint; readonly is: 'source' | 'target' }[],
  session: Session,
): Promise<number> {
  if (code !== exitCodes.notFound || session.signal.aborted) return code;
  for (const { text, endpoint, is } of places) {
    if (!isBare(endpoint) || !(await isMissing(endpoint, session))) continue;
    const { container } = endpoint;
    session.output.info(
      visibleLine(
        is === 'source'
          ? `“${text}” was looked for in the account, because there is no file or folder of that name here.`
          : `“${text}” means the container “${container}” of the account. Write ./${text} for a file or folder of this computer, or create the container: stowage make ${container}`,
      ),
    );
  }
  return code;
}

async function isMissing(endpoint: Extract<Endpoint, { kind: 'remote' }>, session: Session): Promise<boolean> {
  const { container } = endpoint;
  try {
    const account = await session.engine.rooms.accounts.open(await onAccount(session, endpoint.account).connectionId());
    await listBlobPage(account, { container, prefix: '', depth: 'flat', pageSize: 1, signal: session.signal });
    return false;
  } catch (thrown) {
    return StowageError.from(thrown).code === 'not-found.container';
  }
}

/**
 * The places of a sync, before its job. Nothing below a folder of a container means nothing at all, so that a mistyped
 * source would empty its target.
 * @throws StowageError `invalid.input`, or `not-found.blob`
 */
export async function assertFolders(
  places: readonly {
    readonly text: string;
    readonly endpoint: Endpoint;
    readonly is: 'SOURCE' | 'TARGET' | 'A' | 'B';
  }[],
  session: Session,
): Promise<void> {
  for (const { text, endpoint, is } of places) {
    if (endpoint.kind === 'local') {
      if (statSync(endpoint.path, { throwIfNoEntry: false })?.isFile() === true) throw isNoFolder(is, text, 'file');
      continue;
    }
    const { rest, container } = endpoint;
    if (rest === '' || (is !== 'SOURCE' && rest.endsWith('/'))) continue;
    const found = await kindOfRemote({ container, rest: rest.replace(/\/+$/u, '') }, endpoint, session);
    if (found === 'blob' && !rest.endsWith('/')) throw isNoFolder(is, text, 'blob');
    if (found !== 'none' || is !== 'SOURCE') continue;
    throw new StowageError('not-found.blob', 'The source of a sync has nothing in it.', {
      context: { container, blob: rest },
    });
  }
}

/** Null where the credential may not look. A missing container is reported by whatever needs it. */
async function kindOfRemote(
  path: RemotePath,
  endpoint: Extract<Endpoint, { kind: 'remote' }>,
  session: Session,
): Promise<'blob' | 'folder' | 'none' | null> {
  try {
    const account = await session.engine.rooms.accounts.open(await onAccount(session, endpoint.account).connectionId());
    return await kindAt(path, account, session.signal);
  } catch (thrown) {
    const { kind, code } = StowageError.from(thrown);
    if (kind === 'auth' || code === 'not-found.container') return null;
    throw thrown;
  }
}

function isNoFolder(field: 'SOURCE' | 'TARGET' | 'A' | 'B', text: string, what: 'file' | 'blob'): StowageError {
  const isSync = field === 'SOURCE' || field === 'TARGET';
  return invalidInput(
    field,
    `"${text}" is a ${what}; ${isSync ? 'a sync' : 'check'} needs two folders.`,
    isSync ? 'Use stowage copy for one file.' : 'Name the folders, and choose the file with --include.',
  );
}
