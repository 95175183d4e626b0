// A copy of this machine's system for one test: everything is readable in it, and writes go to memory and are discarded
// after the test. So a package is really installed, including the triggers of packages around it, and the machine is
// unchanged. Needs root, and a kernel that lets root mount.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts, reports it, and lives until its input ends; the mounts end with it. `/tmp` is the machine's. */
const holder = `
set -e
mount -t tmpfs -o mode=755 none "$1"
mkdir "$1/changes" "$1/work" "$1/system"
mount -t overlay none -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$1/system"
for each in proc dev sys; do mount --rbind "/$each" "$1/system/$each"; done
mount --bind /tmp "$1/system/tmp"
echo there
exec chroot "$1/system" cat
`;

/** Of an account without rights. */
export interface Person {
  readonly uid: number;
  readonly home: string;
}

export interface InstalledSystem {
  /** Runs a command as root. Throws with its output when it fails. */
  asRoot(command: string, ...args: readonly string[]): string;
  /** Starts a command as that user, on the system's copy. */
  asPerson(person: Person, command: string, ...args: readonly string[]): ChildProcessWithoutNullStreams;
  end(): Promise<void>;
}

/** Null where this machine does not let its system be copied so. */
export async function copySystem(): Promise<InstalledSystem | null> {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-system-'));
  const held = spawn('unshare', ['--mount', 'sh', '-c', holder, 'holder', folder]);
  const end = async (): Promise<void> => {
    if (held.pid !== undefined && held.exitCode === null) {
      const gone = once(held, 'exit');
      held.stdin.end();
      await gone;
    }
    rmSync(folder, { recursive: true });
  };
  const exists = await Promise.race([
    once(held.stdout, 'data').then(() => true),
    once(held, 'exit').then(() => false),
    once(held, 'error').then(() => false),
  ]);
  if (!exists || held.pid === undefined) {
    await end();
    return null;
  }
  const inside = ['--target', String(held.pid), '--mount', '--root', '--wd'];
  return {
    asRoot: (command, ...args) => {
      const { status, stdout, stderr } = spawnSync('nsenter', [...inside, command, ...args], {
        encoding: 'utf8',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      if (status !== 0) throw new Error(`${command} ${args.join(' ')} gave ${status}: ${stdout}${stderr}`);
      return stdout;
    },
    asPerson: ({ uid, home }, command, ...args) =>
      spawn('nsenter', [...inside, `--setuid=${uid}`, `--setgid=${uid}`, command, ...args], {
        env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' },
      }),
    end,
  };
}
