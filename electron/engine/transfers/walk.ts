// From the files and folders a person chose to the files that go up and the names they get. Symbolic links inside a
// folder are not followed; the chosen path itself may be one.
import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { StowageError } from '@shared/errors';
import { localError } from './local-error';
import { type SourceIdentity, identityOf } from './source-watch';

export type WalkedItem =
  | {
      readonly kind: 'file';
      readonly path: string;
      /** With `/`, as the blob is named below the prefix. */
      readonly relativeName: string;
      readonly identity: SourceIdentity;
    }
  | { readonly kind: 'problem'; readonly path: string; readonly relativeName: string; readonly error: StowageError }
  | { readonly kind: 'left-out'; readonly path: string; readonly why: 'link' | 'special' };

/** Looks at so many files at a time. */
const statsAtOnce = 32;

/** `folder` keeps its name, `folder/` means its contents, a file keeps its base name. Never throws but when cancelled. */
export async function* walkSources(
  paths: readonly string[],
  keep: (relativeName: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  for (const path of paths) {
    const absolute = resolve(path);
    const contentsOnly = /[/\\]$/u.test(path);
    try {
      const stats = await stat(absolute, { bigint: true });
      if (stats.isDirectory()) yield* walkFolder(absolute, contentsOnly ? '' : `${basename(absolute)}/`, keep, signal);
      else if (keep(basename(absolute))) yield [fileItem(absolute, basename(absolute), stats)];
    } catch (error) {
      if (signal.aborted) throw error;
      yield [{ kind: 'problem', path: absolute, relativeName: basename(absolute), error: localError(error, absolute) }];
    }
  }
}

async function* walkFolder(
  folder: string,
  prefix: string,
  keep: (relativeName: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  signal.throwIfAborted();
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield [{ kind: 'problem', path: folder, relativeName: prefix, error: localError(error, folder) }];
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile() && keep(prefix + entry.name));
  const others = entries.filter((entry) => !entry.isFile() && !entry.isDirectory());
  if (others.length > 0) yield others.map((entry) => leftOut(join(folder, entry.name), entry));
  for (let at = 0; at < files.length; at += statsAtOnce) {
    signal.throwIfAborted();
    const some = files.slice(at, at + statsAtOnce);
    yield await Promise.all(some.map((entry) => lookAt(join(folder, entry.name), prefix + entry.name)));
  }
  for (const entry of entries) {
    if (entry.isDirectory()) yield* walkFolder(join(folder, entry.name), `${prefix}${entry.name}/`, keep, signal);
  }
}

async function lookAt(path: string, relativeName: string): Promise<WalkedItem> {
  try {
    return fileItem(path, relativeName, await stat(path, { bigint: true }));
  } catch (error) {
    return { kind: 'problem', path, relativeName, error: localError(error, path) };
  }
}

function fileItem(path: string, relativeName: string, stats: BigIntStats): WalkedItem {
  if (!stats.isFile()) return { kind: 'left-out', path, why: 'special' };
  return { kind: 'file', path, relativeName, identity: identityOf(stats) };
}

function leftOut(path: string, entry: Dirent): WalkedItem {
  return { kind: 'left-out', path, why: entry.isSymbolicLink() ? 'link' : 'special' };
}
