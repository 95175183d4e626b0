// A null server that is already running on this machine: any server with the blob protocol that stores nothing and
// accepts everybody. A faster one than ours shows more of the clients. It is filled before the measurement.
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { emulatorAccountKey, emulatorAccountName } from '../../electron/testing/azurite';
import { bigBlob, blobNameOf, container, type Sizes } from './task';
import { inParallel } from './work/work';

export interface RunningServer {
  /** `http://127.0.0.1:21010/devstoreaccount1`. */
  readonly endpoint: string;
  /** PEM; the certificate of an https endpoint. */
  readonly certificate: string | null;
}

interface Call {
  readonly method: 'PUT' | 'GET';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

const blockBytes = 8 * 2 ** 20;

/** Its contents are zeros; `md5` returns what the service would store for that many zeros, base64. */
export async function fillRunningServer(
  { endpoint, certificate }: RunningServer,
  sizes: Sizes,
  md5: (bytes: number) => string,
) {
  const isTls = endpoint.startsWith('https:');
  const agent = isTls
    ? new TlsAgent({ keepAlive: true, ...(certificate === null ? {} : { ca: certificate }) })
    : new PlainAgent({ keepAlive: true });
  const send = ({ method, url, headers = {}, body = '' }: Call): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = (isTls ? tlsRequest : plainRequest)(url, { method, agent, headers }, (reply) => {
        const pieces: Buffer[] = [];
        reply.on('data', (piece: Buffer) => pieces.push(piece));
        reply.on('end', () => {
          if ((reply.statusCode ?? 500) < 300) resolve(Buffer.concat(pieces).toString('utf8'));
          else reject(new Error(`${method} ${url}: ${String(reply.statusCode)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const put = (path: string, headers: Readonly<Record<string, string>>, body: Buffer | string): Promise<string> =>
    send({ method: 'PUT', url: `${endpoint}/${container}${path}`, headers, body });

  await put('?restype=container', {}, '');
  const small = Buffer.alloc(sizes.manyFileBytes);
  const smallHeaders = { 'x-ms-blob-type': 'BlockBlob', 'x-ms-blob-content-md5': md5(sizes.manyFileBytes) };
  await inParallel(sizes.manyFiles, 8, async (index) => {
    await put(`/${blobNameOf(index)}`, smallHeaders, small);
  });
  const ids = Array.from({ length: Math.ceil(sizes.fileBytes / blockBytes) }, (_, index) =>
    Buffer.from(String(index).padStart(6, '0')).toString('base64'),
  );
  const block = Buffer.alloc(blockBytes);
  await inParallel(ids.length, 4, async (index) => {
    const bytes = Math.min(blockBytes, sizes.fileBytes - index * blockBytes);
    const id = encodeURIComponent(ids[index] ?? '');
    await put(`/${bigBlob}?comp=block&blockid=${id}`, {}, block.subarray(0, bytes));
  });
  const list = ids.map((id) => `<Latest>${id}</Latest>`).join('');
  await put(
    `/${bigBlob}?comp=blocklist`,
    { 'x-ms-blob-content-md5': md5(sizes.fileBytes) },
    `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
  );

  const { origin } = new URL(endpoint);
  const connectionString = [
    `DefaultEndpointsProtocol=${isTls ? 'https' : 'http'}`,
    `AccountName=${emulatorAccountName}`,
    `AccountKey=${emulatorAccountKey}`,
    `BlobEndpoint=${endpoint}`,
  ].join(';');
  return {
    connectionString,
    tableEndpoint: '',
    /** Servers that count requests report them under `/__stats`, in seconds. */
    activeMs: async (): Promise<number | null> => {
      const text = await send({ method: 'GET', url: `${origin}/__stats` }).catch(() => '');
      const seconds = /"active_s":\s*([0-9.]+)/u.exec(text)?.[1];
      return seconds === undefined ? null : Number(seconds) * 1000;
    },
    reset: async (): Promise<void> => {
      await send({ method: 'GET', url: `${origin}/__reset` }).catch(() => '');
    },
    stop: (): Promise<void> => {
      agent.destroy();
      return Promise.resolve();
    },
  };
}
