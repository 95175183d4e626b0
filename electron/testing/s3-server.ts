// A real S3 server for tests: moto, which set-up installs, started on a free loopback port and ended with the tests. It
// checks signatures, names, conditions and the sizes of parts. STOWAGE_TEST_S3 names another server that is running, as
// JSON with its `origin`, `accessKeyId` and `secretAccessKey`: the same tests then run there.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AccountDescriptor } from '../engine/azure/account';
import { S3Signer } from '../engine/s3/s3-signer';

const folder = join(process.cwd(), '.runtime/s3-server');
const python = process.platform === 'win32' ? 'python' : 'python3';

const another = process.env.STOWAGE_TEST_S3 ?? '';
/** Set-up installs it only where there is Python. */
export const hasS3Server = another !== '' || existsSync(join(folder, '.stowage-requirements'));

export interface RunningS3 {
  readonly origin: string;
  /** A descriptor with the keys of a user who may do everything; `origin` replaces where it points. */
  descriptor(origin?: string): AccountDescriptor;
  /** Keys that are valid with their token only; null of another server than moto. */
  readonly session: z.infer<typeof sessionKeys> | null;
  /** A request that Stowage never makes. Throws unless it succeeds. */
  send(method: string, path: string, query: Readonly<Record<string, string>>, body?: string): Promise<string>;
  stop(): Promise<void>;
}

const keyPair = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
const sessionKeys = keyPair.extend({ sessionToken: z.string() });
const started = keyPair.extend({ port: z.number(), session: sessionKeys });
const running = keyPair.extend({ origin: z.string() });

export async function startS3Server(): Promise<RunningS3> {
  if (another !== '') return reachedBy(running.parse(JSON.parse(another)), null, () => Promise.resolve());
  const program = join(process.cwd(), 'scripts/s3-server/server.py');
  const child = spawn(python, [program, folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  const { port, session, ...keys } = started.parse(JSON.parse(await firstLineOf(child)));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return reachedBy({ origin: `http://127.0.0.1:${port}`, ...keys }, session, stop);
}

function reachedBy(
  { origin: ownOrigin, ...keys }: z.infer<typeof running>,
  session: RunningS3['session'],
  stop: () => Promise<void>,
): RunningS3 {
  const credential = { kind: 's3', ...keys, sessionToken: '', region: 'us-east-1', pathStyle: true } as const;
  const { host, protocol } = new URL(ownOrigin);
  return {
    origin: ownOrigin,
    session,
    descriptor: (origin = ownOrigin) => ({
      connectionId: 's3',
      accountName: new URL(origin).host,
      endpoints: { blob: origin },
      credential,
    }),
    send: async (method, path, query, body = '') => {
      const request = { method, protocol, host, path, query, headers: {}, body: Buffer.from(body) };
      const headers = await new S3Signer(credential).headers(request, Date.now());
      const address = `${ownOrigin}${path}?${new URLSearchParams(query).toString()}`;
      const response = await fetch(address, { method, headers, ...(body === '' ? {} : { body }) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text;
    },
    stop,
  };
}

function firstLineOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [out, errors] = ['', ''];
    child.stdout?.on('data', (piece: Buffer) => {
      out += piece.toString();
      if (out.includes('\n')) resolve(out);
    });
    child.stderr?.on('data', (piece: Buffer) => {
      errors += piece.toString();
    });
    child.once('exit', () => reject(new Error(`The S3 server ended before it listened: ${errors}`)));
  });
}
