// Disks of a given size for tests that fill one: a tmpfs each. Mounting needs privileges that not even every root user
// has.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts at `folder`, which must exist. Throws when that is not permitted. */
export function mountSmallDisk(folder: string, mebibytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
}

/** Whether disks can be mounted here, determined by mounting one. */
export function canMountDisks(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'stowage-disk-'));
  try {
    mountSmallDisk(folder, 1);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
