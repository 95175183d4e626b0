// The preload's API, for a page that has none: runs inside the page before any code of the app, and calls the test's
// process through the functions that Playwright adds there. It must not use anything from outside.
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import type { WindowNotice } from '@shared/ipc/window-api';

/** The functions that the test's process puts into the page. */
export interface HostBindings {
  readonly hostInvoke: (name: string, input: unknown) => Promise<ReplyEnvelope>;
  readonly hostConnect: () => Promise<void>;
  readonly hostPost: (channel: number, message: unknown) => Promise<void>;
  readonly hostDropped: (names: readonly string[]) => Promise<ReplyEnvelope>;
}

/** The calls of the test's process into the page. */
export interface PageReceivers {
  /** A channel to the engine, known by its number from now on. */
  readonly receiveChannel: (channel: number) => void;
  /** The message as `textOf` wrote it. */
  readonly receiveFromEngine: (channel: number, text: string) => void;
  readonly receiveNotice: (notice: WindowNotice) => void;
}

/**
 * A message as one text: the driver takes seconds for a page of rows that it serialises itself. Values that JSON cannot
 * represent, such as typed arrays and NaN, are encoded as marked objects.
 */
export function textOf(message: unknown): string {
  return JSON.stringify(message, (_key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return { noJson: 'number', text: String(value) };
    if (value === undefined) return { noJson: 'undefined' };
    if (typeof value === 'bigint') return { noJson: 'bigint', text: String(value) };
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const kind = value instanceof Uint8Array ? 'Uint8Array' : value.constructor.name;
    return { noJson: kind, text: bytes.toString('base64') };
  });
}

/** Put into every page as its first script. */
export function exposeWindowApi(): void {
  const host = window as unknown as HostBindings;
  const ports = new Map<number, MessagePort>();
  const notify = (notice: WindowNotice, transfer: MessagePort[] = []): void =>
    window.postMessage(notice, window.origin, transfer);
  const receivers: PageReceivers = {
    receiveChannel: (channel) => {
      const { port1, port2 } = new MessageChannel();
      ports.set(channel, port1);
      port1.onmessage = (event: MessageEvent<unknown>) => void host.hostPost(channel, event.data);
      notify({ stowage: 'engine-port' }, [port2]);
    },
    receiveFromEngine: (channel, text) => {
      const arrays = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array };
      const revived = (value: unknown): unknown => {
        if (typeof value !== 'object' || value === null) return value;
        const { noJson, text: content = '' } = value as { readonly noJson?: string; readonly text?: string };
        if (noJson === undefined) {
          // In place, and not while it is parsed: a reviver that returns undefined would remove the property.
          for (const [key, own] of Object.entries(value)) Reflect.set(value, key, revived(own));
          return value;
        }
        if (noJson === 'undefined') return undefined;
        if (noJson === 'number') return Number(content);
        if (noJson === 'bigint') return BigInt(content);
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        return new arrays[noJson as keyof typeof arrays](bytes.buffer);
      };
      const message = revived(JSON.parse(text));
      ports.get(channel)?.postMessage(message);
    },
    receiveNotice: (notice) => notify(notice),
  };
  Object.assign(window, receivers, {
    stowage: {
      invoke: (name: string, input: unknown) => host.hostInvoke(name, input),
      connectEngine: () => void host.hostConnect(),
      registerDroppedFiles: (files: readonly File[]) => host.hostDropped(files.map(({ name }) => name)),
    },
  });
}
