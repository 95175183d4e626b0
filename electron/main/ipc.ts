// The only file that names ipcMain. Everything the window says to main enters here, and only from the app's own page.
import { type IpcMainEvent, type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron';
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import type { PickedSource } from '@shared/ipc/contract';
import { type ServeOptions, runCall } from '@shared/ipc/endpoint';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import { windowChannels } from '@shared/ipc/window-channels';
import { isTrustedSender } from './sender';

export interface IpcOptions {
  /** The main half of the contract. */
  readonly service: ServeOptions;
  /** The contents whose messages count; null while there is no window. */
  readonly trusted: () => WebContents | null;
  readonly connectEngine: (contents: WebContents) => void;
  readonly registerSource: (path: string) => Promise<PickedSource>;
  readonly log: (line: string) => void;
}

const droppedPaths = z.array(z.string()).max(100_000);

/** Starts to listen; once, before the window opens. */
export function listenToWindow(options: IpcOptions): void {
  const trusted = (event: IpcMainEvent | IpcMainInvokeEvent): boolean => {
    const accepted = isTrustedSender(event, options.trusted()?.id);
    if (!accepted) options.log('A message that did not come from the app’s own page was refused.');
    return accepted;
  };

  ipcMain.handle(windowChannels.invoke, async (event, name: unknown, input: unknown): Promise<ReplyEnvelope> => {
    if (!trusted(event) || typeof name !== 'string') return failed(refused());
    try {
      const value = await runCall(options.service, name, input, new AbortController().signal);
      return { t: 'done', id: 0, value };
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind === 'bug') options.service.onBug?.(error, name);
      return failed(error);
    }
  });

  ipcMain.handle(
    windowChannels.registerDroppedFiles,
    async (event, paths: unknown): Promise<readonly PickedSource[]> => {
      if (!trusted(event)) throw refused();
      return Promise.all(droppedPaths.parse(paths).map((path) => options.registerSource(path)));
    },
  );

  ipcMain.on(windowChannels.connectEngine, (event) => {
    if (trusted(event)) options.connectEngine(event.sender);
  });
}

function refused(): StowageError {
  return new StowageError('invalid.refused', 'Only the app’s own page may ask this.');
}

function failed(error: StowageError): ReplyEnvelope {
  return { t: 'failed', id: 0, error: error.toShape() };
}
