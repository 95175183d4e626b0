// The tuning of a running job: records what the job waits for, consults the tuner twice a second and saves the settings
// with their reasons for the report. Small files and files in blocks have separate tuners, because the best setting for
// one does not predict the other, and a folder may contain both.
import type { BlockSizes } from '@shared/model/block-sizes';
import type { TransferOptions } from '@shared/model/transfer';
import type { TunerStep } from '@shared/model/transfer-trace';
import { type Bottleneck, type Waits, addWaits, bottleneckOf, fadeWaits, noWaits } from '@shared/monitor/bottleneck';
import { KiB } from '@shared/units';
import { type Saying, t } from '@shared/strings/t';
import type { RequestRecord } from '../../metrics/request-record';
import { type Learned, type LearnedStart, type WorkSize, MovedSize, StoredRate } from './tuning-inputs';
import { type Arrival, type ByteBudget, type Fixed, maxWindowMs, probeBudget } from './byte-budget';
import {
  type Observation,
  type TunerLimits,
  type TunerSetting,
  type TunerState,
  probeLine,
  resumeBudget,
  resumeTuner,
  seeArrival,
  startTuner,
  tune,
} from './tuner';

const startConcurrency = 8;
/** Most requests at once for small files, which mostly wait for the service and the disk. */
const startConcurrencySmall = 32;
const smallBytes = 256 * KiB;
/** Our time-out, and that of a service that gave up on a request that arrived too slowly. */
const timeoutCodes: ReadonlySet<string> = new Set(['network.timeout', 'network.stalled', 'OperationTimedOut']);
/** Enough for a distant line whose rate is limited per connection. */
const limits: TunerLimits = { minConcurrency: 1, maxConcurrency: 64 };
const startOf: Readonly<Record<WorkSize, number>> = { blocks: startConcurrency, small: startConcurrencySmall };
/** The rate of the line is that of so long, or of a request that just is in time. */
const minWindowMs = 3_000;
/** Only the latest are stored, because a job may run for days. */
const maxSteps = 500;
const nothingLearned: LearnedStart = { of: () => null, keep: () => undefined };

/** What the job knows at the end of an interval. */
export interface IntervalFacts {
  readonly atMs: number;
  readonly elapsedMs: number;
  readonly interval: Observation['interval'];
  readonly movedBytes: number;
  /** Bytes that the service has stored so far, or that were received; absent if equal to `movedBytes`. */
  readonly storedBytes?: number;
  readonly inFlight: number;
  /** Absent: all of the size of the next block. */
  readonly inFlightBytes?: number;
  /** 0…1. */
  readonly threadUse: number;
  /** Of the next block; 0 when its size follows the file and none is open. */
  readonly defaultBlockBytes: number;
}

/** What the job knows when a request has timed out. */
export interface TimedOut extends Pick<IntervalFacts, 'atMs' | 'inFlight' | 'defaultBlockBytes'> {
  readonly tookMs: number;
  readonly storedBytes: number;
  readonly inFlightBytes: number;
}

/** Settings that the user adopted from a run of the lab. */
export interface TuningStart {
  readonly uploadConcurrency?: number | undefined;
  readonly blockBytes?: number | undefined;
  /** Empty: the user entered them. */
  readonly runName: string;
}

/** The start of a job whose connection has block sizes by file size; null where they set no number of blocks. */
export function startFrom(sizes: BlockSizes | undefined): TuningStart | null {
  const parallel = (sizes?.rows ?? []).flatMap((row) => (row.parallel === 'auto' ? [] : [row.parallel]));
  if (sizes === undefined || parallel.length === 0) return null;
  return { uploadConcurrency: Math.max(...parallel), runName: sizes.from };
}

/** A job that starts with few requests in flight because the network is still unknown. */
export interface Careful {
  /** Size of the blocks of a file on any other line. */
  readonly blockBytesOf: (fileBytes: number) => number;
}

type Setbacks = Pick<Observation, 'timeouts' | 'timedOutMs' | 'throttled'>;
type RecordedStep = Omit<TunerStep, 'reason'> & { readonly reason: Saying };

