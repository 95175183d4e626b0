// Hubs of jobs on many machines, as the window has them: saved by the path of their join file, joined while they are looked
// at. The file and its key are read here, and the client of the queue is loaded when the first hub is opened.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StowageError, cancelled, invalidInput } from '@shared/errors';
import type { CallHandlers, CallInput, StreamHandlers } from '@shared/ipc/contract';
import type { hubCalls, hubStreams } from '@shared/ipc/contract/hubs';
import { type HubSummary, hubRole } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';
import { type PersistedFile, openPersistedFile } from '../../disk/persisted-file';
import type { HubLine } from '../cluster/work-queue';
import type { Clock, CommandLine, UserPrompts } from '../ports';
import { watchChanges } from '../watch-changes';
import { HubLink } from './hub-link';
import type { PageOrder, PageOrderPorts } from './page-orders';
import type { TriedHub } from './try-hub';

const savedHub = z.object({ id: z.string(), name: z.string(), path: z.string(), address: z.string(), role: hubRole });
type SavedHub = z.infer<typeof savedHub>;

export interface HubPorts extends PageOrderPorts {
  readonly stateDir: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly prompts: UserPrompts | undefined;
  readonly commandLine: CommandLine | null;
}

const maxHubs = 100;
const longestName = 100;
/** A rebuilt plan of a large job takes a while. */
const controlMs = 60_000;

export class Hubs {
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof hubCalls>;
  readonly streams: Pick<StreamHandlers<'engine'>, keyof typeof hubStreams>;
  readonly #ports: HubPorts;
  readonly #file: PersistedFile<SavedHub>;
  readonly #links = new Map<string, HubLink>();
  readonly #listeners = new Set<() => void>();
  readonly #disposed = new AbortController();
  /** Not saved: it ends with this process. */
  #tried: { readonly saved: SavedHub; readonly hub: TriedHub } | null = null;
  #trying: Promise<HubSummary> | null = null;

