// A real S3 server for tests: moto, which set-up installs, started on a free loopback port and ended with the tests. It
// checks signatures, names, conditions and the sizes of parts.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountDescriptor } from '../engine/azure/account';

const folder = join(process.cwd(), '.runtime/s3-server');
const python = process.platform === 'win32' ? 'python' : 'python3';

/** Set-up installs it only where there is Python. */
export const hasS3Server = existsSync(join(folder, '.stowage-requirements'));

export interface RunningS3 {
  readonly origin: string;
  /** A descriptor with the keys of a user who may do everything; `origin` replaces where it points. */
  descriptor(origin?: string): AccountDescriptor;
  stop(): Promise<void>;
}

interface Printed {
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export async function startS3Server(): Promise<RunningS3> {
  const program = join(process.cwd(), 'scripts/s3-server/server.py');
  const child = spawn(python, [program, folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  const { port, accessKeyId, secretAccessKey } = await printed(child);
  const ownOrigin = `http://127.0.0.1:${port}`;
  return {
    origin: ownOrigin,
    descriptor: (origin = ownOrigin) => ({
      connectionId: 's3',
      accountName: new URL(origin).host,
      endpoints: { blob: origin },
      credential: { kind: 's3', accessKeyId, secretAccessKey, sessionToken: '', region: 'us-east-1', pathStyle: true },
    }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function printed(child: ChildProcess): Promise<Printed> {
  return new Promise((resolve, reject) => {
    let [out, errors] = ['', ''];
    child.stdout?.on('data', (piece: Buffer) => {
      out += piece.toString();
      if (out.includes('\n')) resolve(JSON.parse(out) as Printed);
    });
    child.stderr?.on('data', (piece: Buffer) => {
      errors += piece.toString();
    });
    child.once('exit', () => reject(new Error(`The S3 server ended before it listened: ${errors}`)));
  });
}
