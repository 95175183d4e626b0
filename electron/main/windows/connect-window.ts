// Gives a window its port to the engine.
import type { MessagePortMain, WebContents } from 'electron';
import { windowChannels } from '@shared/ipc/window-channels';
import type { EngineProcess, PortReceiver } from '../processes/engine-process';
import { sendNotice } from './reach-page';

export function connectWindow(
  contents: WebContents,
  engine: Pick<EngineProcess<MessagePortMain>, 'connect' | 'state'>,
): void {
  engine.connect(portReceiver(contents));
  // Only failures are forwarded late: a window that hears of a start would drop the channel it has just received.
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
