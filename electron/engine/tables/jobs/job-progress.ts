// What a running job on a table shows: counts, a smoothed rate, failures by cause.
import { errorMessage } from '@shared/error-text';
import type { ErrorShape, StowageError } from '@shared/errors';
import type { JobStatus, WaitReason } from '@shared/model/job-state';
import type { FailureGroup, JobFact, TableJob } from '@shared/model/table-job';
import { type Saying, t } from '@shared/strings/t';
import { formatDuration } from '@shared/units';
import { type LifecycleEvent, type Lifecycle, isPossible, isUnderway, transition } from '../../jobs/lifecycle';
import type { Clock } from '../../ports';
import type { Pace } from './pace';

/** The texts of a job: created on each call, because the language may change while it runs. */
export interface JobText {
  readonly title?: Saying | undefined;
  readonly note?: Saying | undefined;
  readonly pace?: Pace | null | undefined;
  readonly facts?: (() => JobFact[]) | undefined;
}

export type JobChange = Omit<Partial<TableJob>, keyof JobText | 'state' | 'waitsFor'> & Omit<JobText, 'title'>;

export type JobCounts = Pick<TableJob, 'rowsDone' | 'rowsRejected' | 'batches' | 'requests' | 'retries' | 'throttled'>;

const smoothingMs = 3000;
/** After a silence this long, and several times longer than usual in this job, no remaining time is shown. */
const stallMs = 6000;
const stallGaps = 4;
const groupsShown = 20;
/** Further failures with this code are counted with the last one, to leave room for other codes. */
const causesOfOneCode = 8;
const examplesShown = 5;
const nothing: Saying = () => '';

/** The view of a job that has not started. */
export function newJobView(
  base: Pick<TableJob, 'id' | 'kind' | 'connectionId' | 'table' | 'title' | 'source' | 'target' | 'createdAtMs'>,
): TableJob {
  return {
    ...base,
    state: 'planning',
    rowsDone: 0,
    rowsTotal: null,
    rowsRejected: 0,
    bytesDone: null,
    bytesTotal: null,
    rowsPerSecond: 0,
    remainingMs: null,
    batches: 0,
    requests: 0,
    retries: 0,
    throttled: 0,
    pace: null,
    failures: [],
    facts: [],
    keepsRejectedRows: false,
    outputFile: null,
    awaits: null,
    error: null,
    note: '',
    endedAtMs: null,
    ranMs: 0,
  };
}

export class JobProgress {
  /** Its texts are those of an earlier run, used when `#words` supplies none. */
  #view: TableJob;
  #words: JobText;
  readonly #clock: Clock;
  readonly #changed: () => void;
  /** Whether the note reports that the connection is lost. */
  #isCutOff = false;
  readonly #mean = new RunningMean();
  /** Null while the job does not run. */
  #movesSinceMs: number | null = null;
  /** When the service last responded, or the latest time of the next request. */
  #quietFromMs = 0;
  #samples: { readonly atMs: number; readonly rows: number }[] = [];

  constructor(view: TableJob, clock: Clock, changed: () => void, text: JobText = {}) {
    // The process ended in the middle of a run whose duration was not recorded.
    const isCutOff = view.state === 'interrupted' && view.endedAtMs === null;
    const { waitsFor: _waitsFor, ...atWork } = view;
    const shown = view.state === 'paused' ? view : atWork;
    this.#view = isCutOff ? { ...shown, ranMs: null } : shown;
    this.#words = text;
    this.#clock = clock;
    this.#changed = changed;
  }

  get state(): JobStatus {
    return this.#view.state;
  }
  get waitsFor(): WaitReason | undefined {
    return this.#view.waitsFor;
  }

