// Provides what runs Windows programs on Linux: Wine, with a separate disk `C:` for the tests.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebianPackages } from '../debian-packages.mjs';
import { isDebianFamily, isRoot, onPath, runtimeDir } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';

/**
 * Debian installs it outside of PATH, and its wrapper on PATH requires 32-bit support, which none of our programs
 * needs.
 */
const places = ['/usr/lib/wine/wine64', '/usr/lib/wine/wine'];
const names = ['wine64', 'wine'];
const prefix = join(runtimeDir, 'wine');

/** @typedef {{ command: string, env: NodeJS.ProcessEnv, disk: string }} Wine `disk`: the folder of its `C:` */

/** @returns {Promise<Wine | { missing: string }>} `missing`: why it is not available */
export async function provideWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: 'it stands in for Windows on Linux x64' };
  if (find() === undefined && isDebianFamily && isRoot) {
    const { code, output } = await installDebianPackages(['wine64']);
    if (code !== 0) return { missing: `apt-get install wine64: ${lastLines(output, 1)}` };
  }
  const command = find();
  if (command === undefined) return { missing: 'there is no Wine; install the package wine64' };
  // Without Wine's own messages, and without the parts that show windows or offer a download.
  const env = { WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' };
  await mkdir(prefix, { recursive: true });
  // Node requires a current Windows version.
  const asOfToday = ['reg.exe', 'add', String.raw`HKCU\Software\Wine`, '/v', 'Version', '/d', 'win10', '/f'];
  const begun = await run(command, asOfToday, { env: { ...process.env, ...env }, limitMs: 180_000 });
  const disk = join(prefix, 'drive_c');
  if (begun.code !== 0 || !existsSync(disk)) return { missing: `Wine does not start: ${lastLines(begun.output, 2)}` };
  return { command, env, disk };
}

const find = () => places.find((index) => existsSync(index)) ?? names.find((name) => onPath(name));
