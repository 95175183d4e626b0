// Where journals, settings and saved connections live: the same folder as the app's, unless an option names another.
import { resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import { shellQuoted } from '@shared/commands/shell-text';
import { type HomeLookups, defaultStateFolder } from '../disk/default-state-folder';
import { type StateFolder, tightenStateFolder } from '../disk/state-folder';
import { makeNamedFolder } from './named-folder';

/** @throws StowageError `invalid.input` for a user without a home folder */
export function stateDirFrom(
  option: string | undefined,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  homes?: HomeLookups,
): string {
  const chosen = option ?? env.STOWAGE_STATE_DIR;
  if (chosen) return resolve(chosen);
  const folder = defaultStateFolder(env, platform, homes);
  if (folder !== null) return folder;
  throw invalidInput(
    '--state-dir',
    'this user has no home folder to store the state in.',
    'Add --state-dir FOLDER, or set STOWAGE_STATE_DIR or HOME.',
  );
}

/**
 * Creates a state folder that was named explicitly, and restricts any to its owner. The default folder may be missing,
 * and may even be impossible to create, for commands that store nothing. Resolves to a warning if others can read it.
 * @throws StowageError `invalid.input`
 */
export async function makeStateDir(
  option: string | undefined,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Promise<string | null> {
  const chosen = option ?? env.STOWAGE_STATE_DIR;
  if (chosen)
    await makeNamedFolder(option === undefined ? 'STOWAGE_STATE_DIR' : '--state-dir', resolve(chosen), 'private');
  const folder = stateDirFrom(option, env, platform);
  if (privacyOf(folder) !== 'open') return null;
  return (
    `Other users of this computer can open the state folder ${folder}, which contains more than the state of Stowage. ` +
    `Specify a separate folder, or run: chmod 700 ${shellQuoted(folder)}`
  );
}

/** A folder that cannot be read is reported by the code that needs it. */
function privacyOf(folder: string): StateFolder {
  try {
    return tightenStateFolder(folder);
  } catch {
    return 'open';
  }
}
