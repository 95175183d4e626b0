// Installs system packages, as root on Debian or Ubuntu.
import { run } from './run-command.mjs';

/**
 * @param {readonly string[]} names
 * @returns {Promise<import('./run-command.mjs').CommandResult>}
 */
export async function installDebianPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const attempt = () =>
    run('apt-get', ['install', '--yes', '--no-install-recommends', ...names], { env, limitMs: 600_000 });
  const first = await attempt();
  if (first.code === 0) return first;
  // In a fresh image the package lists are empty or outdated.
  await run('apt-get', ['update'], { env, limitMs: 300_000 });
  return attempt();
}
