// The newest long-term release of Node, on which the engine's tests run in addition to the Node that runs the scripts.
import { linuxNode, provideNode } from '../node-release.mjs';
import { lastLines, run } from '../run-command.mjs';

const version = `v${linuxNode.requirement.split('@')[1]}`;

/**
 * @returns {Promise<{ executable: string, version: string } | { missing: string }>} `missing`: why it is not available
 */
export async function provideNodeLts() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'its binary is pinned for Linux x64' };
  const provided = await provideNode(linuxNode);
  if ('missing' in provided) return provided;
  const { code, output } = await run(provided.executable, ['-p', 'process.version + " " + process.release.lts']);
  if (code !== 0 || !output.startsWith(`${version} `)) return { missing: `it does not run: ${lastLines(output)}` };
  // A release line without long-term support does not have a code name yet.
  if (output.includes('undefined')) return { missing: `${version} is no long-term release` };
  return { executable: provided.executable, version };
}
