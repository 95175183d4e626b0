// Packages as users get them: installed by root or unpacked by an ordinary user, started, and locked down by the fuses.
// No debugger can be attached to the main process of a package, so each plays its guided tour unattended: it fails
// unless the store, the engine, both kinds of worker and the window do their work.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { queryFileExtension, queryFileType } from '@shared/links/marks';
import { fusesIn } from './fuses';
import { applicationDir, isRoot, nobody, packageOf, test } from './package-test';

const startLimitMs = 120_000;

type Person = 'root' | 'nobody' | 'oneself';

// A tour goes through every room of the app; on a busy machine that takes minutes.
test.describe.configure({ timeout: 600_000 });

function mustRun(command: string, args: readonly string[], cwd?: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect(status, `${command}: ${stderr}`).toBe(0);
}

/** Starts the app on a fresh state as that user, on a separate display, and has it play its tour. */
async function playsItsTour(executable: string, folder: string, person: Person, sandbox: 'on' | 'off'): Promise<void> {
  const pictures = join(folder, 'pictures');
  const app = [
    executable,
    ...(sandbox === 'off' ? ['--no-sandbox'] : []),
    '--log-level=3',
    `--state-dir=${join(folder, 'state')}`,
    '--sample',
    `--tour=${pictures}`,
  ];
  const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1000x24', ...app], {
    ...(person === 'nobody' ? { uid: nobody, gid: nobody } : {}),
    cwd: folder,
    env: { ...process.env, HOME: folder, DISPLAY: undefined, XAUTHORITY: undefined, ELECTRON_RUN_AS_NODE: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code, output).toBe(0);
  const steps = Number(/^1\/(\d+) /m.exec(output)?.[1]);
  expect(steps, output).toBeGreaterThanOrEqual(10);
  expect(readdirSync(pictures)).toHaveLength(steps);
}

