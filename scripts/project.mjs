// The project's folders, and facts about this machine that several scripts need.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
export const runtimeDir = join(projectDir, '.runtime');
export const outDir = join(projectDir, 'out');

/** @param {string} path relative to the project */
export const inProject = (path) => join(projectDir, path);

export const isRoot = process.getuid?.() === 0;

export const isDebianFamily =
  process.platform === 'linux' && existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg-query');

/** Whether a window can be shown without a virtual display. */
export const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Finds a program on PATH. @param {string} name */
export function onPath(name) {
  return (process.env.PATH ?? '')
    .split(process.platform === 'win32' ? ';' : ':')
    .some((dir) => existsSync(join(dir, name)));
}

/**
 * Chromium's sandbox needs unprivileged user namespaces. It does not work for root, or on systems that forbid them.
 * @returns {string | null} why the sandbox cannot be used here; null when it can
 */
export function sandboxObstacle() {
  if (process.platform !== 'linux') return null;
  if (isRoot) return 'running as root';
  const reads = (path) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : null);
  if (reads('/proc/sys/kernel/unprivileged_userns_clone') === '0') return 'user namespaces are switched off';
  if (reads('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'AppArmor restricts user namespaces';
  return null;
}
