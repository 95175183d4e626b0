// Makes sure that a Linux machine has the libraries that Electron links against, and a virtual display where there is
// no real one. Installs them only as root on Debian or Ubuntu; otherwise prints the exact command.
import { installDebianPackages } from './debian-packages.mjs';
import { hasDisplay, isDebianFamily, isRoot, onPath } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { note, StepFailure } from './steps.mjs';

const libraryPackages = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatk-bridge2.0-0',
  'libcups2',
  'libdrm2',
];
const displayPackages = ['xvfb', 'xauth', 'fonts-dejavu-core'];

/**
 * @param {string} executablePath Electron's executable, whose missing libraries the loader lists
 * @returns {Promise<{ reason: string }>}
 * @throws {StepFailure}
 */
export async function provideSystemLibraries(executablePath) {
  if (process.platform !== 'linux') return { reason: 'nothing to add on this system' };
  const wanted = hasDisplay ? libraryPackages : [...libraryPackages, ...displayPackages];
  const missing = isDebianFamily ? await missingPackages(wanted) : [];
  if (missing.length === 0 && (await obstacles(executablePath)).length === 0) {
    return { reason: hasDisplay ? 'all there' : 'all there, with a virtual display' };
  }
  if (!isDebianFamily || !isRoot) return settleWithout(executablePath, missing);

  note(`adding ${missing.join(' ')} …`);
  const result = await installDebianPackages(missing);
  const left = await obstacles(executablePath);
  if (left.length > 0) throw libraryFailure(left, missing, result.code === 0 ? '' : lastLines(result.output));
  if (result.code !== 0) return { reason: `enough is there; could not add ${missing.join(' ')}` };
  return { reason: `added ${missing.join(' ')}` };
}

async function settleWithout(executablePath, missing) {
  const left = await obstacles(executablePath);
  if (left.length === 0) return { reason: 'what Electron needs is there' };
  throw libraryFailure(left, missing, '');
}

/** The libraries that are actually missing, whatever the package list contains. */
async function obstacles(executablePath) {
  const linked = await run('ldd', [executablePath]);
  const libraries = [...linked.output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
  return hasDisplay || onPath('xvfb-run') ? libraries : [...libraries, 'xvfb-run'];
}

async function missingPackages(names) {
  // Newer releases renamed some libraries when time became 64-bit.
  const queried = names.flatMap((name) => [name, `${name}t64`]);
  const result = await run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\n', ...queried]);
  const installed = new Set([...result.output.matchAll(/^(\S+) installed$/gm)].map((match) => match[1]));
  const missing = names.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
  return Promise.all(missing.map(nameInThisRelease));
}

async function nameInThisRelease(name) {
  const result = await run('apt-cache', ['show', '--no-all-versions', `${name}t64`]);
  return result.code === 0 && result.output.includes(`Package: ${name}t64`) ? `${name}t64` : name;
}

function libraryFailure(left, missing, output) {
  const command = `apt-get install --yes --no-install-recommends ${missing.join(' ')}`;
  return new StepFailure({
    tried: isDebianFamily && isRoot ? command : 'looking for the libraries that Electron needs',
    because: `missing: ${left.join(' ')}${output === '' ? '' : `\n    ${output}`}`,
    todo: isDebianFamily
      ? `Run: sudo ${command}`
      : `Install with your system's package manager what contains ${left.join(', ')}, then run this again.`,
  });
}
