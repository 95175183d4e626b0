// The work queue over NATS JetStream. Streams, subjects and consumers are named here and nowhere else; the reference for
// the server's behaviour is its documentation of work-queue streams. Over 300 lines, for both ends of the same subjects.
import type { NatsConnection, Msg } from '@nats-io/transport-node';
import type { Consumer, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { z } from 'zod';
import { StowageError, cancelled, invalidInput } from '@shared/errors';
import { errorShape } from '@shared/error-shape';
import { mapConcurrent } from '@shared/map-concurrent';
import { parsedJson } from '../../disk/whole-file';
import type { Clock } from '../ports';
import { connectError, hubError } from './connect-error';
import { type Join, randomId } from './identity';
import {
  type Beat,
  type HubCall,
  type Work,
  beat,
  checkpoint,
  endedShard,
  hubCalls,
  hubState,
  hubView,
  outcome,
} from './messages';
import { assertNewEnough } from './nats-server';
import { packWork, unpackWork } from './shards';
import {
  type Handlers,
  type HubLine,
  type HubQueue,
  type InputOf,
  type Lease,
  type OutputOf,
  type WorkKind,
  type WorkerQueue,
  leaseMs,
} from './work-queue';

const workStream = 'STW_WORK';
const doneStream = 'STW_DONE';
const checkpointBucket = 'stw_ckpt';
const consumerOf = (job: string, kind: WorkKind): string => `${job}-${kind}`;
const subjectOf = ({ job, t, id }: Work): string => `stw.work.${job}.${t}.${id}`;

const nanos = (ms: number): number => ms * 1_000_000;
const callMs = 15_000;
const connectMs = 10_000;
/** How often it is asked whether the server is still there. */
const probeMs = 500;
/** Waiting work beyond this is refused, whatever plans it. */
const maxWaiting = 50_000;
/** In which a piece of work that is added again is recognised. */
const duplicateMs = 10 * 60_000;
const checkpointsLastMs = 7 * 24 * 60 * 60_000;

export interface JoinOptions {
  readonly clock: Clock;
  /** The option that named the hub, for messages. */
  readonly field: string;
  readonly name: string;
}

/** @throws StowageError `network.*`, and `invalid.input` for a key or a server that does not fit */
async function connectTo(join: Join, { field, name }: JoinOptions): Promise<NatsConnection> {
  const { connect, nkeyAuthenticator } = await import('@nats-io/transport-node');
  // The client prints lost connections to standard output, where the results of a command go.
  Object.assign(console, { log: () => undefined });
  let line: NatsConnection;
  try {
    line = await connect({
      servers: [join.url, ...(join.others ?? [])].map((url) => new URL(url).host),
      noRandomize: true,
      authenticator: nkeyAuthenticator(new TextEncoder().encode(join.seed)),
      ...(join.certificate === null ? {} : { tls: onlyBy(join.certificate) }),
      inboxPrefix: `_STW.${randomId()}`,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 300,
      reconnectJitter: 100,
      ignoreAuthErrorAbort: true,
      pingInterval: 5000,
      // A computer that starts many workers at once needs seconds for each.
      timeout: connectMs,
    });
  } catch (thrown) {
    throw await connectError(thrown, join, field);
  }
  try {
    assertNewEnough(line.info?.version ?? '0', field, `the server at ${new URL(join.url).host}`);
  } catch (thrown) {
    await line.close();
    throw thrown;
  }
  return line;
}

/**
 * Trusts nobody but the owner of this very certificate. Its names need not be compared then, and cannot be: the client
 * does not pass on the address that it connects to.
 */
function onlyBy(certificate: string): { readonly ca: string } {
  return Object.assign({ ca: certificate }, { checkServerIdentity: () => undefined });
}

/** How long a server may take to confirm that a connection ends. */
const closeMs = 2000;

/** Everything that the line needs whoever uses it. */
class Line implements HubLine {
  protected readonly line: NatsConnection;
  readonly #clock: Clock;
  readonly #host: string;
  readonly #closed = new AbortController();
  #answeredMs: number;

  constructor(line: NatsConnection, clock: Clock, host: string) {
    this.line = line;
    this.#clock = clock;
    this.#host = host;
    this.#answeredMs = clock.monotonic();
    void this.#probe();
  }

  async call<C extends HubCall>(name: C, input: InputOf<C>, timeoutMs = callMs): Promise<OutputOf<C>> {
    let answer: Msg;
    try {
      answer = await this.line.request(`stw.ask.${name}`, JSON.stringify(input), { timeout: timeoutMs });
    } catch (cause) {
      if (this.line.isClosed()) throw cancelled();
      const detail = cause instanceof Error ? cause.message : '';
      if (/permission/iu.test(detail)) {
        throw invalidInput('join file', 'it is for viewing only.', 'Use the join file for workers.');
      }
      throw hubError('network.timeout', this.#host, { operation: name }, cause);
    }
    const content = parsedJson(answer.string());
    const failed = errorShape.safeParse(content);
    if (failed.success) throw StowageError.fromShape(failed.data);
    return readAs(hubCalls[name].output as unknown as z.ZodType<OutputOf<C>>, content, this.#host);
  }

  onState(listen: Parameters<HubLine['onState']>[0]): () => void {
    return this.#listen('stw.state', hubState, listen);
  }

  onView(listen: Parameters<HubLine['onView']>[0]): () => void {
    return this.#listen('stw.view', hubView, listen);
  }

  onEnded(job: string, listen: Parameters<HubLine['onEnded']>[1]): () => void {
    return this.#listen(`stw.ended.${job}`, endedShard, listen);
  }

  #listen<T>(subject: string, schema: z.ZodType<T>, listen: (content: T) => void): () => void {
    const subscription = this.line.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        const { success, data } = schema.safeParse(parsedJson(message.string()));
        if (success) listen(data);
      },
    });
    return () => subscription.unsubscribe();
  }

  silentForMs(): number {
    return this.#clock.monotonic() - this.#answeredMs;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    const closed = new AbortController();
    const patience = this.#clock.sleep(closeMs, closed.signal).catch(() => undefined);
    await Promise.race([this.line.close(), patience]).finally(() => closed.abort());
  }

  async #probe(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const sentMs = this.#clock.monotonic();
      // Without an answer it stays pending until the connection is back.
      await this.line.flush().then(
        () => {
          this.#answeredMs = sentMs;
        },
        () => undefined,
      );
      await this.#clock.sleep(probeMs, signal).catch(() => undefined);
    }
  }
}

