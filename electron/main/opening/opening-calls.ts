// What a window may ask of the links and query files that are to be opened.
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import type { FileQuestions } from '../files/file-questions';
import { pickQueryFile } from '../files/pick-files';
import type { SourceRegistry } from '../kept/sources';
import { type OpenedThings, openingOfPath } from './opened-things';

export function openingCalls(
  ask: FileQuestions,
  openedThings: Pick<OpenedThings, 'take'>,
  sources: Pick<SourceRegistry, 'resolve'>,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `openings.${string}`>> {
  return {
    'openings.take': () => [...openedThings.take()],
    'openings.read': async ({ token }) => openingOfPath(sources.resolve(token, { pickedFor: 'query' }) ?? ''),
    'openings.pick': async () => {
      const path = await pickQueryFile(ask);
      return path === null ? null : openingOfPath(path);
    },
  };
}
