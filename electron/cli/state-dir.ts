// Where journals, settings and saved connections live: the same folder as the app's, unless told otherwise.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeNamedFolder } from './named-folder';

export function stateDirFrom(option: string | undefined, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const chosen = option ?? env.STOWAGE_STATE_DIR;
  if (chosen) return resolve(chosen);
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Stowage');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Stowage');
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Stowage');
}

/**
 * Creates a state folder that was named explicitly. The default folder may be missing, and may even be impossible to
 * create, for commands that keep nothing.
 * @throws StowageError `invalid.input`
 */
export async function makeStateDir(option: string | undefined, env: NodeJS.ProcessEnv): Promise<void> {
  const chosen = option ?? env.STOWAGE_STATE_DIR;
  if (chosen) await makeNamedFolder(option === undefined ? 'STOWAGE_STATE_DIR' : '--state-dir', resolve(chosen));
}
