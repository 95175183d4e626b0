// Signs requests to S3 with the signer of Amazon's SDK, and makes presigned addresses. Anonymous requests are not signed.
import { type Hash, createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Credential } from '../azure/account';

export type S3Credential = Extract<Credential, { readonly kind: 's3' }>;

/** A request before it is signed. `query`: decoded values. */
export interface UnsignedRequest {
  readonly method: string;
  readonly protocol: string;
  /** With its port, unless it is that of the protocol. */
  readonly host: string;
  /** Encoded as it is sent. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export class S3Signer {
  readonly #signer: SignatureV4 | null;

  constructor({ accessKeyId, secretAccessKey, sessionToken, region }: S3Credential) {
    const session = sessionToken === '' ? {} : { sessionToken };
    this.#signer =
      accessKeyId === ''
        ? null
        : new SignatureV4({
            service: 's3',
            region,
            credentials: { accessKeyId, secretAccessKey, ...session },
            sha256: Sha256,
            // The path is sent as it is encoded here.
            uriEscapePath: false,
            applyChecksum: true,
          });
  }

  /** The headers to send. `nowMs` is wall time. */
  async headers(request: UnsignedRequest, nowMs: number): Promise<Record<string, string>> {
    if (this.#signer === null) return { ...request.headers };
    // Encrypted on the way, a body is protected already, and its MD5 is signed.
    const hash = request.protocol === 'https:' ? 'UNSIGNED-PAYLOAD' : sha256Of(request.body);
    const signed = await this.#signer.sign(requestFor(request, { 'x-amz-content-sha256': hash }), {
      signingDate: new Date(nowMs),
    });
    // The client sends it itself.
    const { host: _host, ...headers } = signed.headers;
    return headers;
  }

  /** The address under which anybody may read the object for a while; as it is for public objects. */
  async presigned(request: UnsignedRequest, forSeconds: number, nowMs: number): Promise<string> {
    const address = `${request.protocol}//${request.host}${request.path}`;
    if (this.#signer === null) return address;
    // Who uses it sends no body, and S3 expects it to say so.
    const unsigned = requestFor(request, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
    const { query = {} } = await this.#signer.presign(unsigned, {
      expiresIn: forSeconds,
      signingDate: new Date(nowMs),
    });
    const parameters = Object.entries(query).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
    );
    return `${address}?${parameters.join('&')}`;
  }
}

function requestFor(request: UnsignedRequest, more: Readonly<Record<string, string>>) {
  const { method, protocol, host, path, query, headers } = request;
  const [hostname = host, port] = host.split(/:(?=\d+$)/u);
  return {
    method,
    protocol,
    hostname,
    ...(port === undefined ? {} : { port: Number(port) }),
    path,
    query: { ...query },
    headers: { ...headers, host, ...more },
  };
}

function sha256Of(body: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}

/** The hash of Node in the form that the signer wants. */
class Sha256 {
  readonly #hash: Hash | ReturnType<typeof createHmac>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    // The signer makes a new one for each message.
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): string | Uint8Array {
  if (typeof data === 'string') return data;
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
