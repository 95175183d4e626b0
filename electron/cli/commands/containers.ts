// `stowage containers` and `stowage ls`: containers, and their contents.
import { invalidInput } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import { formatBytes } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { walkPages } from '../../engine/blobs/listing';
import { globTest, nameFilter, storedPatterns } from '../../engine/transfers/plan/glob';
import { exitCodes } from '../exit-codes';
import { parseRemotePath } from '../remote-path';
import type { CommandAction } from '../session';
import { requireYes } from './tables';

export const listContainers: CommandAction = async ({ engine, output, signal, connectionId }) => {
  const containers = await engine.calls['containers.list']({ connectionId: await connectionId() }, { signal });
  output.table(
    ['CONTAINER', 'MODIFIED'],
    containers.map(({ name, lastModified }) => [name, lastModified]),
    containers,
  );
  return exitCodes.done;
};

export function createContainer(name: string): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const container = containerOnly(name);
    await engine.calls['containers.create']({ connectionId: await connectionId(), container }, { signal });
    output.record({ created: container }, `Created container ${container}.`);
    return exitCodes.done;
  };
}

export function deleteContainer(name: string, confirmed: boolean | undefined): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const container = containerOnly(name);
    requireYes(`container ${container} and all its blobs`, confirmed);
    await engine.calls['containers.delete']({ connectionId: await connectionId(), container }, { signal });
    output.record({ deleted: container }, `Deleted container ${container}.`);
    return exitCodes.done;
  };
}

/** Rejects `CONTAINER/PREFIX`: the command is about the whole container. */
function containerOnly(name: string): string {
  const { container } = parseRemotePath(name);
  if (name === container) return container;
  throw invalidInput(
    'NAME',
    `"${name}" refers to blobs, but this command works on a whole container.`,
    `Use ${container} for the container. To delete blobs, use stowage rm.`,
  );
}

export interface ListOptions {
  readonly recursive?: boolean;
  readonly match?: string;
}

export function listBlobs(path: string, options: ListOptions): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const { container, rest } = parseRemotePath(path);
    const { prefix, isNamed } = namesMeant(rest, options.match);
    const account = await engine.rooms.accounts.open(await connectionId());
    const isWanted = nameFilter(storedPatterns(options.match === undefined ? {} : { include: [options.match] }));
    const depth = options.recursive ? 'flat' : 'folders';
    let headings: readonly string[] = inColumns(['SIZE', 'MODIFIED', 'TIER', 'NAME']);
    let found = 0;
    let lastFolder = '';
    for await (const page of walkPages(account, { container, prefix, depth, signal })) {
      // A folder whose blobs are on two pages is listed on both.
      const newFolders = options.match === undefined ? page.folders.filter((folder) => folder !== lastFolder) : [];
      const folders = newFolders.filter((folder) => isNamed(folder.replace(/\/$/u, '')));
      lastFolder = newFolders.at(-1) ?? lastFolder;
      const blobs = page.blobs.filter((blob) => blob.isFolder !== true && isWanted(blob.name) && isNamed(blob.name));
      output.table(
        headings,
        [
          ...folders.map((folder) => inColumns(['', '', '', folder])),
          ...blobs.map((blob) => inColumns([formatBytes(blob.bytes), blob.lastModified, blob.tier, blob.name])),
        ],
        [...folders.map(folderRecord), ...blobs.map(blobRecord)],
      );
      await output.taken(signal);
      if (folders.length + blobs.length > 0) headings = headings.map(() => '');
      found += blobs.length + folders.length;
    }
    if (found === 0 && options.match !== undefined && depth === 'folders') {
      output.info('No blob at this level matches. Use --recursive to search all subfolders.');
    } else if (found === 0) {
      output.info(
        visibleLine(
          rest === '' && options.match === undefined ? `${container} is empty.` : `Nothing in ${container} matches.`,
        ),
      );
    }
    return exitCodes.done;
  };
}

/** A wildcard in a path selects names below the folder before it, as in a shell; `--match` is the other way to do so. */
function namesMeant(
  rest: string,
  match?: string,
): { readonly prefix: string; readonly isNamed: (name: string) => boolean } {
  const at = rest.search(/[*?]/u);
  if (at < 0 || match !== undefined) return { prefix: rest, isNamed: () => true };
  const isMatch = globTest(rest);
  return { prefix: rest.slice(0, rest.lastIndexOf('/', at) + 1), isNamed: (name) => name === rest || isMatch(name) };
}

/**
 * Fixed widths for a size (`1023.9 KiB`), a moment and a tier (`Archive`). Each page is printed as a separate table,
 * and all pages must line up.
 */
const columnWidths = [10, 24, 7];

function inColumns(cells: readonly string[]): readonly string[] {
  return cells.map((cell, column) => cell.padEnd(columnWidths[column] ?? 0));
}

/** A folder is a part of names and has nothing else; its line has every field, so that scripts read all lines alike. */
function folderRecord(name: string): Record<string, unknown> {
  return { name, size: null, lastModified: null, etag: null, tier: null, contentType: null, contentMD5: null };
}

function blobRecord(blob: BlobItem): Record<string, unknown> {
  return {
    name: blob.name,
    size: blob.bytes,
    lastModified: blob.lastModified,
    etag: blob.etag,
    tier: blob.tier,
    contentType: blob.contentType,
    contentMD5: blob.contentMd5,
  };
}
