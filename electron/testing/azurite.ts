// A real Azurite for tests: started on free loopback ports with its own temporary folder, stopped with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionString } from './local-servers';
import type { AccountDescriptor } from '../engine/azure/account';
import { testCertificate, testCertificateKey } from './tls-certificate';

/** The emulator's published account: no secret, the same everywhere. */
export const emulatorAccountName = 'devstoreaccount1';
export const emulatorAccountKey =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export interface AzuriteOptions {
  /** Azurite rejects newer `x-ms-version` values than it knows when `checked`; default `any`. */
  readonly serviceVersions?: 'any' | 'checked';
  /** `memory`, or a temporary folder that is removed at the end; default `memory`. */
  readonly store?: 'memory' | 'disk';
  /** Runs the app's own built store instead of the package. */
  readonly program?: string;
  /** Over https, with the certificate of `tls-certificate.ts`, and takes access tokens besides keys. */
  readonly oauth?: true;
  /** An account with a separate key, or two, instead of the published one. */
  readonly account?: { readonly name: string; readonly key: string; readonly secondary?: string };
}

export interface RunningAzurite {
  /** Without account: `http://127.0.0.1:PORT`. */
  readonly blobOrigin: string;
  readonly tableOrigin: string;
  /** With the account in the path, without trailing slash. */
  readonly blobEndpoint: string;
  readonly tableEndpoint: string;
  readonly connectionString: string;
  /** A descriptor with the account key; `origins` replaces where it points, for a proxy in between. */
  descriptor(origins?: { readonly blob?: string; readonly table?: string }): AccountDescriptor;
  stop(): Promise<void>;
}

const startupMs = 60_000;

/** Resolves once both the blob and the table service listen. */
export async function startAzurite(options: AzuriteOptions = {}): Promise<RunningAzurite> {
  // Relative to the folder that the tests run in, because this file is loaded both as an ES module and as CommonJS.
  const fromProject = createRequire(join(process.cwd(), 'package.json'));
  const program = options.program ?? join(fromProject.resolve('azurite/package.json'), '../dist/src/azurite.js');
  // Azurite writes to its working folder even when its data is in memory, so it gets a folder of ours.
  const folder = await mkdtemp(join(tmpdir(), 'stowage-azurite-'));
  const args = ['--blobPort', '0', '--queuePort', '0', '--tablePort', '0', '--disableTelemetry', '--silent'];
  args.push(...(options.store === 'disk' ? ['--location', folder] : ['--inMemoryPersistence']));
  if (options.oauth === true) {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await writeFile(cert, testCertificate);
    await writeFile(key, testCertificateKey);
    args.push('--oauth', 'basic', '--cert', cert, '--key', key);
  }
  if (options.serviceVersions !== 'checked') args.push('--skipApiVersionCheck');
  const account = options.account ?? { name: emulatorAccountName, key: emulatorAccountKey };
  const keys = [account.key, ...(options.account?.secondary === undefined ? [] : [options.account.secondary])];
  const endWithParent = join(process.cwd(), 'electron/testing/end-with-parent.cjs');
  const child = spawn(process.execPath, ['--require', endWithParent, program, ...args], {
    cwd: folder,
    env: { ...process.env, AZURITE_ACCOUNTS: [account.name, ...keys].join(':'), STOWAGE_OWN_FOLDER: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    await stopped(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const ports = await listening(child);
    const protocol = options.oauth === true ? 'https' : 'http';
    const blobOrigin = `${protocol}://127.0.0.1:${ports.blob}`;
    const tableOrigin = `${protocol}://127.0.0.1:${ports.table}`;
    const blobEndpoint = `${blobOrigin}/${account.name}`;
    const tableEndpoint = `${tableOrigin}/${account.name}`;
    return {
      blobOrigin,
      tableOrigin,
      blobEndpoint,
      tableEndpoint,
      connectionString: connectionString({
        accountName: account.name,
        accountKey: account.key,
        blobOrigin,
        tableOrigin,
      }),
      descriptor: (origins = {}) => ({
        connectionId: 'test',
        accountName: account.name,
        endpoints: {
          blob: `${origins.blob ?? blobOrigin}/${account.name}`,
          table: `${origins.table ?? tableOrigin}/${account.name}`,
        },
        credential: { kind: 'key', accountName: account.name, accountKey: account.key },
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listening(child: ChildProcess): Promise<{ readonly blob: number; readonly table: number }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`Azurite did not start in time: ${output}`)), startupMs);
    const port = (service: string): number | undefined => {
      const match = new RegExp(`${service} service is successfully listening at https?://127\\.0\\.0\\.1:(\\d+)`).exec(
        output,
      );
      return match === null ? undefined : Number(match[1]);
    };
    const read = (piece: Buffer): void => {
      output += piece.toString();
      const blob = port('Blob');
      const table = port('Table');
      if (blob === undefined || table === undefined) return;
      clearTimeout(timer);
      child.stdout?.off('data', read).resume();
      child.stderr?.off('data', read).resume();
      resolve({ blob, table });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`Azurite ended before it listened: ${output}`));
    });
  });
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