function readAs<T>(schema: z.ZodType<T>, content: unknown, host: string): T {
  const { success, data } = schema.safeParse(content);
  if (success) return data;
  throw hubError('network.malformed', host, {});
}

class JetStreamWorker extends Line implements WorkerQueue {
  readonly #js: JetStreamClient;
  readonly #checkpoints: KV;
  readonly #consumers = new Map<string, Promise<Consumer>>();

  constructor(line: NatsConnection, clock: Clock, host: string, js: JetStreamClient, checkpoints: KV) {
    super(line, clock, host);
    this.#js = js;
    this.#checkpoints = checkpoints;
  }

  async next(job: string, kind: WorkKind): Promise<Lease | null> {
    const name = consumerOf(job, kind);
    const found = this.#consumers.get(name) ?? this.#js.consumers.get(workStream, name);
    this.#consumers.set(name, found);
    let message: JsMsg | null;
    try {
      message = await (await found).next({ expires: 1000, bind: true });
    } catch {
      // The job has ended, or the server is away: the hub announces which.
      this.#consumers.delete(name);
      return null;
    }
    return message === null ? null : leaseOf(message);
  }

  async readCheckpoint(job: string, shard: string): ReturnType<WorkerQueue['readCheckpoint']> {
    const entry = await this.#checkpoints.get(`${job}.${shard}`);
    if (entry?.operation !== 'PUT') return null;
    const { success, data } = checkpoint.safeParse(parsedJson(entry.string()));
    return success ? data : null;
  }

  async writeCheckpoint(...[job, shard, content]: Parameters<WorkerQueue['writeCheckpoint']>): Promise<void> {
    await this.#checkpoints.put(`${job}.${shard}`, JSON.stringify(content));
  }

  async removeCheckpoint(job: string, shard: string): Promise<void> {
    await this.#checkpoints.purge(`${job}.${shard}`);
  }

  async storeOutcome(ended: Parameters<WorkerQueue['storeOutcome']>[0]): Promise<'stored' | 'known'> {
    const subject = `stw.done.${ended.job}.${ended.shard}.${ended.round}`;
    try {
      await this.#js.publish(subject, JSON.stringify(ended), { timeout: callMs });
      return 'stored';
    } catch (thrown) {
      if (thrown instanceof Error && /maximum messages per subject/iu.test(thrown.message)) return 'known';
      throw thrown;
    }
  }

