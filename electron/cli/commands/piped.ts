// `-` in `stowage upload` and `stowage download`: standard input as the file of an upload, and standard output as the
// target of a download.
import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { localError } from '../../disk/local-error';
import { makePrivateFolder } from '../../disk/make-folder';
import { isFolderMarker } from '../../engine/blobs/folder-markers';
import { readBlobProperties } from '../../engine/blobs/properties';
import { checkedBytes, fetchIntact } from '../../engine/transfers/worker/checked-ranges';
import { exitCodes } from '../exit-codes';
import type { RemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { throwAsFolder } from './named-target';

export const pipe = '-';

/** After this time the service has discarded the blocks of an upload that was interrupted, too. */
const spoolMs = 8 * 24 * 3_600_000;

/**
 * Reads standard input to its end into a file of the state folder, because an upload reads its source more than once:
 * for the checksum, and when it is resumed. Throws `local.*`, and `cancelled` on Ctrl+C.
 */
async function spoolInput({ stateDir, input, signal }: Session): Promise<string> {
  const root = join(stateDir, 'standard-input');
  const folder = join(root, randomBytes(8).toString('hex'));
  await makePrivateFolder(folder);
  await removeOld(root);
  const path = join(folder, 'standard input');
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of input()) {
        if (signal.aborted) throw new StowageError('cancelled.by-user', 'Standard input was not read completely.');
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
    return path;
  } catch (thrown) {
    await removeSpooled(path);
    throw localError(thrown, path);
  }
}

/** @throws StowageError `invalid.input` where standard input was the connection string */
export async function spoolOnce(session: Session): Promise<string> {
  if (!session.isInputTaken) return spoolInput(session);
  throw invalidInput(
    '--connection-string',
    'standard input cannot be both the connection string and the file.',
    'Use --connection-string-file FILE.',
  );
}

export function removeSpooled(path: string): Promise<void> {
  return rm(dirname(path), { recursive: true, force: true });
}

async function removeOld(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    const stats = await stat(folder).catch(() => null);
    if (stats !== null && Date.now() - stats.mtimeMs > spoolMs) await rm(folder, { recursive: true, force: true });
  }
}

/** So many ranges are on their way at once. */
const rangesAtOnce = 4;

/** Writes one version of a blob to standard output, each range verified, and the whole by its MD5 where it has one. */
export function downloadToOutput({ container, rest: name }: RemotePath): CommandAction {
  return async (session) => {
    const { engine, output, signal } = session;
    if (name === '' || name.endsWith('/')) {
      throw invalidInput('CONTAINER', 'only one blob can be written to standard output.', 'Use CONTAINER/BLOB.');
    }
    const account = await engine.rooms.accounts.open(await session.connectionId());
    const blob = await readBlobProperties(account, container, name, signal).catch((thrown: unknown) =>
      throwAsFolder(thrown, { container, rest: name }, account, signal),
    );
    if (isFolderMarker(blob)) {
      throw new StowageError('not-found.blob', 'That name is a folder.', {
        context: { container, blob: name },
      });
    }
    const { bytes, etag, lastModified, contentMd5 } = blob;
    const context = { signal, onAttempt: () => undefined, retried: () => undefined };
    const version = { container, name, etag, ...(contentMd5 === '' ? { lastModified } : {}) };
    const fetch = (offset: number): Promise<Buffer> => {
      const range = { offset, length: Math.min(checkedBytes, bytes - offset) };
      const fetched = fetchIntact(version, range, account, context).catch((thrown: unknown) => {
        const error = StowageError.from(thrown);
        if (error.code !== 'conflict.etag-changed') throw error;
        throw new StowageError('conflict.blob-changed', 'The blob was overwritten.', {
          context: { container, blob: name },
        });
      });
      // It is awaited only when its turn comes.
      fetched.catch(() => undefined);
      return fetched;
    };
    const hash = createHash('md5');
    const fetching: Promise<Buffer>[] = [];
    let next = 0;
    for (let offset = 0; offset < bytes; offset += checkedBytes) {
      for (; next < bytes && fetching.length < rangesAtOnce; next += checkedBytes) fetching.push(fetch(next));
      const piece = await fetching.shift();
      if (piece === undefined) break;
      hash.update(piece);
      output.bytes(piece);
      await output.taken(signal);
      if (signal.aborted) throw new StowageError('cancelled.by-user', 'The download was stopped.');
    }
    if (contentMd5 !== '' && hash.digest('base64') !== contentMd5) {
      throw new StowageError('local.checksum', 'The output does not match the MD5 of the blob.', {
        context: { container, blob: name, path: 'standard output' },
      });
    }
    return exitCodes.done;
  };
}
