// The only file that names ipcMain. Everything the window says to main enters here, and only from the app's own page.
import { type IpcMainEvent, type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron';
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import type { PickedSource } from '@shared/ipc/contract';
import { type ServeOptions, runCall } from '@shared/ipc/endpoint';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import { windowChannels } from '@shared/ipc/window-channels';
import { isFromOwnPage } from './sender';

export interface IpcOptions {
  /** The main half of the contract for the window whose page this is; null for contents that no window of ours has. */
  readonly serviceFor: (contents: WebContents) => ServeOptions | null;
  readonly connectEngine: (contents: WebContents) => void;
  readonly registerSource: (path: string) => Promise<PickedSource>;
  readonly log: (line: string) => void;
}

const droppedPaths = z.array(z.string()).max(100_000);

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
    if (service === null || typeof name !== 'string') return failed(refused());
    try {
      const value = await runCall(service, name, input, new AbortController().signal);
      return { t: 'done', id: 0, value };
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind === 'bug') service.onBug?.(error, name);
      return failed(error);
    }
  });

  ipcMain.handle(
    windowChannels.registerDroppedFiles,
    async (event, paths: unknown): Promise<readonly PickedSource[]> => {
      if (serviceOf(event) === null) throw refused();
      return Promise.all(droppedPaths.parse(paths).map((path) => options.registerSource(path)));
    },
  );

  ipcMain.on(windowChannels.connectEngine, (event) => {
    if (serviceOf(event) !== null) options.connectEngine(event.sender);
  });
}

function refused(): StowageError {
  return new StowageError('invalid.refused', 'Only the app’s own page may ask this.');
}

function failed(error: StowageError): ReplyEnvelope {
  return { t: 'failed', id: 0, error: error.toShape() };
}
