// Packs the command line as an npm package that depends on nothing and needs Node only: `npm install -g FILE`.
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { copyCommandLine, printedByCommandLine } from './command-line.mjs';
import { licencesAsText, thirdPartyPackages } from './third-party.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * @param {{ manifest: import('./application.mjs').Manifest, workDir: string, outputPath: string }} options
 */
export async function makeNpmPackage({ manifest, workDir, outputPath }) {
  const root = join(workDir, 'npm');
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await copyCommandLine(root);
  await chmod(join(root, 'cli/stowage.js'), 0o755);
  await cp(inProject('LICENSE'), join(root, 'LICENSE'));
  await writeFile(join(root, 'third-party-licences.txt'), licencesAsText(thirdPartyPackages()));
  await writeFile(join(root, 'stowage.1'), await printedByCommandLine('help', '--man'));
  await writeFile(join(root, 'README.md'), readme);
  const { name, version, author, license, engines } = manifest;
  const description = 'Tables and blobs of Azure Storage from the command line.';
  const bin = { stowage: 'cli/stowage.js' };
  const content = { name, version, description, author, license, engines, bin, man: ['./stowage.1'] };
  await writeFile(join(root, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  const packed = await run(npm, ['pack', '--ignore-scripts', '--pack-destination', workDir], {
    cwd: root,
    limitMs: 120_000,
  });
  if (packed.code !== 0) throw new Error(`npm pack: ${lastLines(packed.output)}`);
  await cp(join(workDir, `${name}-${version}.tgz`), outputPath);
  await rm(root, { recursive: true, force: true });
}

const readme = `# Stowage, the command line

Queries, imports and exports tables, and moves files to and from blobs of Azure Storage. \`stowage help\` lists the
commands, \`stowage completion bash\` prints the completion for a shell (also zsh, fish and powershell).
`;
