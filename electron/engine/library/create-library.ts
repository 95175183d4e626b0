// Saved queries, the history of runs and the default query of each table, stored under the state folder. Contains
// conditions and tokens, never credentials; reads no table.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { invalidInput } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import {
  type DefaultQuery,
  type QueryTerms,
  type SavedQuery,
  isUnfinished,
  longestQueryName,
  defaultQuery,
  savedQuery,
} from '@shared/model/saved-query';
import { t } from '@shared/strings/t';
import { watchChanges } from '../watch-changes';
import type { Clock } from '../ports';
import { openPersistedFile } from '../../disk/persisted-file';
import { createRunHistories } from './run-histories';
import { isSameTable } from './run-history';

export interface LibraryOptions {
  readonly stateDir: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: (line: string) => void;
}

type LibraryCall = Extract<keyof CallHandlers<'engine'>, `library.${string}`>;
type LibraryStream = Extract<keyof StreamHandlers<'engine'>, `library.${string}`>;

export interface Library {
  readonly calls: Pick<CallHandlers<'engine'>, LibraryCall>;
  readonly streams: Pick<StreamHandlers<'engine'>, LibraryStream>;
  /** The connection was removed: its runs and the default queries of its tables are removed too. Saved queries stay. */
  forgetConnection(connectionId: string): Promise<void>;
  /** Resolves when everything is on disk. */
  dispose(): Promise<void>;
}

const maxSavedQueries = 1000;
/** A longer filter fits into no request URL. */
const longestTermsChars = 64 * 1024;
const maxBytes = 64 * 1024 * 1024;

const savedEntry = z.union([
  z.object({ kind: z.literal('saved'), saved: savedQuery }),
  z.object({ kind: z.literal('opening'), opening: defaultQuery }),
]);
type SavedEntry = z.infer<typeof savedEntry>;

export function createLibrary({ stateDir, clock, log }: LibraryOptions): Library {
  const folder = join(stateDir, 'library');
  const now = (): number => clock.now();
  const savedFile = openPersistedFile<SavedEntry>({
    path: join(folder, 'queries.json'),
    entry: savedEntry,
    maxBytes,
    now,
    log,
  });
  const histories = createRunHistories({ folder, maxBytes, clock, log });
  const changeListeners = new Set<() => void>();
  const changeSaved = async (edit: (all: readonly SavedEntry[]) => readonly SavedEntry[]): Promise<void> => {
    await savedFile.change(edit);
    for (const listen of changeListeners) listen();
  };

  return {
    calls: {
      'library.save': async (input) => {
        checkTerms(input.terms);
        const name = input.name.trim();
        if (name === '') throw invalidInput('Name', t`it is empty.`, t`Enter a name for the query.`);
        if (name.length > longestQueryName) {
          throw invalidInput('Name', t`it has more than ${longestQueryName} characters.`, t`Shorten it.`);
        }
        const saved: SavedQuery = { ...input, id: input.id ?? randomUUID(), name, changedAtMs: clock.now() };
        await changeSaved((all) => {
          const others = all.filter((each) => each.kind !== 'saved' || each.saved.id !== saved.id);
          if (savedOf(others).length >= maxSavedQueries) {
            throw invalidInput('Saved queries', t`there are already ${maxSavedQueries}.`, t`Delete some first.`);
          }
          return [...others, { kind: 'saved', saved }];
        });
        return saved;
      },
      'library.delete': async ({ id }) => {
        await changeSaved((all) => all.filter((each) => each.kind !== 'saved' || each.saved.id !== id));
        return {};
      },
      'library.set-opening': async ({ connectionId, table, opening: current }) => {
        if (current !== null) checkTerms(current.terms);
        const isThis = isDefaultOf(connectionId, table);
        await changeSaved((all) => [
          ...all.filter((each) => each.kind !== 'opening' || !isThis(each.opening)),
          ...(current === null ? [] : [{ kind: 'opening' as const, opening: { connectionId, table, ...current } }]),
        ]);
        return {};
      },
      'library.opening': async ({ connectionId, table }) => {
        const current = openingsOf(await savedFile.read()).find(isDefaultOf(connectionId, table)) ?? null;
        const [newest] = await histories.ofTable(connectionId, table);
        return { opening: current, unfinished: newest !== undefined && isUnfinished(newest.lastRun) ? newest : null };
      },
      'library.record': async ({ connectionId, ...run }) => {
        checkTerms(run.terms);
        await histories.record(connectionId, run);
        return {};
      },
      'library.forget': async ({ connectionId, ...which }) => {
        await histories.forget(connectionId, which);
        return {};
      },
    },
    streams: {
      'library.watch': (_, { signal, push }) =>
        watchChanges(signal, changeListeners, async () => {
          const all = await savedFile.read();
          const saved = [...savedOf(all)].sort((left, right) => left.name.localeCompare(right.name));
          push({ saved, opening: [...openingsOf(all)] });
        }),
      'library.watch-history': (target, { signal, push }) => histories.watch(target, push, signal),
    },
    forgetConnection: async (connectionId) => {
      await histories.forgetConnection(connectionId);
      await changeSaved((all) =>
        all.filter((each) => each.kind !== 'opening' || each.opening.connectionId !== connectionId),
      );
    },
    dispose: async () => {
      await Promise.all([savedFile.settled(), histories.settled()]);
    },
  };
}

function savedOf(all: readonly SavedEntry[]): readonly SavedQuery[] {
  return all.flatMap((each) => (each.kind === 'saved' ? [each.saved] : []));
}

function openingsOf(all: readonly SavedEntry[]): readonly DefaultQuery[] {
  return all.flatMap((each) => (each.kind === 'opening' ? [each.opening] : []));
}

function isDefaultOf(connectionId: string, table: string): (current: DefaultQuery) => boolean {
  return (current) => current.connectionId === connectionId && isSameTable(current.table, table);
}

function checkTerms(terms: QueryTerms): void {
  if (JSON.stringify(terms).length <= longestTermsChars) return;
  throw invalidInput(
    'Query',
    t`it is longer than 64 Ki characters, which exceeds the limit of a request.`,
    t`Shorten it.`,
  );
}
