import { describe, expect, it } from 'vitest';
import {
  type AsyncSafeStorage,
  type SyncSafeStorage,
  type PageAnswer,
  mainFrameAddress,
  secretCipher,
  serveScheme,
} from './compat';

const mirror = (text: string): string => [...text].reverse().join('');
const syncStorage = (available: boolean, backend?: string): SyncSafeStorage => ({
  isEncryptionAvailable: () => available,
  encryptString: (text) => Buffer.from(mirror(text)),
  decryptString: (bytes) => mirror(bytes.toString()),
  ...(backend ? { getSelectedStorageBackend: () => backend } : {}),
});
const asyncStorage = (available: boolean, backend?: string): AsyncSafeStorage => ({
  isAsyncEncryptionAvailable: async () => available,
  encryptStringAsync: async (text) => Buffer.from(mirror(text)),
  decryptStringAsync: async (bytes) => ({ result: mirror(bytes.toString()), shouldReEncrypt: false }),
  ...(backend ? { getSelectedStorageBackend: () => backend } : {}),
});

describe.each([
  ['synchronous', syncStorage],
  ['asynchronous', asyncStorage],
])('secrets with the %s safeStorage', (_name, storage) => {
  it('encrypts and decrypts', async () => {
    const cipher = secretCipher(storage(true), 'darwin');
    const encrypted = await cipher.encrypt('abc');
    expect(encrypted.toString()).toBe('cba');
    expect(await cipher.decrypt(encrypted)).toEqual({ text: 'abc', key: 'current' });
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

describe('secrets when safeStorage fails', () => {
  const fail = (): never => {
    throw new Error('no key');
  };
  const reject = (): Promise<never> => Promise.reject(new Error('no key'));

  it.each<[string, SyncSafeStorage | AsyncSafeStorage]>([
    ['throws', { ...syncStorage(true), encryptString: fail, decryptString: fail }],
    ['rejects', { ...asyncStorage(true), encryptStringAsync: reject, decryptStringAsync: reject }],
  ])('rejects when it %s', async (_how, storage) => {
    const cipher = secretCipher(storage, 'darwin');
    await expect(cipher.encrypt('abc')).rejects.toThrow('no key');
    await expect(cipher.decrypt(Buffer.from('cba'))).rejects.toThrow('no key');
  });

  it('is unavailable when the query for it rejects', async () => {
    const storage = { ...asyncStorage(true), isAsyncEncryptionAvailable: reject };
    expect(await secretCipher(storage, 'darwin').available()).toBe(false);
  });

  it('reports an outdated key', async () => {
    const storage: AsyncSafeStorage = {
      ...asyncStorage(true),
      decryptStringAsync: async () => ({ result: 'abc', shouldReEncrypt: true }),
    };
    expect(await secretCipher(storage, 'darwin').decrypt(Buffer.from('x'))).toEqual({ text: 'abc', key: 'outdated' });
  });
});

describe('the sender’s frame', () => {
  const disposed = {
    get url(): never {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
    get parent(): never {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };

  it.each([
    ['a main frame', { url: 'app://stowage/', parent: null }, 'app://stowage/'],
    ['a frame inside the page', { url: 'app://stowage/', parent: {} }, null],
    ['a frame that is gone', null, null],
    [
      'a main frame that is disposed',
      {
        parent: null,
        get url() {
          return disposed.url;
        },
      },
      null,
    ],
    ['a frame that is disposed', disposed, null],
  ])('has an address only while it is a main frame that exists: %s', (_name, senderFrame, address) => {
    expect(mainFrameAddress({ senderFrame })).toBe(address);
  });
});

describe('serving a scheme', () => {
  const answers: Readonly<Record<string, PageAnswer>> = {
    'app://stowage/': { status: 200, headers: { 'Content-Type': 'text/html' }, body: Buffer.from('<p>') },
    'app://stowage/x': { status: 404, headers: { 'X-Content-Type-Options': 'nosniff' }, body: Buffer.alloc(0) },
  };
  const answer = async (address: string): Promise<PageAnswer> => answers[address] as PageAnswer;

  it.each(Object.keys(answers))('hands over %s in buffers, without anything of fetch', async (url) => {
    const served = await new Promise((resolve) => {
      const registerBufferProtocol = (
        _scheme: string,
        handler: (request: { url: string }, callback: (response: object) => void) => void,
      ): boolean => (handler({ url }, resolve), true);
      serveScheme({ registerBufferProtocol }, 'app', answer);
    });
    expect(served).toEqual({
      statusCode: answers[url]?.status,
      headers: answers[url]?.headers,
      data: answers[url]?.body,
    });
  });

  it.each(Object.keys(answers))('answers %s with a response where buffers are deprecated', async (url) => {
    const response = await new Promise<Response>((resolve) => {
      const handle = (_scheme: string, handler: (request: { url: string }) => Promise<Response>): void =>
        void handler({ url }).then(resolve);
      serveScheme({ registerSource: () => undefined, handle }, 'app', answer);
    });
    expect(response.status).toBe(answers[url]?.status);
    expect(await response.text()).toBe(answers[url]?.body.toString());
    expect(Object.fromEntries(response.headers)).toMatchObject(
      Object.fromEntries(Object.entries(answers[url]?.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text])),
    );
  });
});