  /** True also while it only plans or commits. */
  get isMoving(): boolean {
    return isUnderway(this.#view.state);
  }

  /** The counts of a view, at less cost. */
  get counts(): JobCounts {
    return this.#view;
  }

  view(): TableJob {
    const isMoving = this.#view.state === 'running' || this.#view.state === 'planning';
    const silentMs = this.#silentMs();
    const rowsPerSecond = isMoving && silentMs === null ? this.#rate() : 0;
    const { rowsTotal, rowsDone, rowsRejected } = this.#view;
    const left = rowsTotal === null ? null : Math.max(0, rowsTotal - rowsDone - rowsRejected);
    const remainingMs =
      left === null || rowsPerSecond === 0 || this.#view.state !== 'running' ? null : (left / rowsPerSecond) * 1000;
    const mean = this.#mean.perSecond(this.#clock.monotonic());
    const text = textFields(this.#words);
    const stall = silentMs === null || text.note ? {} : { note: t`no response for ${formatDuration(silentMs)}` };
    return {
      ...this.#view,
      ...text,
      ...stall,
      rowsPerSecond,
      remainingMs,
      ...(mean === null ? {} : { meanRowsPerSecond: mean }),
    };
  }

  set(change: JobChange): void {
    this.#change(change, lifecycleOf(this.#view));
  }

  /** Starts or resumes. */
  begin(as: 'planning' | 'running'): void {
    const fresh: Lifecycle = isUnderway(this.#view.state) ? { state: 'waiting' } : this.#after({ type: 'launched' });
    const started = transition(fresh, { type: 'started', plan: as === 'running' ? 'complete' : 'missing' });
    this.#change({ error: null, endedAtMs: null }, started);
  }

  /** @throws StowageError `bug.unexpected` for an event that cannot happen in its state */
  dispatch(event: LifecycleEvent, change: JobChange = {}): void {
    this.#change(change, this.#after(event));
  }

  /** Its plan is complete: it begins to write, unless it is paused. */
  planned(): void {
    if (this.#view.state === 'planning') this.dispatch({ type: 'moving' });
  }

  /** Cancels a job that rests or has failed. */
  abandon(): void {
    if (this.#view.state === 'failed') this.begin('running');
    this.end({ type: 'cancelled' }, null);
  }

  #after(event: LifecycleEvent): Lifecycle {
    return transition(lifecycleOf(this.#view), event);
  }

  #change({ note, pace, facts, ...change }: JobChange, lifecycle: Lifecycle): void {
    const { state } = lifecycle;
    const begins = state === 'running' && this.#view.state !== 'running';
    const { waitsFor: _before, ...view } = { ...this.#view, ...change, state };
    this.#view = lifecycle.state === 'paused' ? { ...view, waitsFor: lifecycle.waitsFor } : view;
    // Progress before a pause, or while planning, does not predict the rate afterwards.
    if (begins) this.#samples = [{ atMs: this.#clock.monotonic(), rows: this.#rowsThrough() }];
    this.#setText({ note, pace, facts });
    if (this.#view.state === 'running' && !this.#isCutOff) this.#mean.moves(this.#clock.monotonic());
    else this.#mean.rests(this.#clock.monotonic());
    this.#timeRun(state);
    this.#changed();
  }

  /** Whether the service has answered this job, in this run or an earlier one. */
  get hasReachedService(): boolean {
    const { requests, rowsDone, rowsRejected } = this.#view;
    return requests + rowsDone + rowsRejected > 0;
  }

  /** Shows that the connection is lost, until something gets through again. */
  cutOff(error: StowageError): void {
    this.#isCutOff = true;
    this.set({ note: () => t`waiting for the network: ${errorMessage(error).title}` });
  }

  /** Adds to the counts. */
  count(more: Partial<JobCounts>): void {
    const view = { ...this.#view };
    if (this.#isCutOff) this.#setText({ note: nothing });
    this.#isCutOff = false;
    if (view.state === 'running') this.#mean.moves(this.#clock.monotonic());
    this.#mean.add((more.rowsDone ?? 0) + (more.rowsRejected ?? 0));
    for (const name of ['rowsDone', 'rowsRejected', 'batches', 'requests', 'retries', 'throttled'] as const) {
      view[name] += more[name] ?? 0;
    }
    this.#view = view;
    this.#sample();
    this.#changed();
  }

  /** Called when the service has responded, even if no row was finished. */
  answered(): void {
    this.holdsBack(0);
  }

  /** The job itself sends nothing for this long, which does not count as silence of the service. */
  holdsBack(ms: number): void {
    this.#quietFromMs = Math.max(this.#quietFromMs, this.#clock.monotonic() + ms);
  }

  failed(code: string, message: string, example: string): void {
    const groups = this.#view.failures;
    const ofCode = groups.filter((group) => group.code === code);
    const known =
      ofCode.find((group) => isOneCause(group, { code, message })) ??
      (ofCode.length < causesOfOneCode ? undefined : ofCode.at(-1));
    const failures: FailureGroup[] =
      known === undefined
        ? [...groups, { code, message, count: 1, examples: [example] }].slice(0, groupsShown)
        : groups.map((group) => (group === known ? grown(group, example) : group));
    this.set({ failures });
  }

  end(event: LifecycleEvent, error: ErrorShape | null): void {
    this.dispatch(event, { error, endedAtMs: this.#clock.now(), note: nothing });
  }

  /** Omitted members retain their value. */
  #setText({ note = this.#words.note, pace = this.#words.pace, facts = this.#words.facts }: JobText): void {
    this.#words = { ...this.#words, note, pace, facts };
  }

  /** Adds the current run, when it pauses or ends, to the total duration. */
  #timeRun(state: JobStatus): void {
    const nowMs = this.#clock.monotonic();
    const { ranMs } = this.#view;
    if (isUnderway(state)) this.#movesSinceMs ??= nowMs;
    else if (this.#movesSinceMs !== null) {
      const more = nowMs - this.#movesSinceMs;
      this.#movesSinceMs = null;
      this.#view = { ...this.#view, ranMs: ranMs === null ? null : Math.round(ranMs + more) };
    }
  }

  #rowsThrough(): number {
    return this.#view.rowsDone + this.#view.rowsRejected;
  }

  #sample(): void {
    const atMs = this.#clock.monotonic();
    const last = this.#samples.at(-1);
    if (last !== undefined && atMs - last.atMs < 100) return;
    this.#samples.push({ atMs, rows: this.#rowsThrough() });
    while ((this.#samples[1]?.atMs ?? atMs) < atMs - smoothingMs) this.#samples.shift();
  }

  /** How long a running job has received nothing, if that is longer than usual; null otherwise. */
  #silentMs(): number | null {
    if (this.#view.state !== 'running') return null;
    const gaps = this.#samples.slice(1).map(({ atMs }, index) => atMs - (this.#samples[index]?.atMs ?? atMs));
    const sinceMs = Math.max(this.#samples.at(-1)?.atMs ?? 0, this.#movesSinceMs ?? 0, this.#quietFromMs);
    const silentMs = this.#clock.monotonic() - sinceMs;
    return silentMs > Math.max(stallMs, stallGaps * Math.max(0, ...gaps)) ? silentMs : null;
  }

  #rate(): number {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < 100) return 0;
    // The rate of a stalled job falls to zero.
    const spanMs = Math.max(last.atMs, this.#clock.monotonic() - 500) - first.atMs;
    return Math.round(((last.rows - first.rows) / spanMs) * 1000);
  }
}

function lifecycleOf({ state, waitsFor }: Pick<TableJob, 'state' | 'waitsFor'>): Lifecycle {
  return state === 'paused' ? { state, waitsFor: waitsFor ?? 'person' } : { state };
}

/** The view of a job whose process is gone: what ran is interrupted; what was paused still is. */
export function leftBehind(view: TableJob): TableJob {
  const { waitsFor: _nothing, ...rest } = view;
  return isPossible(view, 'abandoned') ? { ...rest, state: 'interrupted' } : view;
}

function textFields({ title, note, pace, facts }: JobText): Partial<Pick<TableJob, keyof JobText>> {
  return {
    ...(title === undefined ? {} : { title: title() }),
    ...(note === undefined ? {} : { note: note() }),
    ...(pace === undefined ? {} : { pace: pace === null ? null : { ...pace, reason: pace.reason() } }),
    ...(facts === undefined ? {} : { facts: facts() }),
  };
}

/** Inputs can be invalid in several ways under one code: the message must apply to all, except for the value it quotes. */
function isOneCause(group: Pick<FailureGroup, 'code' | 'message'>, { code, message }: typeof group): boolean {
  if (!code.startsWith('invalid.') || group.message === message) return true;
  return withoutValues(group.message) === withoutValues(message);
}

/** A value may hold quotes itself, so the last mark ends it; what the service quotes is escaped. */
const withoutValues = (message: string): string =>
  message.replace(/[“„].*[”“]/su, '“”').replace(/"(?:[^"\\]|\\.)*"/gu, '""');

/** Rows fail in the order of their batches; users look for them in the order of their lines or keys. */
function grown(group: FailureGroup, example: string): FailureGroup {
  const examples =
    group.examples.length < examplesShown ? [...group.examples, example].sort(compareNumbers()) : group.examples;
  return { ...group, count: group.count + 1, examples };
}

let byNumbers: Intl.Collator | undefined;

/** Created when it is first needed: a collator takes some ms, and most jobs have no failures. */
function compareNumbers(): Intl.Collator['compare'] {
  byNumbers ??= new Intl.Collator('en', { numeric: true });
  return byNumbers.compare;
}

/** A shorter time would mostly reflect how the job started. */
const minMs = 1_000;

class RunningMean {
  #rows = 0;
  #passedMs = 0;
  #sinceMs: number | null = null;

  moves(atMs: number): void {
    this.#sinceMs ??= atMs;
  }

  rests(atMs: number): void {
    if (this.#sinceMs !== null) this.#passedMs += atMs - this.#sinceMs;
    this.#sinceMs = null;
  }

  add(rows: number): void {
    this.#rows += rows;
  }

  /** Null until it has moved for a second and processed a row. */
  perSecond(atMs: number): number | null {
    const ms = this.#passedMs + (this.#sinceMs === null ? 0 : atMs - this.#sinceMs);
    return ms < minMs || this.#rows === 0 ? null : (this.#rows / ms) * 1000;
  }
}