export class JobTuning {
  readonly #steps: RecordedStep[] = [];
  readonly #limits: TunerLimits & { readonly fixed: Fixed };
  /** Whether the number of requests follows the line. */
  readonly #adapts: boolean;
  /** When a lab run determined the start, one tuner serves all files. */
  readonly #isAdvised: boolean;
  readonly #careful: Careful | null;
  readonly #learned: LearnedStart;
  /** The kind of files that are moving now; null until the first are known. */
  #size: WorkSize | null = null;
  #tuner: TunerState;
  /** The state of the tuner for the other kind. */
  readonly #left = new Map<WorkSize, TunerState>();
  readonly #moves = new MovedSize();
  #waits: Waits = noWaits;
  #totalWaits: Waits = noWaits;
  #bottleneck: Bottleneck = 'none';
  #lastBottleneck: Bottleneck = 'none';
  #judgedThreadUse = 0;
  #throttled = 0;
  #movedBytes = 0;
  /** A short job that ran into failures does not lower the default start of the next one. */
  #maxInFlight = startConcurrency;
  readonly #listeners = new Set<() => void>();
  /** Durations of the requests that timed out since the last check. */
  #timedOutMs: number[] = [];
  #smallerAtMs = -Infinity;
  readonly #stored = new StoredRate();
  #changedAtMs = 0;
  #gaveWay = 0;
  /** The initial setting for files in blocks on an unknown network. */
  #probe: ByteBudget | null = null;

