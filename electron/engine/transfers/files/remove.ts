// Deletes what a sync found only at its target, or moves a local file into the backup folder. Each is deleted only while it
// is what was planned, and a local one only where its folder really is below the target. A folder goes only while it is
// empty.
import { copyFile, lstat, realpath, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { makeFolder } from '../../../disk/make-folder';
import { renameSynced, syncFile, syncFolder } from '../../../disk/sync-folder';
import type { RemoveFile } from '../records/job-records';
import type { Store } from './store';
import { type Attempt, type Next, type Strategy, done } from './strategy';

export class Remove implements Strategy<RemoveFile> {
  readonly kind = 'remove';
  readonly #target: Store;
  /** Null where the target is at the service. */
  readonly #folder: string | null;

  constructor(target: Store, folder: string | null) {
    this.#target = target;
    this.#folder = folder;
  }

  async replan(file: RemoveFile): Promise<RemoveFile> {
    return file;
  }

  probe(): null {
    return null;
  }

  /** There is nothing to move: deciding is the whole work. */
  async decide(one: Attempt<RemoveFile>): Promise<Next> {
    const { name, etag, local } = one.file;
    if (this.#folder === null) await this.#target.remove(name, etag ?? '', one);
    else if (local !== undefined) await removeLocal(this.#folder, local);
    return done;
  }

  open(): never {
    throw new StowageError('bug.unexpected', 'A deletion holds nothing open.');
  }

  async moveMissing(): Promise<null> {
    return null;
  }

  verify(): void {
    // Nothing was written.
  }

  commit(): Next {
    return done;
  }
}

type LocalFile = NonNullable<RemoveFile['local']>;

async function removeLocal(root: string, file: LocalFile): Promise<void> {
  const path = join(root, ...file.segments);
  try {
    const stats = await lstat(path, { bigint: true });
    if (file.isFolder === true) {
      if (!stats.isDirectory()) throw changed(path);
    } else if (!stats.isFile() || Number(stats.size) !== file.bytes || stats.mtimeNs.toString() !== file.mtimeNs) {
      throw changed(path);
    }
    const [folder, above] = await Promise.all([realpath(dirname(path)), realpath(root)]);
    if (folder !== above && !folder.startsWith(above.endsWith(sep) ? above : above + sep)) throw outside(path);
    if (file.isFolder === true) await rmdir(path);
    else if (file.to === undefined) await unlink(path);
    else await moveTo(path, file.to);
  } catch (thrown) {
    // Something was put into the folder after the plan.
    if (systemCodeOf(thrown) === 'ENOTEMPTY') return;
    // Another program, or an earlier run, has deleted it.
    if (systemCodeOf(thrown) === 'ENOENT' || systemCodeOf(thrown) === 'ENOTDIR') return;
    throw localError(thrown, path);
  }
  await removeEmptied(root, file);
}

/** The backup folder belongs to one job, so nothing is there. */
async function moveTo(path: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await renameSynced(path, to);
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'EXDEV') throw localError(thrown, to);
    await copyFile(path, to);
    await syncFile(to);
    await syncFolder(dirname(to));
    await unlink(path);
  }
}

/** The folders that the deletion has left empty. */
async function removeEmptied(root: string, { segments, folderSegments = 0 }: LocalFile): Promise<void> {
  for (let end = segments.length - 1; end > folderSegments; end -= 1) {
    try {
      await rmdir(join(root, ...segments.slice(0, end)));
    } catch {
      return;
    }
  }
}

function changed(path: string): StowageError {
  const problem = t`The file was changed after the plan, and was not deleted.`;
  return new StowageError('conflict.other', 'The file was changed after the plan.', { context: { path, problem } });
}

function outside(path: string): StowageError {
  const problem = t`A folder on its path was replaced by a link that leads out of the target.`;
  return new StowageError('conflict.other', 'A link leads out of the target.', { context: { path, problem } });
}