  beat(content: Beat): void {
    if (!this.line.isClosed()) this.line.publish(`stw.beat.${content.node}`, JSON.stringify(content));
  }
}

async function leaseOf(message: JsMsg): Promise<Lease | null> {
  let found: Work;
  try {
    found = await unpackWork(message.data);
  } catch (thrown) {
    // A newer version may read it.
    message.nak(30_000);
    throw thrown;
  }
  return {
    work: found,
    deliveries: message.info.deliveryCount,
    // Not in its type, but what its acknowledgements are sent to.
    reply: (message as unknown as { readonly reply: string }).reply,
    working: () => message.working(),
    end: async (isOver) => {
      if (isOver.aborted) return;
      const confirmed = message.ackAck({ timeout: callMs });
      const over = new Promise<true>((resolve) =>
        isOver.addEventListener('abort', () => resolve(true), { once: true }),
      );
      // The one that is not waited for may still fail.
      confirmed.catch(() => undefined);
      if (!(await Promise.race([confirmed, over]))) throw new Error('The end of the work was not confirmed.');
    },
    giveBack: (afterMs = 0) => (afterMs === 0 ? message.nak() : message.nak(afterMs)),
  };
}

/** @throws StowageError `network.*`, `invalid.input` */
export async function joinAsWorker(join: Join, options: JoinOptions): Promise<WorkerQueue> {
  const line = await connectTo(join, options);
  const { jetstream } = await import('@nats-io/jetstream');
  const { Kvm } = await import('@nats-io/kv');
  try {
    const js = jetstream(line, { timeout: callMs });
    const checkpoints = await new Kvm(js).open(checkpointBucket);
    return new JetStreamWorker(line, options.clock, new URL(join.url).host, js, checkpoints);
  } catch (cause) {
    await line.close();
    throw hubError('network.timeout', new URL(join.url).host, { reason: 'not-ready' }, cause);
  }
}

/** @throws StowageError `network.*`, `invalid.input` */
export async function joinAsClient(join: Join, options: JoinOptions): Promise<HubLine> {
  return new Line(await connectTo(join, options), options.clock, new URL(join.url).host);
}

class JetStreamHub implements HubQueue {
  readonly isNew: boolean;
  readonly #line: NatsConnection;
  readonly #js: JetStreamClient;
  readonly #manager: JetStreamManager;
  readonly #log: (line: string) => void;
  readonly #host: string;

  constructor(
    line: NatsConnection,
    host: string,
    js: JetStreamClient,
    manager: JetStreamManager,
    isNew: boolean,
    log: (line: string) => void,
  ) {
    this.isNew = isNew;
    this.#line = line;
    this.#host = host;
    this.#js = js;
    this.#manager = manager;
    this.#log = log;
  }

