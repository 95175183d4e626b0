// The differences between the oldest and the newest Electron that the app supports, 33 and 45. The Electron objects are
// parameters, so that tests can run every branch anywhere.

/** Encrypts with a key that the operating system stores. */
export interface SecretCipher {
  /** False where the system offers no real protection; then nothing may be written. Never rejects. */
  available(): Promise<boolean>;
  /** Rejects when the system fails to encrypt, for example because the user denied access to the keychain. */
  encrypt(text: string): Promise<Buffer>;
  /** Rejects when the encryption key is no longer available. */
  decrypt(encrypted: Buffer): Promise<DecryptedSecret>;
}

export interface DecryptedSecret {
  readonly text: string;
  /** `outdated`: the system has a newer key, so the secret should be encrypted again. */
  readonly key: 'current' | 'outdated';
}

/** `safeStorage` until Electron 45. */
export interface SyncSafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
  /** Only on Linux. */
  getSelectedStorageBackend?(): string;
}
/** `safeStorage` since Electron 42. */
export interface AsyncSafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt?: boolean }>;
  getSelectedStorageBackend?(): string;
}

/** The cipher of this Electron. On Linux a `basic_text` backend hides a constant key: that counts as none. */
export function secretCipher(safeStorage: SyncSafeStorage | AsyncSafeStorage, platform: NodeJS.Platform): SecretCipher {
  const protectedBySystem = (): boolean =>
    platform !== 'linux' || safeStorage.getSelectedStorageBackend?.() !== 'basic_text';
  if ('encryptStringAsync' in safeStorage) {
    return {
      available: async () => (await safeStorage.isAsyncEncryptionAvailable().catch(() => false)) && protectedBySystem(),
      encrypt: (text) => safeStorage.encryptStringAsync(text),
      decrypt: async (encrypted) => {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
        return { text: result, key: shouldReEncrypt === true ? 'outdated' : 'current' };
      },
    };
  }
  return {
    available: async () => safeStorage.isEncryptionAvailable() && protectedBySystem(),
    encrypt: async (text) => safeStorage.encryptString(text),
    decrypt: async (encrypted) => ({ text: safeStorage.decryptString(encrypted), key: 'current' }),
  };
}

/** The frame that sent an ipc message. Its properties throw once it is disposed. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}
export interface FramedEvent {
  /** Null since Electron 34 when the frame is gone or has navigated before main accessed it. */
  readonly senderFrame: SenderFrame | null;
}

/** Address of the sender when it is a main frame that still exists; null otherwise. */
export function mainFrameAddress(event: FramedEvent): string | null {
  try {
    const frame = event.senderFrame;
    return frame?.parent === null ? frame.url : null;
  } catch {
    return null;
  }
}

/** What a request for a file of the page is answered with. */
export interface PageAnswer {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** `protocol` until Electron 44. */
export interface BufferProtocol {
  registerBufferProtocol(
    scheme: string,
    handler: (
      request: { readonly url: string },
      callback: (response: { statusCode: number; headers: Record<string, string>; data: Buffer }) => void,
    ) => void,
  ): boolean;
}
/** `protocol` since Electron 45, where buffers are deprecated. */
export interface SourceProtocol {
  registerSource: unknown;
  handle(scheme: string, handler: (request: { readonly url: string }) => Promise<Response>): void;
}

/**
 * Serves a scheme. Where possible without `Request` and `Response`, with which Node loads all of its `fetch`: that took
 * a tenth of main's processor time until the first picture (docs/adr/0208).
 */
export function serveScheme(
  protocol: BufferProtocol | SourceProtocol,
  scheme: string,
  answer: (address: string) => Promise<PageAnswer>,
): void {
  if ('registerSource' in protocol) {
    protocol.handle(scheme, async ({ url }) => {
      const { status, headers, body } = await answer(url);
      return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
    });
    return;
  }
  protocol.registerBufferProtocol(scheme, ({ url }, callback) => {
    void answer(url).then(({ status, headers, body }) => {
      callback({ statusCode: status, headers: { ...headers }, data: body });
    });
  });
}
