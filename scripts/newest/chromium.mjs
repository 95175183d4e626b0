// Finds the newest Chromium that this system offers; Debian packages a release within days.
import { installDebianPackages } from '../debian-packages.mjs';
import { isDebianFamily, isRoot, onPath } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * @returns {Promise<{ executable: string, version: string } | { missing: string }>} `missing`: why it is not available
 */
export async function provideChromium() {
  let name = names.find(onPath);
  if (name === undefined) {
    if (!isDebianFamily || !isRoot) return { missing: `none of ${names.join(', ')} is on the PATH` };
    const { code, output } = await installDebianPackages(['chromium']);
    name = names.find(onPath);
    if (name === undefined) return { missing: `apt-get install chromium gave ${code}: ${lastLines(output, 1)}` };
  }
  const { code, output } = await run(name, ['--version']);
  const version = /\d+(\.\d+)+/.exec(output)?.[0];
  if (code !== 0 || version === undefined) return { missing: `${name} does not run: ${lastLines(output, 1)}` };
  const found = await run('which', [name]);
  return { executable: found.output.trim(), version };
}