  /** `start` applies to a job that adapts automatically; settings fixed by its options stay fixed. */
  constructor(
    options: TransferOptions,
    start: TuningStart | null = null,
    learned: LearnedStart = nothingLearned,
    careful: Careful | null = null,
  ) {
    this.#careful = careful;
    this.#adapts = options.concurrency === 'auto';
    const fixed = {
      concurrency: options.concurrency === 'auto' ? null : options.concurrency,
      blockBytes: options.blockBytes === 'auto' ? null : options.blockBytes,
    };
    const atOnce = fixed.concurrency;
    const bounds = atOnce === null ? limits : { minConcurrency: atOnce, maxConcurrency: atOnce };
    this.#limits = { ...bounds, fixed };
    this.#isAdvised = start !== null;
    this.#learned = learned;
    const { uploadConcurrency = startConcurrency, blockBytes = null } = start ?? {};
    this.#tuner = startTuner(options.concurrency === 'auto' ? uploadConcurrency : options.concurrency, blockBytes);
    if (start === null || !this.#adapts) return;
    const reason: Saying = () =>
      start.runName === ''
        ? t`started as set for this connection`
        : t`started as recommended by the run ${start.runName}`;
    this.#steps.push({ atMs: 0, concurrency: uploadConcurrency, blockBytes: blockBytes ?? 0, reason });
  }

  /** The latest settings, each with its reason. */
  get steps(): readonly TunerStep[] {
    return this.#steps.map((step) => ({ ...step, reason: step.reason() }));
  }
  get concurrency(): number {
    return this.#tuner.setting.concurrency;
  }
  /** Null while the number of requests is tuned automatically. */
  get fixedConcurrency(): number | null {
    return this.#adapts ? null : this.#tuner.setting.concurrency;
  }
  /** Null while the size follows the file. */
  get blockBytes(): number | null {
    return this.#tuner.setting.blockBytes;
  }
  /** Bytes that may be in flight; null for any number. */
  get budgetBytes(): number | null {
    return this.#tuner.setting.budgetBytes;
  }
  /** What the user has fixed. */
  get fixed(): Fixed {
    return this.#limits.fixed;
  }
  /** How often it has reduced the requests in flight because of time-outs. */
  get timesReduced(): number {
    return this.#gaveWay;
  }
  /** The shortest time after which a request timed out; null while none has. */
  get limitMs(): number | null {
    return this.#tuner.limitMs;
  }
  /** What the job is waiting for now; `none` when it does not run. */
  get bottleneck(): Bottleneck {
    return this.#bottleneck;
  }
  /** The waits of recent intervals, older ones weighted less. */
  get recentWaits(): Waits {
    return this.#waits;
  }
  /** All waits since the run began. */
  get totalWaits(): Waits {
    return this.#totalWaits;
  }
  /** The last verdict while it ran. */
  get lastBottleneck(): Bottleneck {
    return this.#lastBottleneck;
  }
  /** The load of the busiest thread at that verdict, 0…1. */
  get judgedThreadUse(): number {
    return this.#judgedThreadUse;
  }

  /** Called with each new setting. Returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call it with the first files, before any request is in flight. */
  startWith(files: readonly { readonly bytes: number }[]): void {
    if (files.length === 0 || this.#size === 'small') return;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const manySmall = files.length >= startConcurrencySmall && bytes <= files.length * smallBytes;
    // Once something moves, that decides.
    if (this.#size !== null && (this.#steps.length > 0 || this.#movedBytes > 0)) return;
    this.#size = manySmall ? 'small' : 'blocks';
    if (this.#steps.length > 0) return;
    this.#probe = this.#probeOf(files, bytes);
    if (!this.#adapts) {
      if (this.#probe !== null) this.#tuner = probeLine(this.#tuner, this.#probe, this.#limits);
      return;
    }
    this.#tuner = this.#begin(this.#size);
    const { setting, best } = this.#tuner;
    const { concurrency } = setting;
    if (this.#tuner.budget?.probe !== undefined || concurrency === startOf[this.#size]) return;
    const reason: Saying = () =>
      concurrency === best.concurrency
        ? t`started with the fastest settings of the last job`
        : t`started with the settings that the last job would have tried next`;
    this.#steps.push({ atMs: 0, concurrency, blockBytes: 0, reason });
  }

  waited(waits: Partial<Waits>): void {
    this.#waits = addWaits(this.#waits, waits);
    this.#totalWaits = addWaits(this.#totalWaits, waits);
  }

  /** `ended`: requests that were answered or given up since the last report. */
  report({ ended }: { readonly ended: readonly RequestRecord[] }): void {
    this.#moves.add({ requests: ended.length });
    for (const record of ended) {
      if (timeoutCodes.has(record.errorCode)) this.#timedOutMs.push(record.totalMs);
      if (record.status === 429 || record.status === 503) this.#throttled += 1;
    }
  }

  /** Call it twice a second. Returns whether the setting changed. */
  step(facts: IntervalFacts): 'changed' | 'unchanged' {
    this.#judge(facts.threadUse);
    const before = this.#movedBytes;
    const moved = facts.movedBytes - before;
    // Time-outs of requests sent before the blocks became smaller do not apply to the smaller blocks.
    const timeouts = this.#timedOutMs.filter((ms) => facts.atMs - ms >= this.#smallerAtMs).length;
    const throttled = this.#throttled;
    const timedOutMs = timeouts === 0 ? 0 : Math.min(...this.#timedOutMs);
    this.#movedBytes = facts.movedBytes;
    this.#timedOutMs = [];
    this.#throttled = 0;
    this.#moves.add({ bytes: moved });
    this.#stored.add(facts.atMs, facts.storedBytes ?? facts.movedBytes);
    const { budget, setting } = this.#tuner;
    this.#showProbe();
    if (!this.#adapts && timeouts === 0 && budget === null && setting.blockBytes === null) return 'unchanged';
    // A request to slow down takes precedence.
    if (timeouts + throttled === 0 && this.#adapts && this.#turns(facts)) return 'changed';
    const bytesPerSecond = (moved / facts.elapsedMs) * 1000;
    // The interval in which the first bytes moved began before there was anything to measure.
    const begins = before === 0 && moved > 0;
    const ofOthers = this.#size !== null && this.#moves.doubts(this.#size);
    const saturated = facts.inFlight >= this.concurrency && this.#bottleneck !== 'cap' && !begins && !ofOthers;
    const processor = this.#bottleneck === 'cpu' ? ('busy' as const) : ('free' as const);
    const { interval } = facts;
    const load = { bytesPerSecond, saturated, processor, ...this.#line(facts, 0) };
    // A number that a user has fixed gives way to no busy service: the pace of the account does that.
    return this.#take({ ...load, timeouts, timedOutMs, throttled: this.#adapts ? throttled : 0, interval }, facts.atMs);
  }

  /**
   * Call it as soon as a request has timed out: the next one must not be as large. Returns whether the setting changed.
   */
  timedOut(facts: TimedOut): 'changed' | 'unchanged' {
    this.#stored.add(facts.atMs, facts.storedBytes);
    // It was sent before the last time that the setting gave way.
    if (facts.atMs - facts.tookMs < this.#smallerAtMs) return 'unchanged';
    const seen = { bytesPerSecond: 0, saturated: false, processor: 'free', interval: 'whole' } as const;
    const timeouts = { timeouts: 1, timedOutMs: facts.tookMs, throttled: 0 };
    return this.#take({ ...seen, ...timeouts, ...this.#line(facts, facts.tookMs) }, facts.atMs);
  }

  /** Call it as soon as a request that moves data has arrived. Returns whether the setting changed. */
  arrived(arrival: Arrival): 'changed' | 'unchanged' {
    if (this.#tuner.budget?.probe === undefined) return 'unchanged';
    const { state, reason } = seeArrival(this.#tuner, arrival, this.#limits);
    this.#tuner = state;
    if (reason === null) return 'unchanged';
    const { atMs } = arrival;
    this.#changedAtMs = atMs;
    // If the network shows its capacity at once, nothing has happened that the user would look for.
    if (this.#steps.length > 0) this.#took({ atMs: Math.round(atMs), ...this.#shown(arrival.bytes), reason });
    else for (const notify of this.#listeners) notify();
    return 'changed';
  }

  #shown(defaultBlockBytes: number): Pick<RecordedStep, 'concurrency' | 'blockBytes'> {
    return { concurrency: this.concurrency, blockBytes: this.blockBytes ?? defaultBlockBytes };
  }

  #showProbe(): void {
    if (this.#tuner.budget?.probe === undefined || this.#steps.length > 0) return;
    this.#steps.push({
      atMs: 0,
      ...this.#shown(0),
      reason: () => t`fewer concurrent requests until the network speed is known`,
    });
  }

  #probeOf(files: readonly { readonly bytes: number }[], bytes: number): ByteBudget | null {
    const { fixed } = this.#limits;
    if (this.#careful === null || this.#size !== 'blocks' || this.#isAdvised) return null;
    if (fixed.concurrency !== null && fixed.blockBytes !== null) return null;
    if (this.#learned.of('blocks') !== null) return null;
    const largest = files.reduce((max, file) => Math.max(max, file.bytes), 0);
    const each = Math.min(largest, this.#careful.blockBytesOf(largest));
    const concurrency = fixed.concurrency ?? startConcurrency;
    const full = { bytes: Math.min(bytes, concurrency * each), concurrency, blockBytes: null };
    return probeBudget({ jobBytes: bytes, largestBytes: largest }, full, fixed);
  }

  /** What an observation reveals about the network. */
  #line(
    facts: Pick<IntervalFacts, 'atMs' | 'inFlight' | 'inFlightBytes' | 'defaultBlockBytes'>,
    tookMs: number,
  ): Omit<Observation, 'bytesPerSecond' | 'saturated' | 'processor' | 'interval' | keyof Setbacks> {
    const { atMs, inFlight, defaultBlockBytes } = facts;
    const limitMs = Math.max(tookMs, this.#tuner.limitMs ?? 0);
    const { budget } = this.#tuner;
    const windowMs = budget?.probe === undefined ? limitMs : maxWindowMs;
    const sinceMs = atMs - Math.max(minWindowMs, Math.min(maxWindowMs, windowMs));
    return {
      atMs,
      defaultBlockBytes,
      inFlight,
      inFlightBytes: facts.inFlightBytes ?? inFlight * defaultBlockBytes,
      maxInFlight: (this.#maxInFlight = Math.max(this.#maxInFlight, inFlight)),
      storedPerSecond: this.#stored.perSecond(Math.max(0, sinceMs, budget?.sinceMs ?? 0)),
      storedBytes: this.#stored.bytesSince(this.#changedAtMs),
    };
  }

  #take(seen: Observation, atMs: number): 'changed' | 'unchanged' {
    const { state, reason } = tune(this.#tuner, seen, this.#limits);
    if (seen.timeouts > 0) {
      this.#smallerAtMs = atMs;
      if (isSmaller(state.setting, this.#tuner.setting)) this.#gaveWay += 1;
    }
    this.#tuner = state;
    if (reason === null) return 'unchanged';
    this.#changedAtMs = atMs;
    const blockBytes = this.blockBytes ?? seen.defaultBlockBytes;
    this.#took({ atMs: Math.round(atMs), concurrency: this.concurrency, blockBytes, reason });
    return 'changed';
  }

  stop(threadUse: number): void {
    // A job shorter than an interval gets its verdict too.
    if (this.#lastBottleneck === 'none') this.#judge(threadUse);
    this.#bottleneck = 'none';
    if (!this.#adapts || this.#size === null) return;
    for (const [size, tuner] of [...this.#left, [this.#size, this.#tuner] as const]) {
      const wasProbed = size === 'blocks' && this.#probe !== null;
      const learned = learnedBy(tuner, this.#learned.of(size), wasProbed ? 'found' : 'as usual');
      if (learned !== null) this.#learned.keep(size, learned);
    }
  }

  #begin(size: WorkSize): TunerState {
    const learned = this.#learned.of(size);
    if (learned === null) {
      const state = startTuner(startOf[size]);
      return this.#probe === null || size === 'small' ? state : probeLine(state, this.#probe, this.#limits);
    }
    const state = resumeTuner(Math.min(learned.concurrency, limits.maxConcurrency), learned.best);
    return learned.slow ? resumeBudget(state, learned.slow, this.#limits) : state;
  }

  /** Switches to the tuner of the other kind of files, in its previous state, once those are what moves. */
  #turns({ atMs, interval, defaultBlockBytes }: IntervalFacts): boolean {
    const before = this.#size;
    if (before === null || this.#isAdvised || interval === 'short') return false;
    const size = this.#moves.judge(before, atMs);
    if (size === before) return false;
    const { blockBytes } = this;
    const found = this.#left.get(size) ?? this.#begin(size);
    this.#left.delete(size);
    this.#left.set(before, this.#tuner);
    this.#size = size;
    // A size that timed out was too large, whatever moves now.
    const { budget, limitMs, setting } = this.#tuner;
    const retained = { blockBytes, budgetBytes: setting.budgetBytes };
    this.#tuner = { ...found, budget, limitMs, rates: [], setting: { ...found.setting, ...retained } };
    const { concurrency } = this;
    const reason: Saying = () =>
      size === 'small' ? t`${concurrency} concurrent: small files` : t`${concurrency} concurrent: blocks`;
    this.#took({ atMs: Math.round(atMs), concurrency, blockBytes: blockBytes ?? defaultBlockBytes, reason });
    return true;
  }

  #took(step: RecordedStep): void {
    this.#steps.push(step);
    if (this.#steps.length > maxSteps) this.#steps.shift();
    for (const notify of this.#listeners) notify();
  }

  #judge(threadUse: number): void {
    this.#bottleneck = bottleneckOf(this.#waits, threadUse);
    if (this.#bottleneck !== 'none') {
      this.#lastBottleneck = this.#bottleneck;
      this.#judgedThreadUse = threadUse;
    }
    this.#waits = fadeWaits(this.#waits);
  }
}

function isSmaller(now: TunerSetting, before: TunerSetting): boolean {
  const isFewer =
    now.concurrency < before.concurrency || (now.budgetBytes ?? Infinity) < (before.budgetBytes ?? Infinity);
  return isFewer || (now.blockBytes ?? Infinity) < (before.blockBytes ?? Infinity);
}

/** Null when the job has learned nothing new. */
function learnedBy(
  { best, setting, tooMany, budget, limitMs }: TunerState,
  before: Learned | null,
  line: 'found' | 'as usual',
): Learned | null {
  if (budget !== null) {
    const { concurrency } = budget.full;
    return { concurrency, best: { bytesPerSecond: 0, concurrency }, slow: { budget, limitMs } };
  }
  // A job falls below half of the excessive number only for a service that is temporarily busy.
  const concurrency = Math.max(setting.concurrency, best.bytesPerSecond > 0 ? 0 : Math.floor((tooMany ?? 0) / 2));
  if (best.bytesPerSecond > 0) {
    const isInherited = best === before?.best && concurrency === before.concurrency;
    return isInherited ? null : { concurrency: Math.max(concurrency, best.concurrency), best };
  }
  if (before === null && line === 'found') return { concurrency, best: { bytesPerSecond: 0, concurrency } };
  // The next job does not start with a setting that was throttled or timed out.
  if (before === null || concurrency >= before.concurrency) return null;
  return { concurrency, best: { ...before.best, concurrency } };
}
