// Connects a window to the engine, and answers its calls about itself and the other windows.
import type { BrowserWindow, MessagePortMain, WebContents } from 'electron';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import { StowageError } from '@shared/errors';
import type { UserInput } from '../page/user-input';
import type { Windows } from './windows';
import { windowChannels } from '@shared/ipc/window-channels';
import type { EngineProcess, PortReceiver } from '../processes/engine-process';
import { sendNotice } from './reach-page';

/** `onDrawn`: the window shows its first content. */
export function windowCalls(
  window: BrowserWindow,
  windows: Pick<Windows, 'openAnother' | 'takeCarried' | 'loadAnew'>,
  input: Pick<UserInput, 'take'>,
  onDrawn: () => void,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `windows.${string}`>> {
  return {
    'windows.open': ({ carries }) => {
      if (!input.take('windows.open')) throw new StowageError('invalid.refused', 'Only a user opens windows.');
      return { opened: windows.openAnother(carries) };
    },
    'windows.take-carried': () => ({ carries: windows.takeCarried(window.webContents) }),
    'windows.drawn': () => {
      onDrawn();
      return {};
    },
    'windows.load-anew': () => {
      windows.loadAnew(window.webContents);
      return {};
    },
  };
}

/** Gives a window its port to the engine. */
export function connectWindow(
  contents: WebContents,
  engine: Pick<EngineProcess<MessagePortMain>, 'connect' | 'state'>,
): void {
  engine.connect(portReceiver(contents));
  // Only failures are forwarded late: a window that is notified of a start would drop the channel it has just received.
  if (engine.state() !== 'failed') return;
  sendNotice(contents, { stowage: 'engine-state', state: 'failed' });
}

function portReceiver(contents: WebContents): PortReceiver<MessagePortMain> {
  return {
    id: contents.id,
    exists: () => !contents.isDestroyed(),
    sendPort: (port) => contents.postMessage(windowChannels.enginePort, null, [port]),
  };
}
