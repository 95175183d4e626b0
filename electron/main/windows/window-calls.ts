// What a window may ask about itself and the other windows.
import type { BrowserWindow } from 'electron';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import { StowageError } from '@shared/errors';
import type { UserInput } from '../page/user-input';
import type { Windows } from './windows';

/** `onDrawn`: the window shows what a person starts with. */
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
