// The only file that uses ipcMain. Every message of the window to main enters here, and only from the app's own page.
import { type IpcMainEvent, type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron';
import { StowageError } from '@shared/errors';
import { type ServeOptions, runCall } from '@shared/ipc/endpoint';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import { windowChannels } from '@shared/ipc/window-channels';
import { type DropPorts, registerDropped } from './dropped-files';
import { replyTo } from './reply';
import { isFromOwnPage } from './app-address';

export interface IpcOptions {
  /**
   * The main half of the contract for the window whose page this is; null for contents that belong to none of our
   * windows.
   */
  readonly serviceFor: (contents: WebContents) => ServeOptions | null;
  readonly connectEngine: (contents: WebContents) => void;
  readonly dropped: DropPorts;
  readonly log: (line: string) => void;
}

/** Starts to listen; once, before the window opens. */
export function listenToWindow(options: IpcOptions): void {
  const serviceOf = (event: IpcMainEvent | IpcMainInvokeEvent): ServeOptions | null => {
    const service = options.serviceFor(event.sender);
    if (service !== null && isFromOwnPage(event)) return service;
    options.log('A message that did not come from the app’s own page was refused.');
    return null;
  };

  ipcMain.handle(windowChannels.invoke, async (event, name: unknown, input: unknown): Promise<ReplyEnvelope> => {
    const service = serviceOf(event);
    if (service === null || typeof name !== 'string') return createRejectedReply();
    return replyTo(
      () => runCall(service, name, input, new AbortController().signal),
      (error) => service.onBug?.(error, name),
    );
  });

  ipcMain.handle(windowChannels.registerDroppedFiles, async (event, paths: unknown): Promise<ReplyEnvelope> => {
    const service = serviceOf(event);
    if (service === null) return createRejectedReply();
    return replyTo(
      () => registerDropped(paths, options.dropped),
      (error) => service.onBug?.(error, windowChannels.registerDroppedFiles),
    );
  });

  ipcMain.on(windowChannels.connectEngine, (event) => {
    if (serviceOf(event) !== null) options.connectEngine(event.sender);
  });
}

function createRejectedReply(): ReplyEnvelope {
  const error = new StowageError('invalid.refused', 'Only the app’s own page may ask this.');
  return { t: 'failed', id: 0, error: error.toShape() };
}
