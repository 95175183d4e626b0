// What a window may ask of the links and query files that are to be opened.
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import type { FileDialogs } from '../files/file-dialogs';
import { pickQueryFile } from '../files/pick-files';
import type { SourceRegistry } from '../persisted/sources';
import { type OpenedThings, openRequestOfPath } from './opened-things';

export function openCalls(
  dialogs: FileDialogs,
  openedThings: Pick<OpenedThings, 'take'>,
  sources: Pick<SourceRegistry, 'resolve'>,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `openings.${string}`>> {
  return {
    'openings.take': () => [...openedThings.take()],
    'openings.read': async ({ token }) => openRequestOfPath(sources.resolve(token, { pickedFor: 'query' }) ?? ''),
    'openings.pick': async () => {
      const path = await pickQueryFile(dialogs);
      return path === null ? null : openRequestOfPath(path);
    },
  };
}
