// What a window may ask about itself and the other windows.
import type { BrowserWindow } from 'electron';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import type { Windows } from './windows';

/** `onDrawn`: the window shows what a person starts with. */
export function windowCalls(
  window: BrowserWindow,
  windows: Pick<Windows, 'openAnother' | 'takeCarried' | 'loadAnew'>,
  onDrawn: () => void,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `windows.${string}`>> {
  return {
    'windows.open': ({ carries }) => ({ opened: windows.openAnother(carries) }),
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
