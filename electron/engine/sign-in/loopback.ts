// Receives the browser's response after signing in: a server on this machine for one response, on 127.0.0.1 and ::1
// with the same port. Only a request with the expected state counts; all others get 404 and change nothing.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StowageError, cancelled } from '@shared/errors';
import { t } from '@shared/strings/t';

/** Nobody has agreed to the app yet; some tenants let only an administrator. Source: Microsoft Entra error codes. */
export const consentCodes: ReadonlySet<string> = new Set([
  ...['AADSTS65001', 'AADSTS90094', 'AADSTS90095', 'AADSTS900941', 'AADSTS900981'],
]);

/** Signing in with a second factor takes minutes; after this the user is gone. */
const signInTimeoutMs = 5 * 60_000;

export interface LoopbackAnswer {
  readonly code: string;
}

export interface Loopback {
  /** To be registered as `http://localhost` for public clients, which allows any port. */
  readonly redirectUri: string;
  /**
   * Resolves with the code.
   * @throws StowageError `auth.sign-in-failed` with the error of the authority, `network.timeout` after `timeoutMs`,
   *   `cancelled.by-user`
   */
  readonly answer: Promise<LoopbackAnswer>;
  close(): void;
}

export interface LoopbackOptions {
  /** Random; only a response that repeats it is ours. */
  readonly state: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

export async function openLoopback(options: LoopbackOptions): Promise<Loopback> {
  const { state, signal, timeoutMs = signInTimeoutMs } = options;
  if (signal.aborted) throw cancelled();
  let resolve!: (answer: LoopbackAnswer) => void;
  let reject!: (error: StowageError) => void;
  const promise = new Promise<LoopbackAnswer>((onAnswer, onError) => {
    resolve = onAnswer;
    reject = onError;
  });
  // No caller may be waiting yet when it fails.
  promise.catch(() => undefined);

  const handle: Parameters<typeof createServer>[1] = (request, response) => {
    const parameters = parametersOf(request.url ?? '');
    response.setHeader('connection', 'close');
    response.setHeader('cache-control', 'no-store');
    if (request.method !== 'GET' || parameters.get('state') !== state) {
      response.writeHead(404).end();
      return;
    }
    const error = parameters.get('error');
    const code = parameters.get('code');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.setHeader('referrer-policy', 'no-referrer');
    response.writeHead(200).end(pageAfter(error), () => {
      if (error === null && code !== null) resolve({ code });
      else reject(declined(error ?? 'no-code', parameters.get('error_description') ?? ''));
    });
  };

  const servers = await listenOnBoth(handle);
  const { port } = servers[0]?.address() as AddressInfo;
  const timer = setTimeout(
    () => reject(new StowageError('network.timeout', 'Nobody finished signing in.', { context: { after: timeoutMs } })),
    timeoutMs,
  );
  const onAbort = (): void => reject(cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  const close = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    for (const server of servers) server.close();
  };
  promise.then(close, close);
  return { redirectUri: `http://localhost:${port}`, answer: promise, close: () => reject(cancelled()) };
}

/** Of any request target, also one that is no address, such as `//`. */
function parametersOf(target: string): URLSearchParams {
  const at = target.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : target.slice(at + 1).split('#')[0]);
}

function declined(error: string, description: string): StowageError {
  const detail = description.split(/\r?\n/u)[0]?.slice(0, 400) ?? '';
  const aadCode = /AADSTS\d+/u.exec(description)?.[0];
  return new StowageError('auth.sign-in-failed', `The authority answered ${error}.`, {
    context: {
      error,
      detail,
      ...(aadCode === undefined ? {} : { aadCode }),
      // The user may not agree for themselves, or did not want to.
      ...(aadCode !== undefined && consentCodes.has(aadCode) ? { lacks: 'consent' } : {}),
      ...(aadCode === 'AADSTS65004' ? { lacks: 'own-consent' } : {}),
    },
  });
}

/** The browser may resolve localhost to either address. A machine without IPv6 gets along with one. */
async function listenOnBoth(handle: NonNullable<Parameters<typeof createServer>[1]>): Promise<readonly Server[]> {
  const first = createServer(handle);
  await listen(first, 0, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  const second = createServer(handle);
  try {
    await listen(second, port, '::1');
    return [first, second];
  } catch {
    return [first];
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Without script, and without anything from elsewhere. */
function pageAfter(error: string | null): string {
  const title = error === null ? t`Signed in` : t`Not signed in`;
  const text = error === null ? t`You can close this page and return to Stowage.` : t`Return to Stowage to see why.`;
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>body{font:16px system-ui;margin:20vh auto;max-width:28em;text-align:center}</style><h1>${title}</h1><p>${text}</p>`;
}
