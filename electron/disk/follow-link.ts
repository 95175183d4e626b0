// Where a symbolic link leads, for walks that follow links and must never go round in a circle.
import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { LinksFollowed } from '@shared/model/transfer';
import { systemCodeOf } from './local-error';

/**
 * Why an entry of a folder is neither a file nor a folder of the walk. `link`: not followed. `broken link`: leads nowhere.
 * `link loop`: leads to a folder that it is in. `link outside`: leads out of what was chosen. `special`: neither file nor
 * folder.
 */
export type LeftOutEntry = 'link' | 'broken link' | 'link loop' | 'link outside' | 'special';

export interface Following {
  readonly links: LinksFollowed;
  /** Real paths of what was chosen. */
  readonly chosen: readonly string[];
}

/** `within`: the real paths of the folder that the link is in and of those above it. */
export async function followLink(
  link: string,
  within: readonly string[],
  { links, chosen }: Following,
): Promise<{ readonly to: 'file' | 'folder' | LeftOutEntry; readonly real: string }> {
  try {
    const real = await realpath(link);
    const isInside = chosen.some((path) => real === path || real.startsWith(path.endsWith(sep) ? path : path + sep));
    if (links === 'inside' && !isInside) return { to: 'link outside', real };
    const stats = await stat(real);
    if (stats.isFile()) return { to: 'file', real };
    if (!stats.isDirectory()) return { to: 'special', real };
    return { to: within.includes(real) ? 'link loop' : 'folder', real };
  } catch (error) {
    return { to: systemCodeOf(error) === 'ELOOP' ? 'link loop' : 'broken link', real: link };
  }
}
