// Brings what runs programs of Windows on Linux: Wine, with a disk `C:` of its own for the tests.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebianPackages } from '../debian-packages.mjs';
import { isDebianFamily, isRoot, onPath, runtimeDir } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';

/** Debian keeps it beside the path, and its wrapper there asks for 32 bits that no program of ours needs. */
const places = ['/usr/lib/wine/wine64', '/usr/lib/wine/wine'];
const names = ['wine64', 'wine'];
const prefix = join(runtimeDir, 'wine');

/** @typedef {{ command: string, env: NodeJS.ProcessEnv, disk: string }} Wine `disk` is where its `C:` is */

/** @returns {Promise<Wine | { missing: string }>} `missing` says why there is none */
export async function provideWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: 'it stands in for Windows on Linux x64' };
  if (find() === undefined && isDebianFamily && isRoot) {
    const { code, output } = await installDebianPackages(['wine64']);
    if (code !== 0) return { missing: `apt-get install wine64: ${lastLines(output, 1)}` };
  }
  const command = find();
  if (command === undefined) return { missing: 'there is no Wine; install the package wine64' };
  // Without its own talk, and without the parts that show windows or ask for a download.
  const env = { WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' };
  await mkdir(prefix, { recursive: true });
  // Node asks for a Windows of today.
  const asOfToday = ['reg.exe', 'add', String.raw`HKCU\Software\Wine`, '/v', 'Version', '/d', 'win10', '/f'];
  const begun = await run(command, asOfToday, { env: { ...process.env, ...env }, limitMs: 180_000 });
  const disk = join(prefix, 'drive_c');
  if (begun.code !== 0 || !existsSync(disk)) return { missing: `Wine does not start: ${lastLines(begun.output, 2)}` };
  return { command, env, disk };
}

const find = () => places.find((place) => existsSync(place)) ?? names.find((name) => onPath(name));
