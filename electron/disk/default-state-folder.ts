// The default state folder, for the app and the command line alike.
import { homedir, userInfo } from 'node:os';
import { posix, win32 } from 'node:path';

/**
 * Null for a user without a home folder. A variable that is empty or holds a relative path is ignored, as the XDG Base
 * Directory Specification demands: the state would otherwise be stored in whatever folder a command is run from.
 */
export function defaultStateFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  homes: HomeLookups = systemHomes,
): string | null {
  const paths = platform === 'win32' ? win32 : posix;
  const absolute = (path: string | undefined): string | null => (path && paths.isAbsolute(path) ? path : null);
  const inHome = (folder: string): string | null => {
    const named = platform === 'win32' ? undefined : env.HOME;
    const home = [() => named, ...homes].map(found).find((path) => absolute(path) !== null);
    return home === undefined ? null : paths.join(home, folder);
  };
  const parent =
    platform === 'win32'
      ? (absolute(env.APPDATA) ?? inHome(paths.join('AppData', 'Roaming')))
      : platform === 'darwin'
        ? inHome(paths.join('Library', 'Application Support'))
        : (absolute(env.XDG_CONFIG_HOME) ?? inHome('.config'));
  return parent === null ? null : paths.join(parent, 'Stowage');
}

/** Each may throw: the system knows no home folder of users that exist only as a number, as in containers. */
export type HomeLookups = readonly (() => string | undefined)[];

const systemHomes: HomeLookups = [homedir, () => userInfo().homedir];

function found(folder: () => string | undefined): string | undefined {
  try {
    return folder();
  } catch {
    return undefined;
  }
}
