// Every difference between the oldest and the newest Electron that main supports, as small functions that test for the
// feature. They receive the Electron objects as parameters, so that tests can run both branches anywhere.
import { Readable } from 'node:stream';

/** An answer of the app's own scheme. */
export interface SchemeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
export type SchemeHandler = (url: string) => Promise<SchemeResponse>;

/** `protocol.handle` arrived in Electron 25. */
export interface HandlingProtocol {
  handle(scheme: string, handler: (request: { readonly url: string }) => Promise<Response>): void;
}
/** `registerBufferProtocol` is the older way, deprecated since. */
export interface RegisteringProtocol {
  registerBufferProtocol(
    scheme: string,
    handler: (
      request: { readonly url: string },
      callback: (response: { statusCode: number; headers: Record<string, string>; data: Buffer }) => void,
    ) => void,
  ): boolean;
}

/** Serves a scheme with `handler`, whichever way this Electron offers. */
export function serveScheme(
  protocol: HandlingProtocol | RegisteringProtocol,
  scheme: string,
  handler: SchemeHandler,
): void {
  if ('handle' in protocol) {
    protocol.handle(scheme, async (request) => {
      const answer = await handler(request.url);
      return new Response(Buffer.from(answer.body), { status: answer.status, headers: { ...answer.headers } });
    });
    return;
  }
  protocol.registerBufferProtocol(scheme, (request, callback) => {
    const reply = (answer: SchemeResponse): void =>
      callback({ statusCode: answer.status, headers: { ...answer.headers }, data: Buffer.from(answer.body) });
    handler(request.url).then(reply, () => reply({ status: 500, headers: {}, body: new Uint8Array() }));
  });
}

/** What a media player requests. */
export interface StreamSchemeRequest {
  readonly url: string;
  /** The `Range` header, if any. */
  readonly range: string | undefined;
}
export interface StreamSchemeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}
export type StreamSchemeHandler = (request: StreamSchemeRequest) => StreamSchemeResponse;

/** `protocol.handle` takes web streams, since Electron 25. */
export interface HandlingStreams {
  handle(
    scheme: string,
    handler: (request: { readonly url: string; readonly headers: Pick<Headers, 'get'> }) => Response,
  ): void;
}
/** The older way, without `protocol.handle`. */
export interface RegisteringStreams {
  registerStreamProtocol(
    scheme: string,
    handler: (
      request: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
      callback: (response: { statusCode: number; headers: Record<string, string>; data: Readable }) => void,
    ) => void,
  ): boolean;
}

/** Serves a scheme piece by piece, whichever way this Electron offers. */
export function serveStreams(
  protocol: HandlingStreams | RegisteringStreams,
  scheme: string,
  handler: StreamSchemeHandler,
): void {
  if ('handle' in protocol) {
    protocol.handle(scheme, ({ url, headers }) => {
      const answer = handler({ url, range: headers.get('range') ?? undefined });
      const body = Readable.toWeb(answer.body) as ReadableStream<Uint8Array>;
      return new Response(body, { status: answer.status, headers: { ...answer.headers } });
    });
    return;
  }
  protocol.registerStreamProtocol(scheme, ({ url, headers }, callback) => {
    const range = Object.entries(headers).find(([name]) => name.toLowerCase() === 'range')?.[1];
    const answer = handler({ url, range });
    callback({ statusCode: answer.status, headers: { ...answer.headers }, data: answer.body });
  });
}

/** Encrypts with a key that the operating system keeps. */
export interface SecretCipher {
  /** False where the system offers no real protection; then nothing may be written. */
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /** Rejects when the encryption key is no longer available. */
  decrypt(encrypted: Buffer): Promise<string>;
}

/** `safeStorage` until Electron 45. */
export interface SyncSafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
  /** Linux, since Electron 23. */
  getSelectedStorageBackend?(): string;
}
/** `safeStorage` since Electron 42. */
export interface AsyncSafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ readonly result: string }>;
  getSelectedStorageBackend?(): string;
}

/** The cipher of this Electron. On Linux a `basic_text` backend hides a constant key: that counts as none. */
export function secretCipher(safeStorage: SyncSafeStorage | AsyncSafeStorage, platform: NodeJS.Platform): SecretCipher {
  const protectedBySystem = (): boolean =>
    platform !== 'linux' || safeStorage.getSelectedStorageBackend?.() !== 'basic_text';
  if ('encryptStringAsync' in safeStorage) {
    return {
      available: async () => (await safeStorage.isAsyncEncryptionAvailable()) && protectedBySystem(),
      encrypt: (text) => safeStorage.encryptStringAsync(text),
      decrypt: async (encrypted) => (await safeStorage.decryptStringAsync(encrypted)).result,
    };
  }
  return {
    available: async () => safeStorage.isEncryptionAvailable() && protectedBySystem(),
    encrypt: async (text) => safeStorage.encryptString(text),
    decrypt: async (encrypted) => safeStorage.decryptString(encrypted),
  };
}

/** The data that the navigation guard needs for every frame. */
export interface NavigatingContents {
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (event: { preventDefault(): void; readonly url?: string }, url?: string) => void,
  ): unknown;
}

/**
 * Stops every navigation, of any frame, that `allowed` does not name. The address is a property of the event since
 * Electron 25 and the second argument before; frames other than the main one are reported since 25 only (before, the
 * content policy, which allows no frames, stands alone).
 */
export function guardNavigation(contents: NavigatingContents, allowed: (url: string) => boolean): void {
  const listener = (event: { preventDefault(): void; readonly url?: string }, url?: string): void => {
    const target = event.url ?? url;
    if (target === undefined || !allowed(target)) event.preventDefault();
  };
  contents.on('will-navigate', listener);
  contents.on('will-frame-navigate', listener);
  contents.on('will-redirect', listener);
}

/** The frame that sent an ipc message; Electron 34 made it nullable (gone or navigated before main looked). */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}
export interface FramedEvent {
  readonly senderFrame?: SenderFrame | null;
}

/** Address of the sender when it is a main frame that still exists; null otherwise. */
export function mainFrameAddress(event: FramedEvent): string | null {
  const frame = event.senderFrame;
  return frame?.parent === null ? frame.url : null;
}

/** A session whose screen-capture question can be answered (since Electron 22's successors). */
export interface CapturableSession {
  setDisplayMediaRequestHandler?(handler: (request: unknown, callback: (streams: never) => void) => void): void;
}

/** Denies every request to capture the screen, if this Electron asks at all. */
export function refuseDisplayCapture(session: CapturableSession): void {
  session.setDisplayMediaRequestHandler?.((_request, callback) => callback(null as never));
}
