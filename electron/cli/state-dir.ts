// Where journals, settings and saved connections live: the same folder as the app's, unless told otherwise.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export function stateDirFrom(option: string | undefined, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const chosen = option ?? env.STOWAGE_STATE_DIR;
  if (chosen) return resolve(chosen);
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Stowage');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Stowage');
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Stowage');
}
