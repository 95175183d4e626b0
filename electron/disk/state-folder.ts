// Restricts the state folder to its owner, whatever the umask: creates it with mode 0700, and tightens one that an
// earlier version, or the user, left open to other users of the machine. Synchronous, because nothing may be written
// before. On Windows a folder inherits the permissions of the profile that it is in.
import { type Stats, chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemCodeOf } from './local-error';

/** `open`: others can still read it, because it contains other things too, or belongs to another user. */
export type StateFolder = 'private' | 'tightened' | 'open';

const others = 0o077;
/** A folder with the sticky or the set-group-id bit is shared on purpose, such as `/tmp`. */
const shared = 0o3000;

/** Files and folders that make a folder one of ours. */
const own = new Set([
  ...['settings.json', 'connections.json', 'secrets.json', 'command-line-secrets.json', 'network.json', 'window-data'],
  ...[
    'embedded-store',
    'embedded-store.json',
    'embedded-store.key',
    'jobs',
    'exports',
    'imports',
    'monitor',
    'library',
  ],
  ...[
    'kept-files.json',
    'pace.json',
    'fault-log',
    'window.json',
    'windows.json',
    'staged',
    'bulk',
    'undo',
    'lab',
    'hub',
  ],
]);

/** Creates a missing folder with its parents. Throws what the file system throws. */
export function openStateFolder(folder: string): StateFolder {
  makePrivate(folder);
  return tightenStateFolder(folder);
}

/** As `openStateFolder` for a folder that may be missing: that counts as private. */
export function tightenStateFolder(folder: string): StateFolder {
  if (process.platform === 'win32') return 'private';
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory() || (stats.mode & others) === 0) return 'private';
  if (!mayTighten(folder, stats)) return 'open';
  // The folder first: then no other user can change its contents while they are walked through.
  chmodSync(folder, stats.mode & ~others & 0o7777);
  tightenContents(folder);
  return 'tightened';
}

function mayTighten(folder: string, { mode, uid }: Stats): boolean {
  if (uid !== process.getuid?.() || (mode & shared) !== 0 || folder === homedir() || dirname(folder) === folder) {
    return false;
  }
  const names = readdirSync(folder);
  return names.length === 0 || names.some((name) => own.has(name));
}

/** Only files of the user, and no links: a link leads to something that is not ours. */
function tightenContents(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink() || stats.uid !== process.getuid?.()) continue;
    // Another process of ours may have removed it meanwhile.
    ifStillExists(() => {
      if ((stats.mode & others) !== 0) chmodSync(path, stats.mode & ~others & 0o7777);
      if (stats.isDirectory()) tightenContents(path);
    });
  }
}

function ifStillExists(change: () => void): void {
  try {
    change();
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'ENOENT') throw thrown;
  }
}

/** Not by `recursive`, which never returns on file systems such as `/proc` that deny a folder. */
function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (thrown) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const above = dirname(folder);
    if (systemCodeOf(thrown) !== 'ENOENT' || above === folder) throw thrown;
    makePrivate(above);
    mkdirSync(folder, { mode: 0o700 });
  }
}
