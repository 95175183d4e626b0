// Where journals, settings and saved connections live: the same folder as the app's, unless told otherwise.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { shellQuoted } from '@shared/commands/shell-text';
import { type StateFolder, tightenStateFolder } from '../disk/state-folder';
import { makeNamedFolder } from './named-folder';

export function stateDirFrom(option: string | undefined, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const chosen = option ?? env.STOWAGE_STATE_DIR;
  if (chosen) return resolve(chosen);
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Stowage');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Stowage');
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Stowage');
}

/**
 * Creates a state folder that was named explicitly, and keeps any to its owner. The default folder may be missing, and
 * may even be impossible to create, for commands that store nothing. Resolves to a warning if others can read it.
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
    `Other users of this machine can open the state folder ${folder}, which holds more than the state of Stowage. ` +
    `Name a folder of its own, or run: chmod 700 ${shellQuoted(folder)}`
  );
}

/** A folder that cannot be looked at is reported by whatever needs it. */
function privacyOf(folder: string): StateFolder {
  try {
    return tightenStateFolder(folder);
  } catch {
    return 'open';
  }
}
