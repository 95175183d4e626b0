import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  type AsyncSafeStorage,
  type HandlingStreams,
  type SchemeHandler,
  type StreamSchemeHandler,
  type SyncSafeStorage,
  guardNavigation,
  mainFrameAddress,
  refuseDisplayCapture,
  secretCipher,
  serveScheme,
  serveStreams,
} from './compat';

const page: SchemeHandler = async (url) => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: Buffer.from(`page of ${url}`),
});
const broken: SchemeHandler = () => Promise.reject(new Error('disk'));

describe('serving the app’s scheme', () => {
  it('uses protocol.handle where there is one', async () => {
    let handler: ((request: { url: string }) => Promise<Response>) | undefined;
    serveScheme({ handle: (scheme, given) => void (handler = scheme === 'app' ? given : undefined) }, 'app', page);
    const response = await handler!({ url: 'app://x/y' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('page of app://x/y');
  });

  it('registers a buffer protocol where there is none, and answers 500 when the handler fails', async () => {
    const answer = (handler: SchemeHandler): Promise<{ statusCode: number; data: Buffer }> =>
      new Promise((resolve) =>
        serveScheme(
          {
            registerBufferProtocol: (scheme, given) => {
              expect(scheme).toBe('app');
              given({ url: 'app://x/y' }, resolve);
              return true;
            },
          },
          'app',
          handler,
        ),
      );
    const found = await answer(page);
    expect(found).toMatchObject({ statusCode: 200, headers: { 'Content-Type': 'text/plain' } });
    expect(found.data.toString()).toBe('page of app://x/y');
    expect((await answer(broken)).statusCode).toBe(500);
  });
});

describe('serving a scheme by streams', () => {
  const film: StreamSchemeHandler = ({ url, range }) => ({
    status: 206,
    headers: { 'Content-Type': 'video/webm' },
    body: Readable.from([Buffer.from(`${url} `), Buffer.from(range ?? 'whole')]),
  });

  it('uses protocol.handle where there is one', async () => {
    let handler: Parameters<HandlingStreams['handle']>[1] | undefined;
    serveStreams({ handle: (scheme, given) => void (handler = scheme === 'film' ? given : undefined) }, 'film', film);
    const response = handler!({ url: 'film://x/', headers: new Headers({ Range: 'bytes=0-' }) });
    expect([response.status, response.headers.get('content-type')]).toEqual([206, 'video/webm']);
    expect(await response.text()).toBe('film://x/ bytes=0-');
  });

  it('registers a stream protocol where there is none', async () => {
    const answer = (headers: Record<string, string>): Promise<{ statusCode: number; data: Readable }> =>
      new Promise((resolve) =>
        serveStreams(
          {
            registerStreamProtocol: (_scheme, given) => {
              given({ url: 'film://x/', headers }, resolve);
              return true;
            },
          },
          'film',
          film,
        ),
      );
    const found = await answer({ Range: 'bytes=5-' });
    expect(found.statusCode).toBe(206);
    expect(Buffer.concat(await found.data.toArray()).toString()).toBe('film://x/ bytes=5-');
    expect(Buffer.concat(await (await answer({})).data.toArray()).toString()).toBe('film://x/ whole');
  });
});

const mirror = (text: string): string => [...text].reverse().join('');
const oldStorage = (available: boolean, backend?: string): SyncSafeStorage => ({
  isEncryptionAvailable: () => available,
  encryptString: (text) => Buffer.from(mirror(text)),
  decryptString: (bytes) => mirror(bytes.toString()),
  ...(backend ? { getSelectedStorageBackend: () => backend } : {}),
});
const newStorage = (available: boolean, backend?: string): AsyncSafeStorage => ({
  isAsyncEncryptionAvailable: async () => available,
  encryptStringAsync: async (text) => Buffer.from(mirror(text)),
  decryptStringAsync: async (bytes) => ({ result: mirror(bytes.toString()) }),
  ...(backend ? { getSelectedStorageBackend: () => backend } : {}),
});

describe.each([
  ['synchronous', oldStorage],
  ['asynchronous', newStorage],
])('secrets with the %s safeStorage', (_name, storage) => {
  it('encrypts and decrypts', async () => {
    const cipher = secretCipher(storage(true), 'darwin');
    const encrypted = await cipher.encrypt('abc');
    expect(encrypted.toString()).toBe('cba');
    expect(await cipher.decrypt(encrypted)).toBe('abc');
  });

  it.each([
    ['linux', true, undefined, true],
    ['linux', true, 'gnome_libsecret', true],
    ['linux', true, 'basic_text', false],
    ['linux', false, 'gnome_libsecret', false],
    ['darwin', true, undefined, true],
    ['win32', false, undefined, false],
  ] as const)('on %s, offered %s by %s: available is %s', async (platform, offered, backend, expected) => {
    expect(await secretCipher(storage(offered, backend), platform).available()).toBe(expected);
  });
});

describe('guarding navigation', () => {
  type Listener = (event: { preventDefault(): void; url?: string }, url?: string) => void;
  const guarded = (): Map<string, Listener> => {
    const listeners = new Map<string, Listener>();
    guardNavigation({ on: (event, listener) => listeners.set(event, listener) }, (url) => url === 'app://ok/');
    return listeners;
  };
  const prevented = (listener: Listener, inEvent?: string, asArgument?: string): boolean => {
    let stopped = false;
    listener({ preventDefault: () => (stopped = true), ...(inEvent ? { url: inEvent } : {}) }, asArgument);
    return stopped;
  };

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s is stopped in both forms', (event) => {
    const listener = guarded().get(event)!;
    expect(prevented(listener, 'https://elsewhere/')).toBe(true);
    expect(prevented(listener, undefined, 'https://elsewhere/')).toBe(true);
    expect(prevented(listener)).toBe(true);
    expect(prevented(listener, 'app://ok/')).toBe(false);
    expect(prevented(listener, undefined, 'app://ok/')).toBe(false);
  });
});

describe('the sender’s frame', () => {
  it('is known only while it is a main frame that exists', () => {
    expect(mainFrameAddress({ senderFrame: { url: 'app://stowage/', parent: null } })).toBe('app://stowage/');
    expect(mainFrameAddress({ senderFrame: { url: 'app://stowage/', parent: {} } })).toBeNull();
    expect(mainFrameAddress({ senderFrame: null })).toBeNull();
    expect(mainFrameAddress({})).toBeNull();
  });
});

describe('screen capture', () => {
  it('is answered with nothing where it is asked, and is no matter where it is not', () => {
    const answers: unknown[] = [];
    refuseDisplayCapture({
      setDisplayMediaRequestHandler: (handler) => handler({}, (streams) => answers.push(streams)),
    });
    refuseDisplayCapture({});
    expect(answers).toEqual([null]);
  });
});
