// Adds the command line to an application folder: its bundles, the Node that runs them, and a launcher named `stowage`.
// Electron cannot run them: the fuse that lets it act as Node is off, and it needs GTK and a display server's libraries,
// which a server lacks (docs/adr/0125).
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compileAhead } from '../build.mjs';
import { provideNatsServer } from '../nats-server.mjs';
import { linuxNode, provideNode, windowsNode } from '../node-release.mjs';
import { onPath, outDir } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { StepFailure } from '../steps.mjs';

const bundles = ['cli', 'main'];
/** What the command line loads of the app's main folder. */
const loaded = /^(?:transfer-worker(?:\..+)?|import-worker|preview-worker|emulator)\.js$/;

/**
 * Copies the bundles of the command line, which find each other by relative paths.
 * @param {string} target
 */
export async function copyCommandLine(target) {
  for (const part of bundles) {
    const folder = join(outDir, part);
    const isWanted = (path) => part === 'cli' || path === folder || loaded.test(basename(path));
    await cp(folder, join(target, part), {
      recursive: true,
      filter: (path) => !/\.(?:map|code)$/.test(path) && isWanted(path),
    });
  }
}

/**
 * @param {string} applicationDir
 * @param {NodeJS.Platform} platform linux or win32
 * @throws {StepFailure} where there is no Node for it
 */
export async function addCommandLine(applicationDir, platform) {
  const isWindows = platform === 'win32';
  const [node, licensed] = [await provideNode(isWindows ? windowsNode : linuxNode), await provideNode(linuxNode)];
  if ('missing' in node) throw unavailable(node.missing);
  if ('missing' in licensed) throw unavailable(licensed.missing);
  const target = join(applicationDir, 'resources/command-line');
  await mkdir(target, { recursive: true });
  await copyCommandLine(target);
  await makeLibrary(join(target, 'cli/stowage.js'));
  const executable = join(target, isWindows ? 'node.exe' : 'node');
  await copyFile(node.executable, executable);
  // The package for Windows holds no licence.
  await copyFile(licensed.licencePath, join(target, 'LICENSE.node.txt'));
  await addNatsServer(target, platform);
  if (isWindows) {
    // Windows looks for programs before scripts of the same name, and `Stowage.exe` is the window.
    await mkdir(join(applicationDir, 'bin'), { recursive: true });
    await writeFile(join(applicationDir, 'bin/stowage.cmd'), windowsLauncher.replaceAll('\n', '\r\n'));
    return;
  }
  await chmod(executable, 0o755);
  if (process.platform === platform) await compileAhead(join(target, 'cli'), executable);
  // Debugging symbols make up a seventh of it.
  if (onPath('strip')) {
    const { code, output } = await run('strip', ['--strip-all', executable], { limitMs: 60_000 });
    if (code !== 0) throw new Error(`strip: ${lastLines(output)}`);
  }
  await writeFile(join(applicationDir, 'stowage'), linuxLauncher);
  await chmod(join(applicationDir, 'stowage'), 0o755);
}

/** The launcher starts it with the Node beside it, and never the one that its first line names. */
async function makeLibrary(program) {
  await writeFile(program, (await readFile(program, 'utf8')).replace(/^#!.*\n/u, ''));
  await chmod(program, 0o644);
}

/** The server of `stowage hub`. Without it a hub needs one that is installed. */
async function addNatsServer(target, platform) {
  const server = await provideNatsServer(`${platform}-x64`);
  if ('missing' in server) return;
  const folder = join(target, 'nats-server');
  await mkdir(folder, { recursive: true });
  await copyFile(server.executable, join(folder, basename(server.executable)));
  await copyFile(server.licencePath, join(folder, basename(server.licencePath)));
  await chmod(join(folder, basename(server.executable)), 0o755);
}

const unavailable = (because) =>
  new StepFailure({ tried: 'adding the command line', because, todo: 'Run it again where the registry answers.' });

/** NODE_OPTIONS of a user's shell are meant for their own programs. */
const linuxLauncher = `#!/bin/sh
# The command line of Stowage. Without arguments it opens the window where there is a display.
home=$(dirname -- "$(readlink -f -- "$0")")
if [ "$#" -eq 0 ] && [ -n "\${DISPLAY-}\${WAYLAND_DISPLAY-}" ]; then
  exec "$home/stowage-desktop"
fi
unset NODE_OPTIONS
exec "$home/resources/command-line/node" "$home/resources/command-line/cli/stowage.js" "$@"
`;

const windowsLauncher = `@echo off
rem The command line of Stowage.
setlocal
set NODE_OPTIONS=
rem What cmd.exe was given: an address without quotes ends at its first "&".
set "STOWAGE_COMMAND_LINE=%CMDCMDLINE:"=%"
"%~dp0..\\resources\\command-line\\node.exe" "%~dp0..\\resources\\command-line\\cli\\stowage.js" %*
`;

/**
 * What the built command line prints.
 * @param {readonly string[]} args
 */
export async function printedByCommandLine(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(outDir, 'cli/stowage.js'), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`stowage ${args.join(' ')}: ${stderr}`);
  return stdout;
}
