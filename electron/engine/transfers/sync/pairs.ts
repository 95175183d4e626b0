// Pairs of places that a user syncs from the window: prepared, planned, run as jobs, saved under a name, and run by
// themselves while the app is open. Paths of local folders stay here; the window names them by tokens and pairs by ids.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StowageError, cancelled, invalidInput } from '@shared/errors';
import { recordedSentence } from '@shared/error-text';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { SyncEnd, syncCalls, syncStreams } from '@shared/ipc/contract/sync';
import { type PlanItem, type SyncPair, type SyncPlan, syncPair } from '@shared/model/sync';
import { defaultTransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';
import { type PersistedFile, openPersistedFile } from '../../../disk/persisted-file';
import type { ResolveToken } from '../../picked-path';
import type { Clock, UserPrompts } from '../../ports';
import { watchChanges } from '../../watch-changes';
import { isEnded } from '../../jobs/lifecycle';
import type { Transfers } from '../api';
import { SyncTally } from './compare-places';
import { leftOutText } from '../records/remarks';
import type { SyncEntry } from './sync-plan';
import type { SyncLocation, SyncRequest } from './sync-spec';

export interface PairsPorts {
  readonly stateDir: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly resolveToken: ResolveToken;
  readonly prompts: UserPrompts | undefined;
  readonly transfers: Pick<Transfers, 'sync' | 'planSync' | 'jobs'>;
  /** `never`: a command runs no job that it was not started for. */
  readonly timetable: 'runs' | 'never';
}

const maxPairs = 200;
/** As many as a window shows and can approve. */
const maxItems = 5_000;
const pushEveryMs = 250;
const lookEveryMs = 30_000;
const longestName = 100;

export class SyncPairs {
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof syncCalls>;
  readonly streams: Pick<StreamHandlers<'engine'>, keyof typeof syncStreams>;
  readonly #ports: PairsPorts;
  readonly #file: PersistedFile<SyncPair>;
  /** Those that are not saved. */
  readonly #drafts = new Map<string, SyncPair>();
  readonly #listeners = new Set<() => void>();
  readonly #disposed = new AbortController();

  constructor(ports: PairsPorts) {
    this.#ports = ports;
    const { stateDir, clock, log } = ports;
    const path = join(stateDir, 'sync-pairs.json');
    this.#file = openPersistedFile({ path, entry: syncPair, maxBytes: 16 * MiB, now: () => clock.now(), log });
    this.calls = this.#calls();
    this.streams = {
      'sync.watch': (_, { signal, push }) =>
        watchChanges(signal, this.#listeners, async () => {
          push([...(await this.#file.read())].sort((one, other) => one.name.localeCompare(other.name)));
        }),
      'sync.plan': ({ pairId }, { signal, push }) => this.#plan(pairId, signal, push),
    };
    // The sleep rejects when the pairs are disposed.
    if (ports.timetable === 'runs') this.#runWhenDue().catch(() => undefined);
  }

  /** As it would run now, without deletions. @throws StowageError `not-found.source` */
  async requestOf(pairId: string): Promise<SyncRequest> {
    const request = requestOf(await this.#pair(pairId));
    return { ...request, settings: { ...request.settings, deletes: 'never' } };
  }

  async dispose(): Promise<void> {
    this.#disposed.abort();
    await this.#file.settled();
  }

  #calls(): SyncPairs['calls'] {
    return {
      'sync.prepare': async ({ source, target, ...choices }) => {
        const locations = [await this.#shown(source), await this.#shown(target)] as const;
        if (locations.every(({ kind }) => kind === 'local')) {
          throw invalidInput('Target', t`both places are on this computer.`, t`Choose a container for one of them.`);
        }
        const own = { id: randomUUID(), name: '', everyMinutes: null, lastRunMs: null, lastJobId: null };
        const pair: SyncPair = { ...own, source: locations[0], target: locations[1], ...choices };
        this.#drafts.set(pair.id, pair);
        return pair;
      },
      'sync.choose': async ({ pairId, ...choices }) => {
        const pair = await this.#pair(pairId);
        if (choices.deletes === 'all' && pair.everyMinutes !== null)
          await this.#confirm(pair, choices.maxDelete, 'each run');
        return this.#put({ ...pair, ...choices });
      },
      'sync.save': async ({ pairId, name: typed, everyMinutes }) => {
        const name = typed.trim();
        if (name === '') throw invalidInput('Name', t`it is empty.`, t`Enter a name for the sync.`);
        if (name.length > longestName) {
          throw invalidInput('Name', t`it has more than ${longestName} characters.`, t`Shorten it.`);
        }
        const pair = await this.#pair(pairId);
        if (everyMinutes !== null && pair.deletes === 'all') await this.#confirm(pair, pair.maxDelete, 'each run');
        const saved = { ...pair, name, everyMinutes };
        await this.#change((all) => {
          const others = all.filter(({ id }) => id !== pairId);
          if (others.length >= maxPairs)
            throw invalidInput('Syncs', t`there are already ${maxPairs}.`, t`Delete some first.`);
          return [...others, saved];
        });
        this.#drafts.delete(pairId);
        return saved;
      },
      'sync.forget': async ({ pairId }) => {
        this.#drafts.delete(pairId);
        await this.#change((all) => all.filter(({ id }) => id !== pairId));
        return {};
      },
      'sync.run': async ({ pairId, deletions }) => {
        const pair = await this.#pair(pairId);
        if (deletions.length > 0) await this.#confirm(pair, deletions.length, 'now');
        return { jobId: await this.#run(pair, deletions) };
      },
    };
  }

  async #shown(end: SyncEnd): Promise<SyncPair['source']> {
    if (end.kind === 'remote') return end;
    return { kind: 'local', path: await this.#ports.resolveToken(end.folderToken, 'sync') };
  }

  async #pair(pairId: string): Promise<SyncPair> {
    const pair = this.#drafts.get(pairId) ?? (await this.#file.read()).find(({ id }) => id === pairId);
    if (pair !== undefined) return pair;
    throw new StowageError('not-found.source', 'There is no such sync.', { context: { pair: pairId } });
  }

  async #put(pair: SyncPair): Promise<SyncPair> {
    if (this.#drafts.has(pair.id)) this.#drafts.set(pair.id, pair);
    else await this.#change((all) => all.map((each) => (each.id === pair.id ? pair : each)));
    return pair;
  }

  async #change(edit: (all: readonly SyncPair[]) => readonly SyncPair[]): Promise<void> {
    await this.#file.change(edit);
    for (const listen of this.#listeners) listen();
  }

  /** A page must not delete files of this computer without its user. */
  async #confirm({ target }: SyncPair, files: number, when: 'now' | 'each run'): Promise<void> {
    const { prompts } = this.#ports;
    if (target.kind !== 'local' || prompts === undefined) return;
    const { answer } = await prompts.request({ kind: 'delete-local', folder: target.path, files, when });
    if (answer === 'declined') throw cancelled();
  }

  async #run(pair: SyncPair, deletions: readonly string[] | 'all' | 'never'): Promise<string> {
    const { transfers, clock } = this.#ports;
    const request = requestOf(pair);
    const deletes = typeof deletions === 'string' ? deletions : deletions.length === 0 ? 'never' : [...deletions];
    // The limit is for runs that nobody has looked at: names that were chosen are as many as they are.
    const maxDelete = Math.max(request.settings.maxDelete, Array.isArray(deletes) ? deletes.length : 0);
    const { jobId } = await transfers.sync({ ...request, settings: { ...request.settings, deletes, maxDelete } });
    await this.#put({ ...pair, lastRunMs: clock.now(), lastJobId: jobId });
    return jobId;
  }

  async #plan(pairId: string, signal: AbortSignal, push: (plan: SyncPlan) => void): Promise<void> {
    const pair = await this.#pair(pairId);
    const request = requestOf(pair);
    const isCopy = pair.source.kind === 'remote' && pair.target.kind === 'remote';
    const tally = new SyncTally(defaultTransferOptions, isCopy ? 'copy' : 'other');
    const items: PlanItem[] = [];
    let [further, lists] = [0, 0];
    let isSourceEmpty = true;
    const snapshot = (state: SyncPlan['state']): SyncPlan => {
      const { new: added, changed, same, deleted } = tally.sums;
      const sums = { new: added, changed, same, onlyThere: deleted };
      const { problems, leftOut, requests } = tally;
      return { state, lists, requests, sums, problems, leftOut, isSourceEmpty, items: [...items], further };
    };
    let pushedMs = -Infinity;
    const settings = { ...request.settings, deletes: 'all' as const };
    const planning = {
      signal,
      onRequest: () => void (lists += 1),
      onSource: () => void (isSourceEmpty = false),
    };
    for await (const entries of this.#ports.transfers.planSync({ ...request, settings }, planning)) {
      for (const entry of entries) {
        tally.add(entry);
        if (entry.what === 'same') continue;
        if (items.length >= maxItems) {
          further += 1;
          continue;
        }
        const message = messageOf(entry);
        const moved = 'source' in entry ? entry.source.bytes : null;
        const bytes = entry.what === 'only there' ? entry.target.bytes : moved;
        items.push({ name: entry.name, what: entry.what, bytes, message });
      }
      if (this.#ports.clock.monotonic() - pushedMs < pushEveryMs) continue;
      pushedMs = this.#ports.clock.monotonic();
      push(snapshot('listing'));
    }
    signal.throwIfAborted();
    push(snapshot('complete'));
  }

  /** Those that run by themselves, one interval after their last start; not while that run has not ended. */
  async #runWhenDue(): Promise<void> {
    const { clock, transfers, log } = this.#ports;
    for (;;) {
      await clock.sleep(lookEveryMs, this.#disposed.signal);
      const underWay = new Set(transfers.jobs().flatMap(({ id, state }) => (isEnded(state) ? [] : [id])));
      for (const pair of await this.#file.read()) {
        const { everyMinutes, lastRunMs, lastJobId } = pair;
        if (everyMinutes === null || (lastJobId !== null && underWay.has(lastJobId))) continue;
        if (lastRunMs !== null && clock.now() - lastRunMs < everyMinutes * 60_000) continue;
        await this.#run(pair, pair.deletes).catch((thrown: unknown) => {
          log(`A sync could not be started: ${StowageError.from(thrown).message}`);
        });
      }
    }
  }
}

function messageOf(entry: SyncEntry): string {
  if (entry.what === 'problem') return recordedSentence(entry.error);
  return entry.what === 'left out' ? leftOutText(entry.step.why) : '';
}

function requestOf(pair: SyncPair): SyncRequest {
  const { source, target, compare, deletes, maxDelete, exclude, emptyFolders, followLinks } = pair;
  return {
    source: locationOf(source),
    target: locationOf(target),
    ...(exclude.length === 0 ? {} : { exclude }),
    options: {
      ...(emptyFolders ? { emptyFolders } : {}),
      // The page may not read what the user has not picked.
      ...(followLinks && source.kind === 'local' ? { followLinks: 'inside' as const } : {}),
    },
    settings: { compare, deletes, maxDelete },
  };
}

const locationOf = (end: SyncPair['source']): SyncLocation =>
  end.kind === 'local' ? { kind: 'local', dir: end.path } : end;