  constructor(ports: HubPorts) {
    this.#ports = ports;
    const { stateDir, clock, log } = ports;
    const path = join(stateDir, 'hubs.json');
    this.#file = openPersistedFile({ path, entry: savedHub, maxBytes: MiB, now: () => clock.now(), log });
    this.calls = {
      'hubs.local': () => ({ isPresent: existsSync(this.#localPath()), canTry: ports.commandLine !== null }),
      'hubs.try': () => this.#try(),
      'hubs.add': (input) => this.#add(input),
      'hubs.rename': async ({ hubId, name }) => {
        const checked = checkedName(name);
        if (this.#tried?.saved.id === hubId)
          this.#tried = { ...this.#tried, saved: { ...this.#tried.saved, name: checked } };
        await this.#change((all) => all.map((one) => (one.id === hubId ? { ...one, name: checked } : one)));
        return {};
      },
      'hubs.remove': async ({ hubId }) => {
        if (hubId === this.#tried?.saved.id) await this.#endTried();
        await this.#change((all) => all.filter(({ id }) => id !== hubId));
        this.#links.delete(hubId);
        return {};
      },
      'hubs.start': ({ hubId, order }, { signal }) => this.#startOrder(hubId, order, signal),
      'hubs.control': async ({ hubId, jobId, what, bytesPerSecond = null }, { signal }) => {
        const input = { job: jobId, what, bytesPerSecond };
        await this.#steer(hubId, (line) => line.call('control', input, controlMs), signal);
        return {};
      },
      'hubs.control-node': async ({ hubId, node, what }, { signal }) => {
        const steer = (line: HubLine): Promise<unknown> =>
          what === 'drain' ? line.call('drain', { node }) : line.call('pause', { node, isPaused: what === 'pause' });
        await this.#steer(hubId, steer, signal);
        return {};
      },
    };
    this.streams = {
      'hubs.watch': (_, { signal, push }) =>
        watchChanges(signal, this.#listeners, async () => push((await this.#all()).map((one) => this.#summaryOf(one)))),
      'hubs.watch-hub': async ({ hubId }, { signal, push }) =>
        (await this.#linkOf(hubId)).watch(push, AbortSignal.any([signal, this.#disposed.signal])),
      'hubs.watch-job': async ({ hubId, jobId }, { signal, push }) =>
        (await this.#linkOf(hubId)).watchJob(jobId, push, AbortSignal.any([signal, this.#disposed.signal])),
    };
  }

  async dispose(): Promise<void> {
    this.#disposed.abort();
    await this.#endTried();
    await this.#file.settled();
  }

  async #all(): Promise<readonly SavedHub[]> {
    const saved = await this.#file.read();
    return this.#tried === null ? saved : [...saved, this.#tried.saved];
  }

  /** One at a time. */
  async #try(): Promise<HubSummary> {
    if (this.#tried !== null) return this.#summaryOf(this.#tried.saved);
    this.#trying ??= this.#startTried().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #startTried(): Promise<HubSummary> {
    const { commandLine } = this.#ports;
    if (commandLine === null) throw new StowageError('not-found.source', 'This app has no command line.');
    const { tryHub } = await import('./try-hub');
    const hub = await tryHub(commandLine);
    const { path, address } = hub;
    const saved: SavedHub = { id: randomUUID(), name: t`Two workers here`, path, address, role: 'worker' };
    this.#tried = { saved, hub };
    // The engine may have begun to end meanwhile.
    if (this.#disposed.signal.aborted) await this.#endTried();
    void hub.ended.then(() => this.#forgetTried(saved.id));
    this.#changed();
    return this.#summaryOf(saved);
  }

  async #endTried(): Promise<void> {
    await this.#tried?.hub.stop();
  }

  #forgetTried(id: string): void {
    if (this.#tried?.saved.id === id) this.#tried = null;
    this.#links.delete(id);
    this.#changed();
  }

  async #add({ name, source }: CallInput<'hubs.add'>): Promise<HubSummary> {
    const { resolveToken, prompts } = this.#ports;
    const path = source.kind === 'local' ? this.#localPath() : await resolveToken(source.token, 'hub-join');
    const { readJoinFile } = await import('../cluster/identity');
    const { url, others = [], role } = await readJoinFile(path, t`Join file`);
    const address = new URL(url).host;
    const all = await this.#file.read();
    const known = all.find((one) => one.path === path);
    if (known !== undefined) throw invalidInput(t`Join file`, t`it is that of “${known.name}”.`, t`Pick another one.`);
    if (all.length >= maxHubs) throw invalidInput('Hubs', t`there are already ${maxHubs}.`, t`Remove some first.`);
    const saved = { id: randomUUID(), name: checkedName(name.trim() === '' ? address : name), path, address, role };
    if (prompts !== undefined) {
      const hosts = [url, ...others].map((each) => new URL(each).host);
      const { answer } = await prompts.request({ kind: 'new-hosts', connection: saved.name, hosts });
      if (answer === 'declined') throw cancelled();
    }
    await this.#change((before) => [...before, saved]);
    return this.#summaryOf(saved);
  }

  async #startOrder(hubId: string, order: PageOrder, signal: AbortSignal): Promise<{ jobId: string }> {
    const { orderOf } = await import('./page-orders');
    const { title, spec, prepare } = await orderOf(order, this.#ports, signal);
    const submit = async (line: HubLine): Promise<{ jobId: string }> => {
      await prepare?.();
      const { job } = await line.call('submit', { title, spec });
      return { jobId: job };
    };
    return this.#steer(hubId, submit, signal);
  }

  async #steer<T>(hubId: string, action: (line: HubLine) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { role } = await this.#saved(hubId);
    if (role === 'viewer') {
      throw invalidInput(t`Join file`, t`it is for viewing only.`, t`Add the hub by its join file for workers.`);
    }
    return (await this.#linkOf(hubId)).use(action, signal);
  }

  async #linkOf(hubId: string): Promise<HubLink> {
    await this.#saved(hubId);
    const known = this.#links.get(hubId);
    if (known !== undefined) return known;
    const { clock } = this.#ports;
    const joinHub = async (): Promise<HubLine> => {
      const { path } = await this.#saved(hubId);
      const { readJoinFile } = await import('../cluster/identity');
      const { joinAsClient } = await import('../cluster/jetstream');
      return joinAsClient(await readJoinFile(path, t`Join file`), { clock, field: t`Join file`, name: 'window' });
    };
    const link = new HubLink({ join: joinHub, clock, changed: () => this.#changed() });
    this.#links.set(hubId, link);
    return link;
  }

  /** @throws StowageError `not-found.source` */
  async #saved(hubId: string): Promise<SavedHub> {
    const saved = (await this.#all()).find(({ id }) => id === hubId);
    if (saved !== undefined) return saved;
    throw new StowageError('not-found.source', 'There is no such hub.', { context: { hub: hubId } });
  }

  #summaryOf({ id, name, address, role }: SavedHub): HubSummary {
    return { id, name, address, role, state: this.#links.get(id)?.state ?? 'closed' };
  }

  #localPath(): string {
    return join(this.#ports.stateDir, 'hub', 'join');
  }

  async #change(edit: (all: readonly SavedHub[]) => readonly SavedHub[]): Promise<void> {
    await this.#file.change(edit);
    this.#changed();
  }

  #changed(): void {
    for (const listen of this.#listeners) listen();
  }
}

function checkedName(typed: string): string {
  const name = typed.trim();
  if (name === '') throw invalidInput('Name', t`it is empty.`, t`Enter a name for the hub.`);
  if (name.length <= longestName) return name;
  throw invalidInput('Name', t`it has more than ${longestName} characters.`, t`Shorten it.`);
}
