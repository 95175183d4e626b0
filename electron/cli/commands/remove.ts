// `stowage rm`: deletes the blobs below a prefix, or lists them.
import { recordedSentence } from '@shared/error-words';
import { StowageError, invalidInput } from '@shared/errors';
import type { BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import { formatBytes, formatCount } from '@shared/units';
import { selectedBlobs } from '../../engine/blobs/selected-blobs';
import { exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import type { Output } from '../output';
import { parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { goOnCommand } from './go-on-command';
import { requireYes } from './tables';

export interface RemoveOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function removeBlobs(path: string, { yes, dryRun }: RemoveOptions): CommandAction {
  return async (session) => {
    const { container, rest: prefix } = parseRemotePath(path);
    if (!path.includes('/')) {
      throw invalidInput(
        'CONTAINER/PREFIX',
        `"${path}" names a container only.`,
        `Use ${path}/ for every blob in it, or stowage containers delete ${path}.`,
      );
    }
    const place = { container, selection: { names: [], prefixes: [prefix] } };
    if (dryRun === true) return sayWhatWould(place)(session);
    requireYes(prefix === '' ? `every blob of ${container}` : `every blob that begins with ${path}`, yes);
    return remove(place, path)(session);
  };
}

interface Place {
  readonly container: string;
  readonly selection: { readonly names: string[]; readonly prefixes: string[] };
}

/** The longest is `1023.9 KiB`: each page is a table of its own, and all pages must line up. */
const sizeWidth = 10;

function sayWhatWould({ container, selection }: Place): CommandAction {
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
    else output.say(`${words(sum)} would be deleted.`);
    if (sum.blobs === 0) sayNothingMatched(container, selection, output);
    else await sayThatVersionsStay(container, { engine, output, signal, connectionId });
    return exitCodes.done;
  };
}

/** Deleting a blob deletes its snapshots and leaves its versions. A credential may not tell whether there are any. */
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
  output.say('The account keeps versions: those of deleted blobs stay, and are in none of these figures.');
}

function sayWhatGoesWith(sum: BlobSum | null, output: Output): void {
  const { blobs = 0, bytes = 0, snapshots = 0 } = sum ?? {};
  if (snapshots > 0) output.say(`Deleting ${words({ blobs, bytes, snapshots })}.`);
}

/** `path`: as it was typed, for the command that goes on. */
function remove({ container, selection }: Place, path: string): CommandAction {
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
    const tell = ({ deleted, bytes, failed, failedCount }: DeletionProgress): void => {
      // Those of blobs that stay, stay as well.
      const snapshots = deleted === measured?.blobs ? (measured.snapshots ?? 0) : 0;
      const worded = failed.map((failure) => ({
        name: failure.name,
        code: failure.code,
        message: recordedSentence(failure),
      }));
      const summary = { deleted, snapshots, bytes, failedCount, failed: worded };
      output.record({ summary }, `Deleted ${words({ blobs: deleted, bytes, snapshots })}.`);
      for (const { name, message } of worded) output.say(`${name}: ${message}`);
    };
    const follow = (progress: DeletionProgress): void => {
      last = progress;
      output.progress(`${formatCount(progress.deleted)} deleted`);
    };
    const input = { connectionId: await connectionId(), container, selection };
    try {
      await engine.streams['blobs.measure'](input, { signal, push: (sum) => (measured = sum) });
      sayWhatGoesWith(measured, output);
      await engine.streams['blobs.delete'](input, { signal, push: follow });
    } catch (thrown) {
      // Says what was deleted before the failure, because that cannot be undone.
      if (last.deleted + last.failedCount > 0) tell(last);
      if (StowageError.from(thrown).kind === 'cancelled') {
        output.say(`Delete the rest with: ${goOnCommand(['rm', path, '--yes'], session)}`);
      }
      throw thrown;
    }
    tell(last);
    if (last.deleted + last.missing + last.failedCount === 0) sayNothingMatched(container, selection, output);
    else await sayThatVersionsStay(container, session);
    return last.failedCount > 0 ? exitCodes.someFailed : exitCodes.done;
  };
}

/** Not a failure, so that a script may delete twice; but a mistyped prefix must not look like a deletion. */
function sayNothingMatched(container: string, { prefixes: [prefix = ''] }: Place['selection'], output: Output): void {
  output.say(prefix === '' ? `${container} holds no blob.` : `No blob of ${container} begins with “${prefix}”.`);
}

/** `1 blob with 2 snapshots, 3.1 MiB without the snapshots`: a list has no size of what a snapshot alone holds. */
function words(sum: { readonly blobs: number; readonly bytes: number; readonly snapshots: number }): string {
  const { blobs, bytes, snapshots } = sum;
  if (snapshots === 0) return `${counted(blobs, 'blob')}, ${formatBytes(bytes)}`;
  return `${counted(blobs, 'blob')} with ${counted(snapshots, 'snapshot')}, ${formatBytes(bytes)} without the snapshots`;
}
