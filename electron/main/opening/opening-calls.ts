// What a window may ask of the links and query files that are to be opened.
import type { BrowserWindow } from 'electron';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import { pickQueryFile } from '../files/dialogs';
import type { SourceRegistry } from '../kept/sources';
import { type OpenedThings, openingOfPath } from './opened-things';

export function openingCalls(
  window: BrowserWindow,
  openedThings: Pick<OpenedThings, 'take'>,
  sources: Pick<SourceRegistry, 'resolve'>,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `openings.${string}`>> {
  return {
    'openings.take': () => [...openedThings.take()],
    'openings.read': async ({ token }) => openingOfPath(sources.resolve(token) ?? ''),
    'openings.pick': async () => {
      const path = await pickQueryFile(window);
      return path === null ? null : openingOfPath(path);
    },
  };
}
