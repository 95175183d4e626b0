// `stowage rm`: deletes one blob, or all whose names begin with a prefix, or lists them.
import { shellQuoted } from '@shared/commands/shell-text';
import { recordedSentence } from '@shared/error-text';
import { StowageError, invalidInput } from '@shared/errors';
import type { BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import { formatBytes, formatCount } from '@shared/units';
import { selectedBlobs } from '../../engine/blobs/selected-blobs';
import { exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import type { Output } from '../output';
import { parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { blobInstead } from './folders';
import { goOnCommand } from './go-on-command';
import { requireYes } from './tables';

export interface RemoveOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function removeBlobs(path: string, { yes, dryRun }: RemoveOptions): CommandAction {
  return async (session) => {
    const { container, rest } = parseRemotePath(path);
    if (!path.includes('/')) {
      throw invalidInput(
        'CONTAINER/BLOB',
        `"${path}" is only a container.`,
        `Use ${path}/ for every blob in it, or stowage containers delete ${path}.`,
      );
    }
    const target = { container, selection: selectionOf(rest) };
    if (dryRun === true) return previewDeletion(target)(session);
    requireYes(whatIsDeleted(container, target.selection), yes);
    return remove(target, path)(session);
  };
}

/**
 * The blob of that name. `photos/2024` must not delete `photos/2024-backup.zip` as well, so a prefix ends with a slash
 * or an asterisk.
 */
function selectionOf(rest: string): RemoveTarget['selection'] {
  if (rest === '' || rest.endsWith('/')) return { names: [], prefixes: [rest] };
  if (rest.endsWith('*')) return { names: [], prefixes: [rest.slice(0, -1)] };
  return { names: [rest], prefixes: [] };
}

function whatIsDeleted(
  container: string,
  { names: [name], prefixes: [prefix = ''] }: RemoveTarget['selection'],
): string {
  if (name !== undefined) return `the blob ${container}/${name}`;
  return prefix === '' ? `every blob of ${container}` : `every blob that begins with ${container}/${prefix}`;
}

interface RemoveTarget {
  readonly container: string;
  readonly selection: { readonly names: string[]; readonly prefixes: string[] };
}

/** The longest is `1023.9 KiB`: each page is a separate table, and all pages must line up. */
const sizeWidth = 10;

function previewDeletion({ container, selection }: RemoveTarget): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const account = await engine.rooms.accounts.open(await connectionId());
    const sum = { blobs: 0, bytes: 0, snapshots: 0 };
    for await (const page of selectedBlobs(account, container, selection, signal, { snapshots: 'counted' })) {
      sum.blobs += page.length;
      for (const { bytes, snapshots = 0 } of page) {
        sum.bytes += bytes;
        sum.snapshots += snapshots;
      }
      output.table(
        ['', ''],
        page.map(({ name, bytes, snapshots = 0 }) => [
          formatBytes(bytes).padEnd(sizeWidth),
          snapshots === 0 ? name : `${name}  (${counted(snapshots, 'snapshot')})`,
        ]),
        page.map(({ name, bytes, snapshots = 0 }) => ({ name, size: bytes, snapshots })),
      );
      await output.taken(signal);
    }
    if (output.json) output.note({ summary: sum });
    else output.info(`${summaryOf(sum)} would be deleted.`);
    if (sum.blobs === 0) reportNoMatch(container, selection, output);
    else await sayThatVersionsStay(container, { engine, output, signal, connectionId });
    return exitCodes.done;
  };
}

/**
 * Deleting a blob deletes its snapshots and retains its versions. A credential may not reveal whether there are any.
 */
async function sayThatVersionsStay(
  container: string,
  { engine, output, signal, connectionId }: Pick<Session, 'engine' | 'output' | 'signal' | 'connectionId'>,
): Promise<void> {
  const input = { connectionId: await connectionId(), container };
  try {
    const { kind } = await engine.calls['deleted-blobs.retention'](input, { signal });
    if (kind !== 'versions') return;
  } catch {
    return;
  }
  output.info('The account has versioning: versions of deleted blobs are retained and not counted here.');
}

function reportIncluded(sum: BlobSum | null, output: Output): void {
  const { blobs = 0, bytes = 0, snapshots = 0 } = sum ?? {};
  if (snapshots > 0) output.info(`Deleting ${summaryOf({ blobs, bytes, snapshots })}.`);
}

/** `path`: as it was typed, for the command that resumes. */
function remove({ container, selection }: RemoveTarget, path: string): CommandAction {
  return async (session) => {
    const { engine, output, signal, connectionId } = session;
    let last: DeletionProgress = {
      deleted: 0,
      bytes: 0,
      missing: 0,
      failedCount: 0,
      failed: [],
      state: 'running',
    };
    let measured: BlobSum | null = null;
    const reportProgress = (progress: DeletionProgress): void => {
      const { deleted, bytes, failed, failedCount, folders = 0 } = progress;
      // Those of retained blobs are retained, too.
      const snapshots = deleted === measured?.blobs ? (measured.snapshots ?? 0) : 0;
      const worded = failed.map((failure) => ({
        name: failure.name,
        code: failure.code,
        message: recordedSentence(failure),
      }));
      const whole = folders === 0 ? {} : { folders };
      const summary = { deleted, snapshots, bytes, ...whole, failedCount, failed: worded };
      output.record({ summary }, deletedText(progress, snapshots));
      if (progress.dfs === 'unreachable') output.info(blobInstead);
      for (const { name, message } of worded) output.info(`${name}: ${message}`);
    };
    const follow = (progress: DeletionProgress): void => {
      last = progress;
      output.progress(`${formatCount(progress.deleted)} deleted`);
    };
    const input = { connectionId: await connectionId(), container, selection };
    try {
      await engine.streams['blobs.measure'](input, { signal, push: (sum) => (measured = sum) });
      reportIncluded(measured, output);
      await engine.streams['blobs.delete'](input, { signal, push: follow });
    } catch (thrown) {
      // Reports what was deleted before the failure, because that cannot be undone.
      if (last.deleted + last.failedCount + (last.folders ?? 0) > 0) reportProgress(last);
      if (StowageError.from(thrown).kind === 'cancelled') {
        output.info(`Delete the rest with: ${goOnCommand(['rm', path, '--yes'], session)}`);
      }
      throw thrown;
    }
    reportProgress(last);
    if (last.deleted + last.missing + last.failedCount + (last.folders ?? 0) === 0)
      reportNoMatch(container, selection, output);
    else await sayThatVersionsStay(container, session);
    return last.failedCount > 0 ? exitCodes.someFailed : exitCodes.done;
  };
}

/** Not a failure, so that a script may delete twice; but a mistyped name must not look like a deletion. */
function reportNoMatch(
  container: string,
  { names: [name], prefixes: [prefix = ''] }: RemoveTarget['selection'],
  output: Output,
): void {
  if (name !== undefined) {
    const command = ['stowage', 'rm', `${container}/${name}/`].map(shellQuoted).join(' ');
    output.info(`No blob of ${container} is named “${name}”. To delete a folder of that name: ${command}`);
    return;
  }
  output.info(prefix === '' ? `${container} contains no blobs.` : `No blob in ${container} starts with “${prefix}”.`);
}

/** A real folder is deleted in one operation, which does not count what was in it. */
function deletedText({ deleted, bytes, folders = 0 }: DeletionProgress, snapshots: number): string {
  const blobs = summaryOf({ blobs: deleted, bytes, snapshots });
  if (folders === 0) return `Deleted ${blobs}.`;
  const whole = `${counted(folders, 'folder')} with everything in ${folders === 1 ? 'it' : 'them'}`;
  return deleted === 0 ? `Deleted ${whole}.` : `Deleted ${whole}, and ${blobs}.`;
}

/** `1 blob with 2 snapshots, 3.1 MiB without the snapshots`: a list has no size of what a snapshot alone holds. */
function summaryOf(sum: { readonly blobs: number; readonly bytes: number; readonly snapshots: number }): string {
  const { blobs, bytes, snapshots } = sum;
  if (snapshots === 0) return `${counted(blobs, 'blob')}, ${formatBytes(bytes)}`;
  return `${counted(blobs, 'blob')} with ${counted(snapshots, 'snapshot')}, ${formatBytes(bytes)} without snapshots`;
}