  async addJob(job: string): Promise<void> {
    for (const kind of ['shard', 'walk'] as const) {
      await this.#manager.consumers.add(workStream, {
        durable_name: consumerOf(job, kind),
        filter_subject: `stw.work.${job}.${kind}.>`,
        ack_policy: 'explicit',
        ack_wait: nanos(leaseMs),
        // A piece that ends its workers is found by its checkpoint; the server would only stop delivering it.
        max_deliver: -1,
        max_ack_pending: 20_000,
      });
    }
  }

  async removeJob(job: string): Promise<void> {
    for (const kind of ['shard', 'walk'] as const) {
      await this.#manager.consumers.delete(workStream, consumerOf(job, kind)).catch(() => undefined);
    }
    await this.purge(job);
    await this.#manager.streams
      .purge(`KV_${checkpointBucket}`, { filter: `$KV.${checkpointBucket}.${job}.>` })
      .catch(() => undefined);
  }

  async purge(job: string): Promise<void> {
    await this.#manager.streams.purge(workStream, { filter: `stw.work.${job}.>` });
  }

  async publish(pieces: readonly Work[], round: number): Promise<void> {
    await mapConcurrent(pieces, 32, async (piece) => {
      await this.#js.publish(subjectOf(piece), await packWork(piece.t === 'shard' ? { ...piece, round } : piece), {
        msgID: `${piece.job}.${piece.id}.${round}`,
        timeout: callMs,
      });
    });
  }

  async held(job: string): Promise<number> {
    const { state } = await this.#manager.streams.info(workStream, { subjects_filter: `stw.work.${job}.>` });
    return Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
  }

  takeBack(reply: string): void {
    this.#line.publish(reply, '-NAK');
  }

  serve(handlers: Handlers): void {
    for (const name of Object.keys(hubCalls) as HubCall[]) {
      const { input } = hubCalls[name];
      const handle = handlers[name] as (content: unknown) => Promise<unknown>;
      this.#line.subscribe(`stw.ask.${name}`, {
        callback: (error, message) => {
          if (error !== null) return;
          const answered = async (): Promise<unknown> => {
            const read = input.safeParse(parsedJson(message.string()));
            if (!read.success) throw hubError('network.malformed', this.#host, { reason: 'request' });
            return handle(read.data);
          };
          void answered()
            .catch((thrown: unknown) => StowageError.from(thrown).toShape())
            .then((answer) => message.respond(JSON.stringify(answer)));
        },
      });
    }
  }

  onBeat(listen: (beat: Beat) => void): void {
    this.#line.subscribe('stw.beat.*', {
      callback: (error, message) => {
        const { success, data } = beat.safeParse(error === null ? parsedJson(message.string()) : null);
        if (success) listen(data);
      },
    });
  }

  onOutcome(take: Parameters<HubQueue['onOutcome']>[0]): void {
    const consumeAll = async (): Promise<void> => {
      const consumer = await this.#js.consumers.get(doneStream, 'hub');
      const messages = await consumer.consume({ max_messages: 256 });
      for await (const message of messages) {
        const { success, data } = outcome.safeParse(parsedJson(message.string()));
        // It can be taken again only when it is in the journal.
        if (success)
          await take(data).then(
            () => message.ack(),
            () => message.nak(1000),
          );
        else message.term();
      }
    };
    const keepConsuming = async (): Promise<void> => {
      while (!this.#line.isClosed()) {
        await consumeAll().catch((thrown: unknown) => this.#log(`outcomes: ${String(thrown)}`));
        await new Promise((resolve) => setTimeout(resolve, 500).unref());
      }
    };
    void keepConsuming();
  }

  announce(state: Parameters<HubQueue['announce']>[0]): void {
    this.#tell('stw.state', state);
  }

  show(view: Parameters<HubQueue['show']>[0]): void {
    this.#tell('stw.view', view);
  }

  ended(shard: Parameters<HubQueue['ended']>[0]): void {
    this.#tell(`stw.ended.${shard.job}`, shard);
  }

  #tell(subject: string, content: unknown): void {
    if (!this.#line.isClosed()) this.#line.publish(subject, JSON.stringify(content));
  }

  async close(): Promise<void> {
    await this.#line.close();
  }
}

/** With streams and consumers as this version wants them. @throws StowageError `network.*`, `invalid.input` */
export async function openHubQueue(
  join: Join,
  options: JoinOptions & { readonly log: (line: string) => void },
): Promise<HubQueue> {
  const line = await connectTo(join, options);
  const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
  const { Kvm } = await import('@nats-io/kv');
  const manager = await jetstreamManager(line, { timeout: callMs });
  const js = jetstream(line, { timeout: callMs });
  const isNew = !(await manager.streams.info(workStream).then(
    () => true,
    () => false,
  ));
  const streams = [
    {
      name: workStream,
      subjects: ['stw.work.>'],
      retention: 'workqueue' as const,
      storage: 'file' as const,
      discard: 'new' as const,
      max_msgs: maxWaiting,
      duplicate_window: nanos(duplicateMs),
    },
    {
      name: doneStream,
      subjects: ['stw.done.>'],
      retention: 'workqueue' as const,
      storage: 'file' as const,
      discard: 'new' as const,
      max_msgs_per_subject: 1,
      discard_new_per_subject: true,
    },
  ];
  for (const stream of streams) {
    await manager.streams.add(stream).catch(() => manager.streams.update(stream.name, stream));
  }
  await manager.consumers.add(doneStream, {
    durable_name: 'hub',
    ack_policy: 'explicit',
    ack_wait: nanos(60_000),
    max_deliver: -1,
    max_ack_pending: 20_000,
  });
  await new Kvm(js).create(checkpointBucket, { history: 1, ttl: checkpointsLastMs });
  return new JetStreamHub(line, new URL(join.url).host, js, manager, isNew, options.log);
}
