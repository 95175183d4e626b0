// What the preload offers, for a page that has none: runs inside the page before anything of the app does, and speaks
// to the test's process through the functions that Playwright puts there. It must not use anything from outside.
import type { PickedSource } from '@shared/ipc/contract';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import type { WindowNotice } from '@shared/ipc/window-api';

/** The functions that the test's process puts into the page. */
export interface HostBindings {
  readonly hostInvoke: (name: string, input: unknown) => Promise<ReplyEnvelope>;
  readonly hostConnect: () => Promise<void>;
  readonly hostPost: (channel: number, message: unknown) => Promise<void>;
  readonly hostDropped: (names: readonly string[]) => Promise<readonly PickedSource[]>;
}

/** What the test's process calls in the page. */
export interface PageReceivers {
  /** A channel to the engine, known by its number from now on. */
  readonly receiveChannel: (channel: number) => void;
  readonly receiveFromEngine: (channel: number, message: unknown) => void;
  readonly receiveNotice: (notice: WindowNotice) => void;
}

/** Put into every page as its first script. */
export function offerWindowApi(): void {
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
    receiveFromEngine: (channel, message) => ports.get(channel)?.postMessage(message),
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