/** Runs the store and moves a file up and down, without a display and with a Node option that nothing may obey. */
async function movesAFile(program: string, folder: string, ...first: readonly string[]): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_OPTIONS: '--title=obeyed',
    STOWAGE_STATE_DIR: join(folder, 'cli-state'),
  };
  const store = spawn(program, [...first, 'emulator', '--json', '--memory'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const line = await firstLineOf(store.stdout);
    const { connectionString } = JSON.parse(line) as { readonly connectionString: string };
    const run = (...args: readonly string[]): string => {
      const account = { ...env, STOWAGE_CONNECTION_STRING: connectionString };
      const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { env: account, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      return stdout;
    };
    const content = randomBytes(9 * 2 ** 20);
    writeFileSync(join(folder, 'sent.bin'), content);
    expect(run('--version')).toBe('0.1.0\n');
    run('containers', 'create', 'files');
    run('upload', join(folder, 'sent.bin'), 'files');
    run('download', 'files/sent.bin', join(folder, 'received.bin'));
    expect(readFileSync(join(folder, 'received.bin')).equals(content)).toBe(true);
    rmSync(join(folder, 'received.bin'));
  } finally {
    store.kill('SIGTERM');
    const [code] = (await once(store, 'exit')) as [number | null];
    expect(code).toBe(0);
  }
}

/** What bash offers for these words, the last of which is being typed. */
function completedBy(script: string, ...typed: readonly string[]): readonly string[] {
  const line = typed.map((word) => `'${word}'`).join(' ');
  const program = `. '${script}'; COMP_WORDS=(stowage ${line}); COMP_CWORD=${typed.length}; _stowage; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8', env: {} });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

async function firstLineOf(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  return '';
}

test('the deb, installed by root', async ({ folder }) => {
  const deb = packageOf('.deb');
  test.skip(deb === undefined, 'it was not made here');
  test.skip(!isRoot, 'dpkg installs for root only');
  const root = join(folder, 'root');
  for (const part of ['var/lib/dpkg/info', 'var/lib/dpkg/updates']) mkdirSync(join(root, part), { recursive: true });
  writeFileSync(join(root, 'var/lib/dpkg/status'), '');
  // What it depends on is installed in the system around the folder.
  mustRun('dpkg', [`--root=${root}`, '--force-depends', '--install', deb ?? '']);
  mustRun('dpkg', [`--root=${root}`, '--status', 'stowage']);
  // Links and files of saved queries are opened with it, and bring it no options.
  const entry = await readFile(join(root, 'usr/share/applications/stowage.desktop'), 'utf8');
  expect(entry).toContain(`\nMimeType=x-scheme-handler/stowage;${queryFileType};\n`);
  expect(entry).toContain('\nExec=/usr/bin/stowage-desktop -- %U\n');
  const types = await readFile(join(root, 'usr/share/mime/packages/stowage.xml'), 'utf8');
  expect(types).toContain(`<mime-type type="${queryFileType}">`);
  expect(types).toContain(`<glob pattern="*${queryFileExtension}"/>`);
  // Where an ordinary user gets no namespaces, Chromium's sandbox is this program, which must be root's.
  const { mode, uid } = statSync(join(root, 'opt/Stowage/chrome-sandbox'));
  expect([(mode & 0o7777).toString(8), uid]).toEqual(['4755', 0]);
  await playsItsTour(join(root, 'opt/Stowage/stowage-desktop'), folder, 'root', 'off');
  expect(readlinkSync(join(root, 'usr/bin/stowage'))).toBe('/opt/Stowage/stowage');
  await movesAFile(join(root, 'opt/Stowage/stowage'), folder);
  expect(completedBy(join(root, 'usr/share/bash-completion/completions/stowage'), '-o', 't')).toEqual(['table', 'tsv']);
  const manual = gunzipSync(readFileSync(join(root, 'usr/share/man/man1/stowage.1.gz'))).toString();
  expect(manual).toContain('.SH EXIT STATUS');
});

test('the deb: its contents are valid for a desktop, a software centre and Debian', ({ folder }) => {
  const deb = packageOf('.deb');
  test.skip(deb === undefined, 'it was not made here');
  if (deb === undefined) return;
  const fields = spawnSync('dpkg-deb', ['--field', deb], { encoding: 'utf8' }).stdout;
  for (const name of ['libsecret-1-0', 'libnotify4', 'libuuid1', 'libatspi2.0-0t64 | libatspi2.0-0']) {
    expect(fields).toContain(` ${name},`);
  }
  mustRun('dpkg-deb', ['--extract', deb, folder]);
  const share = join(folder, 'usr/share');
  expect(readdirSync(join(share, 'icons/hicolor')).sort()).toEqual(
    ['128x128', '16x16', '24x24', '256x256', '32x32', '48x48', '512x512', '64x64', 'scalable'].sort(),
  );
  for (const size of readdirSync(join(share, 'icons/hicolor'))) {
    const apps = join(share, 'icons/hicolor', size, 'apps');
    const [name = ''] = readdirSync(apps);
    const picture = readFileSync(join(apps, name));
    if (size === 'scalable') expect(picture.toString()).toContain('<svg ');
    else expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(size);
  }
  const tools = ['appstreamcli', 'desktop-file-validate', 'lintian'];
  const lacking = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  test.skip(lacking.length > 0, `${lacking.join(', ')} not installed`);
  mustRun('desktop-file-validate', [join(share, 'applications/stowage.desktop')]);
  const metainfo = join(share, 'metainfo/app.stowage.desktop.metainfo.xml');
  mustRun('appstreamcli', ['validate', '--no-net', metainfo]);
  const asRoot = isRoot ? ['--allow-root'] : [];
  const objections = spawnSync('lintian', [...asRoot, '--fail-on=error,warning', deb], { encoding: 'utf8' });
  expect(objections.status, objections.stdout).toBe(0);
});

test('the archive, unpacked and started by an ordinary user', async ({ folder }) => {
  const archive = packageOf('.tar.gz');
  test.skip(archive === undefined, 'it was not made here');
  mustRun('tar', ['xzf', archive ?? '', '-C', folder, '--strip-components=1', '--one-top-level=app']);
  await playsItsTour(join(folder, 'app/stowage-desktop'), folder, isRoot ? 'nobody' : 'oneself', 'off');
  await movesAFile(join(folder, 'app/stowage'), folder);
});

test('the AppImage, which unpacks itself and starts', async ({ folder }) => {
  const image = packageOf('.AppImage');
  test.skip(image === undefined, 'it was not made here');
  mustRun(image ?? '', ['--appimage-extract'], folder);
  await playsItsTour(join(folder, 'squashfs-root/AppRun'), folder, isRoot ? 'root' : 'oneself', 'off');
  await movesAFile(join(folder, 'squashfs-root/AppRun'), folder, '--cli');
});

test('the npm package of the command line: installs without the registry, and moves a file', async ({ folder }) => {
  const tgz = packageOf('.tgz');
  test.skip(tgz === undefined, 'it was not made here');
  const options = ['--global', '--prefix', join(folder, 'prefix'), '--offline', '--no-audit', '--no-fund'];
  mustRun('npm', ['install', ...options, '--cache', join(folder, 'cache'), tgz ?? ''], folder);
  expect(existsSync(join(folder, 'prefix/share/man/man1/stowage.1'))).toBe(true);
  await movesAFile(join(folder, 'prefix/bin/stowage'), folder);
});

test('the fuses are as they were ordered', async () => {
  // The archive's checksum is off: Electron has none on Linux.
  expect(fusesIn(await readFile(join(applicationDir, 'stowage-desktop')))).toBe('010001');
});

test('the package is no Node, and takes no options of Node', async ({ folder }) => {
  const executable = join(applicationDir, 'stowage-desktop');
  const args = ['--no-sandbox', `--state-dir=${join(folder, 'state')}`];
  const asNode = spawnSync(executable, ['-e', 'process.stdout.write("ran as node")', ...args], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
    encoding: 'utf8',
    timeout: startLimitMs,
  });
  expect(asNode.stdout).not.toContain('ran as node');

  const reportPath = join(folder, 'told.cjs');
  writeFileSync(reportPath, 'process.stdout.write("loaded by option")');
  const withOptions = spawnSync(executable, ['--inspect=127.0.0.1:0', ...args], {
    env: { ...process.env, NODE_OPTIONS: `--require=${reportPath}`, DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
    encoding: 'utf8',
    timeout: startLimitMs,
  });
  expect(withOptions.stdout).not.toContain('loaded by option');
  expect(withOptions.stderr).not.toContain('Debugger listening');
});

test('the licences of everything it ships are in it', async () => {
  const licences = await readFile(join(applicationDir, 'resources/third-party-licences.txt'), 'utf8');
  for (const name of ['@azure/storage-blob', '@fontsource-variable/inter', 'azurite', 'react', 'recharts', 'zod']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d.*\\n\\n.+`, 'm'));
  }
  expect(licences).toContain('Permission is hereby granted');
  expect((await readFile(join(applicationDir, 'LICENSES.chromium.html'))).length).toBeGreaterThan(1_000_000);
});
