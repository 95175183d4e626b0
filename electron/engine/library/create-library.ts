// The library room: saved queries, the history of runs and the default query of each table, kept under the state
// folder. Holds conditions and tokens, never credentials; reads no table.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { invalidInput } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import {
  type OpeningQuery,
  type QueryTerms,
  type SavedQuery,
  isUnfinished,
  longestQueryName,
  openingQuery,
  savedQuery,
} from '@shared/model/saved-query';
import { t } from '@shared/strings/t';
import { watchChanges } from '../watch-changes';
import type { Clock } from '../ports';
import { openKeptFile } from '../../disk/kept-file';
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

const mostSavedQueries = 1000;
/** A longer filter fits into no request URL. */
const longestTermsChars = 64 * 1024;
const mostBytes = 64 * 1024 * 1024;

const keptEntry = z.union([
  z.object({ kind: z.literal('saved'), saved: savedQuery }),
  z.object({ kind: z.literal('opening'), opening: openingQuery }),
]);
type KeptEntry = z.infer<typeof keptEntry>;

export function createLibrary({ stateDir, clock, log }: LibraryOptions): Library {
  const folder = join(stateDir, 'library');
  const now = (): number => clock.now();
  const kept = openKeptFile<KeptEntry>({ path: join(folder, 'queries.json'), entry: keptEntry, mostBytes, now, log });
  const histories = createRunHistories({ folder, mostBytes, clock, log });
  const keptListeners = new Set<() => void>();
  const changeKept = async (edit: (all: readonly KeptEntry[]) => readonly KeptEntry[]): Promise<void> => {
    await kept.change(edit);
    for (const listen of keptListeners) listen();
  };

  return {
    calls: {
      'library.save': async (input) => {
        checkTerms(input.terms);
        const name = input.name.trim();
        if (name === '') throw invalidInput('Name', t`it is empty.`, t`Give the query a name.`);
        if (name.length > longestQueryName) {
          throw invalidInput('Name', t`it has more than ${longestQueryName} characters.`, t`Shorten it.`);
        }
        const saved: SavedQuery = { ...input, id: input.id ?? randomUUID(), name, changedAtMs: clock.now() };
        await changeKept((all) => {
          const others = all.filter((each) => each.kind !== 'saved' || each.saved.id !== saved.id);
          if (savedOf(others).length >= mostSavedQueries) {
            throw invalidInput('Saved queries', t`there are ${mostSavedQueries} already.`, t`Delete some first.`);
          }
          return [...others, { kind: 'saved', saved }];
        });
        return saved;
      },
      'library.delete': async ({ id }) => {
        await changeKept((all) => all.filter((each) => each.kind !== 'saved' || each.saved.id !== id));
        return {};
      },
      'library.set-opening': async ({ connectionId, table, opening }) => {
        if (opening !== null) checkTerms(opening.terms);
        const isThis = isOpeningOf(connectionId, table);
        await changeKept((all) => [
          ...all.filter((each) => each.kind !== 'opening' || !isThis(each.opening)),
          ...(opening === null ? [] : [{ kind: 'opening' as const, opening: { connectionId, table, ...opening } }]),
        ]);
        return {};
      },
      'library.opening': async ({ connectionId, table }) => {
        const opening = openingsOf(await kept.read()).find(isOpeningOf(connectionId, table)) ?? null;
        const [newest] = await histories.ofTable(connectionId, table);
        return { opening, unfinished: newest !== undefined && isUnfinished(newest.lastRun) ? newest : null };
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
        watchChanges(signal, keptListeners, async () => {
          const all = await kept.read();
          const saved = [...savedOf(all)].sort((left, right) => left.name.localeCompare(right.name));
          push({ saved, opening: [...openingsOf(all)] });
        }),
      'library.watch-history': (place, { signal, push }) => histories.watch(place, push, signal),
    },
    forgetConnection: async (connectionId) => {
      await histories.forgetConnection(connectionId);
      await changeKept((all) =>
        all.filter((each) => each.kind !== 'opening' || each.opening.connectionId !== connectionId),
      );
    },
    dispose: async () => {
      await Promise.all([kept.settled(), histories.settled()]);
    },
  };
}

function savedOf(all: readonly KeptEntry[]): readonly SavedQuery[] {
  return all.flatMap((each) => (each.kind === 'saved' ? [each.saved] : []));
}

function openingsOf(all: readonly KeptEntry[]): readonly OpeningQuery[] {
  return all.flatMap((each) => (each.kind === 'opening' ? [each.opening] : []));
}

function isOpeningOf(connectionId: string, table: string): (opening: OpeningQuery) => boolean {
  return (opening) => opening.connectionId === connectionId && isSameTable(opening.table, table);
}

function checkTerms(terms: QueryTerms): void {
  if (JSON.stringify(terms).length <= longestTermsChars) return;
  throw invalidInput('Query', t`it is longer than 64 Ki characters, which no request can carry.`, t`Shorten it.`);
}
