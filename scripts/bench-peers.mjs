// The other programs that a benchmark compares with: found on the PATH, or installed for it if that is possible.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onPath, runtimeDir } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { print } from './steps.mjs';

/** A Go module: the version that the figures in docs/performance.md are of. */
const rcloneModule = 'github.com/rclone/rclone@v1.76.0';
const buildLimitMs = 900_000;

/**
 * @param {readonly string[]} args of the command line
 * @returns {Promise<NodeJS.ProcessEnv>} the environment in which the programs that `--peers` names are found
 * @throws {Error} where one is missing and cannot be installed, with the reason
 */
export async function withPeers(args) {
  const peers = args.flatMap((word) => /^--peers=(.*)$/.exec(word)?.[1]?.split(',') ?? []);
  if (peers.includes('azcopy') && !onPath('azcopy')) {
    throw new Error('--peers: azcopy is not on the PATH. Install AzCopy, or leave it out.');
  }
  if (!peers.some((peer) => peer.startsWith('rclone')) || onPath('rclone')) return process.env;
  return { ...process.env, PATH: `${await installedRclone()}${delimiter}${process.env.PATH ?? ''}` };
}

/** @returns {Promise<string>} the folder in which it is */
async function installedRclone() {
  const folder = join(runtimeDir, 'peers');
  if (existsSync(join(folder, process.platform === 'win32' ? 'rclone.exe' : 'rclone'))) return folder;
  if (!onPath('go')) {
    throw new Error(
      '--peers: rclone is not on the PATH, and neither is Go, which would build it. Install one of them.',
    );
  }
  print(`rclone is not on the PATH: building ${rcloneModule}, which takes some minutes …`);
  const { code, output } = await run('go', ['install', rcloneModule], {
    env: { ...process.env, GOBIN: folder },
    limitMs: buildLimitMs,
  });
  if (code !== 0) throw new Error(`--peers: rclone could not be built: ${lastLines(output)}`);
  return folder;
}
