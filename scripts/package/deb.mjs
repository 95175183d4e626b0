// Packs the application folder into a Debian package, with the system's own dpkg-deb.
import { chmod, cp, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { digestOf } from '../pinned-package.mjs';
import { inProject } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { printedByCommandLine } from './command-line.mjs';
import { packagedAt, writeDesktopFiles } from './linux-tree.mjs';

/** What Electron links against or loads at run time. Newer releases renamed some of it when time became 64-bit. */
const depends = [
  'libc6 (>= 2.28)',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnss3',
  'libasound2t64 | libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libcups2t64 | libcups2',
  'libdrm2',
  'libnotify4',
  'libsecret-1-0',
  'libuuid1',
  'xdg-utils',
];

/** Objections of lintian that come with a program from outside Debian, each with its reason. */
const overrides = {
  'dir-or-file-in-opt': 'third-party programs belong there',
  'elevated-privileges': "Chromium's sandbox, where users have no namespaces",
  'embedded-library': 'Electron brings its libraries along',
  'hardening-no-fortify-functions': 'Electron is shipped as its makers built it',
  'hardening-no-pie': 'Node is shipped as its makers built it',
  'statically-linked-binary': 'nats-server is shipped as its makers built it',
  'unstripped-binary-or-object': 'Electron is shipped as its makers built it',
  'bogus-mail-host': 'the project has no public address',
  'bogus-mail-host-in-debian-changelog': 'the project has no public address',
};

/**
 * @param {{ applicationDir: string, manifest: import('./application.mjs').Manifest, workDir: string, outputPath: string }} options
 */
export async function makeDeb({ applicationDir, manifest, workDir, outputPath }) {
  const root = join(workDir, 'deb');
  await rm(root, { recursive: true, force: true });
  await mkdir(join(root, 'opt'), { recursive: true });
  await cp(applicationDir, join(root, 'opt/Stowage'), { recursive: true, verbatimSymlinks: true });
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  for (const name of ['stowage', 'stowage-desktop']) {
    await symlink(`/opt/Stowage/${name}`, join(root, 'usr/bin', name));
  }
  await writeDesktopFiles({ root, command: '/usr/bin/stowage-desktop', manifest });
  await writeCommandLineFiles(root);
  await writeDocuments(root, manifest);
  await defaultModes(root);
  // Chromium's sandbox, for systems where ordinary users have no namespaces.
  await chmod(join(root, 'opt/Stowage/chrome-sandbox'), 0o4755);
  await mkdir(join(root, 'DEBIAN'));
  await writeFile(join(root, 'DEBIAN/control'), control(manifest, await kibibytesIn(join(root, 'opt'))));
  await writeFile(join(root, 'DEBIAN/md5sums'), await checksums(root));
  const { code, output } = await run('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z1', root, outputPath], {
    limitMs: 600_000,
  });
  await rm(root, { recursive: true, force: true });
  if (code !== 0) throw new Error(`dpkg-deb: ${lastLines(output)}`);
}

/**
 * @param {import('./application.mjs').Manifest} manifest
 * @param {number} installedKib
 */
export function control(manifest, installedKib) {
  return [
    'Package: stowage',
    `Version: ${manifest.version}`,
    'Architecture: amd64',
    'Section: devel',
    'Priority: optional',
    `Installed-Size: ${installedKib}`,
    `Maintainer: ${maintainer(manifest)}`,
    ...(manifest.homepage === undefined ? [] : [`Homepage: ${manifest.homepage}`]),
    `Depends: ${depends.join(', ')}`,
    'Description: Azure Table and Blob Storage on the desktop',
    ...wrapped(manifest.description),
    '',
  ].join('\n');
}

const maintainer = ({ author }) => `${author} <stowage@localhost>`;

/** The continued lines of a description. */
function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > 78) lines.push('');
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines;
}

/** The manual page and the completions of three shells, where Debian's shells and man look for them. */
async function writeCommandLineFiles(root) {
  const share = join(root, 'usr/share');
  const manual = join(share, 'man/man1');
  await mkdir(manual, { recursive: true });
  await writeFile(join(manual, 'stowage.1.gz'), gzipSync(await printedByCommandLine('help', '--man'), { level: 9 }));
  await writeFile(join(manual, 'stowage-desktop.1.gz'), gzipSync('.so man1/stowage.1\n', { level: 9 }));
  const completions = {
    bash: 'bash-completion/completions/stowage',
    zsh: 'zsh/vendor-completions/_stowage',
    fish: 'fish/vendor_completions.d/stowage.fish',
  };
  for (const [shell, path] of Object.entries(completions)) {
    await mkdir(dirname(join(share, path)), { recursive: true });
    await writeFile(join(share, path), await printedByCommandLine('completion', shell));
  }
}

/** Licence, changelog and lintian's overrides, in Debian's formats. */
async function writeDocuments(root, manifest) {
  const licence = (await readFile(inProject('LICENSE'), 'utf8')).trim();
  const copyright = [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    'Upstream-Name: Stowage',
    'Comment: The licences of Electron, Chromium and all other parts are in /opt/Stowage.',
    '',
    'Files: *',
    `Copyright: ${manifest.author}`,
    `License: ${manifest.license}`,
    ...licence.split('\n').map((line) => (line.trim() === '' ? ' .' : ` ${line}`)),
    '',
  ].join('\n');
  const date = packagedAt(process.env).toUTCString().replace('GMT', '+0000');
  const changelog = [
    `stowage (${manifest.version}) stable; urgency=medium`,
    '',
    '  * The changes are in CHANGELOG.md of the source.',
    '',
    ` -- ${maintainer(manifest)}  ${date}`,
    '',
  ].join('\n');
  const documents = {
    'doc/stowage/copyright': copyright,
    'doc/stowage/changelog.gz': gzipSync(changelog, { level: 9 }),
    'lintian/overrides/stowage': Object.entries(overrides)
      .map(([tag, why]) => `# ${why}\nstowage: ${tag}\n`)
      .join(''),
  };
  for (const [path, content] of Object.entries(documents)) {
    const target = join(root, 'usr/share', path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}

/** Independent of this machine's umask: programs are executable, libraries are not, and only root may write. */
async function defaultModes(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = !/\.so(?:\.\d+)*$/.test(entry.name) && ((await lstat(path)).mode & 0o100) !== 0;
    await chmod(path, entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
}

/** In the form of md5sum, for `dpkg --verify`. */
async function checksums(root) {
  const lines = [];
  for (const part of ['opt', 'usr']) {
    for (const entry of await readdir(join(root, part), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      lines.push(`${await digestOf(path, 'md5', 'hex')}  ${relative(root, path)}`);
    }
  }
  return `${lines.sort().join('\n')}\n`;
}

async function kibibytesIn(folder) {
  let total = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) total += Math.ceil((await lstat(join(entry.parentPath, entry.name))).size / 1024);
    else total += 1;
  }
  return total;
}
