// One connection without node:http: body bytes go from the socket directly to their destination, everything else
// through one buffer per thread. Serves one request at a time.
import { type Socket, connect as connectPlain, isIP } from 'node:net';
import { type SecureContext, connect as connectTls } from 'node:tls';
import type { BodyTarget, HttpHead, Origin } from '../http-types';
import { ResponseReader } from './response-reader';

export interface ConnectionUser {
  readonly method: string;
  /** The connection is open. */
  ready(): void;
  head(head: HttpHead): void;
  /** The memory is reused after the call. */
  body(piece: Buffer): void;
  /** Where body bytes are to be received; null when they go through `body`. */
  readonly target: BodyTarget | null;
  /** Bytes were received in the target. */
  readInPlace(bytes: number): void;
  /** The answer is complete. */
  end(reuse: 'keep' | 'close'): void;
  peerEnded(): void;
  /** The connection was lost before the response was complete; `undefined`: without a cause. */
  lost(error: unknown): void;
}

export interface ConnectionOptions {
  readonly origin: Origin;
  /** Called only when the origin is reached over TLS. */
  readonly context: () => SecureContext;
  /** The TLS session of an earlier connection to the same origin. */
  readonly session: Buffer | undefined;
  readonly onSession: (session: Buffer) => void;
  readonly onClose: () => void;
}

/** Read into by every connection of the thread; its content is processed before the next read. */
const sharedBuffer = Buffer.allocUnsafeSlow(256 * 1024);

export class Connection {
  readonly socket: Socket;
  /** Number of requests so far. */
  uses = 0;
  /** Monotonic ms since which it is idle; set by its pool. */
  freeSinceMs = 0;
  #isOpen = false;
  #user: ConnectionUser | null = null;
  #reader: ResponseReader | null = null;
  /** Where the socket currently reads to: the target of the user, or null for the shared buffer. */
  #readingInto: BodyTarget | null = null;

  constructor(options: ConnectionOptions) {
    const { origin, session } = options;
    const host = origin.hostname.replace(/^\[|\]$/gu, '');
    const onread = {
      buffer: (): Uint8Array => this.#bufferForNextRead(),
      callback: (bytes: number): boolean => {
        this.#received(bytes);
        return true;
      },
    };
    const socketOptions = { host, port: origin.port, onread };
    this.socket =
      origin.protocol === 'http:'
        ? connectPlain(socketOptions)
        : connectTls({
            ...socketOptions,
            secureContext: options.context(),
            ...(isIP(host) === 0 ? { servername: host } : {}),
            ...(session === undefined ? {} : { session }),
          });
    this.socket.setNoDelay(true);
    this.socket.on('session', options.onSession);
    this.socket.once(origin.protocol === 'http:' ? 'connect' : 'secureConnect', () => {
      this.#isOpen = true;
      this.#user?.ready();
    });
    this.socket.on('end', () => {
      this.#user?.peerEnded();
      if (this.#reader?.finish() === 'cut') this.#lose(undefined);
    });
    this.socket.on('error', (error) => this.#lose(error));
    this.socket.on('close', () => {
      this.#lose(undefined);
      options.onClose();
    });
  }

  /** Whether another request may be sent over it. */
  get isUsable(): boolean {
    return !this.socket.destroyed && this.socket.writable && !this.socket.readableEnded;
  }

  /** Serves that user until its response is complete or the connection is lost. */
  use(user: ConnectionUser): void {
    this.uses += 1;
    this.#user = user;
    this.#reader = new ResponseReader(user.method, {
      head: (head) => user.head(head),
      body: (piece) => user.body(piece),
      end: (reuse) => {
        this.#user = null;
        this.#reader = null;
        user.end(reuse);
      },
    });
    if (this.#isOpen) user.ready();
  }

  /** Closes the connection without notifying its user. */
  destroy(): void {
    this.#user = null;
    this.#reader = null;
    this.socket.destroy();
  }

  #bufferForNextRead(): Uint8Array {
    const plainBytes = this.#reader?.plainBytes ?? 0;
    const target = plainBytes === 0 ? null : (this.#user?.target ?? null);
    if (target !== null) {
      // If the target has no room, the user is notified when the bytes arrive.
      const room = roomOf(target).subarray(0, plainBytes);
      if (room.length > 0) {
        this.#readingInto = target;
        return room;
      }
    }
    this.#readingInto = null;
    return sharedBuffer;
  }

  #received(bytes: number): void {
    try {
      if (this.#reader === null) this.socket.destroy();
      else if (this.#readingInto === null) this.#reader.take(sharedBuffer.subarray(0, bytes));
      else {
        this.#readingInto.filled(bytes);
        this.#user?.readInPlace(bytes);
        this.#reader.readInPlace(bytes);
      }
    } catch (error) {
      this.#lose(error);
    }
  }

  #lose(error: unknown): void {
    const user = this.#user;
    this.destroy();
    user?.lost(error);
  }
}

function roomOf(target: BodyTarget): Uint8Array {
  try {
    return target.room();
  } catch {
    return new Uint8Array(0);
  }
}
