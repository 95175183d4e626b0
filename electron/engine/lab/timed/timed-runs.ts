// Runs that take one sample an hour, or at another interval, for days: each sample is a run of its own that creates and
// removes what it needs, and is added to the saved run once it is complete. So a process that ends loses at most the
// sample that it measures, and another one continues at the next time of the timetable.
import { StowageError, cancelled, invalidInput } from '@shared/errors';
import { titleOfStoredError } from '@shared/error-text';
import { experimentOf } from '@shared/lab/definitions';
import type { LabEvent, TimedRun } from '@shared/lab/lab-messages';
import { checkParameters, numberOf } from '@shared/lab/parameters';
import type { RunHead, RunRecord } from '@shared/lab/run';
import { atPoint, measuredSamples, withSample } from '@shared/lab/timed/timed-record';
import { type TimetableChoice, nextSample, timetableFrom } from '@shared/lab/timed/timetable';
import { t } from '@shared/strings/t';
import { type OwnerLock, ownedElsewhere, takeOwnership } from '../../journal/owner-lock';
import type { Clock } from '../../ports';
import { watchChanges } from '../../watch-changes';
import { type LabRunOrder, type LabRuns, nameOfRun, newRunId } from '../runs/lab-runs';
import { type RunStore, headOf } from '../runs/run-store';
import { type TimedFile, createTimedFiles } from './timed-file';

export interface TimedRunsPorts {
  readonly folder: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: (line: string) => void;
  readonly runs: Pick<RunStore, 'list' | 'read' | 'save'>;
  readonly measure: LabRuns['measure'];
}

/** `null`: nothing was measured. `interrupted`: it continues when it is resumed. */
export type TimedEnd = RunRecord | 'interrupted' | null;

export interface CurrentTimedRun {
  readonly id: string;
  readonly ended: Promise<TimedEnd>;
  /** Ends here; the sample that is being measured is discarded. */
  interrupt(): void;
}

interface Sampler {
  readonly id: string;
  /** Its failures grow. */
  readonly file: TimedFile;
  readonly stop: AbortController;
  readonly interrupted: AbortController;
  /** Of both. */
  readonly signal: AbortSignal;
  isMeasuring?: boolean;
}

interface Active extends CurrentTimedRun {
  readonly sampler: Sampler;
  /** Null of one that is resumed. */
  readonly first: Promise<RunRecord | null>;
}

type Push = (event: LabEvent) => void;

/** A clock that is set, or a machine that slept, is noticed after this time. */
const maxNapMs = 30_000;

export class TimedRuns {
  readonly #ports: TimedRunsPorts;
  readonly #files: ReturnType<typeof createTimedFiles>;
  readonly #active = new Map<string, Active>();
  readonly #listeners = new Set<() => void>();

  constructor(ports: TimedRunsPorts) {
    this.#ports = ports;
    this.#files = createTimedFiles(ports.folder);
  }

  /**
   * Takes the first sample; the others follow in the background.
   * @throws StowageError `invalid.input`, or as the first sample: nothing is left of the run then
   */
  async start(request: LabRunOrder, choice: TimetableChoice, push: Push): Promise<CurrentTimedRun> {
    const { clock, random } = this.#ports;
    const experiment = experimentOf(request.experimentId);
    if (experiment.takesTimetable !== true)
      throw invalidInput('Timetable', t`${experiment.title} measures once.`, t`Use it with the transfer study.`);
    const timetable = timetableFrom(choice, clock.now());
    const values = checkParameters(experiment.parameters, request.parameters);
    const seed = numberOf(values, 'seed') || 1 + Math.floor(random() * 2 ** 30);
    const { connectionId, others, ownFolder, experimentId, node, objectives, notes } = request;
    const id = newRunId(timetable.firstMs, random);
    const file: TimedFile = {
      id,
      name: nameOfRun(request, timetable.firstMs),
      request: {
        connectionId,
        experimentId,
        node,
        parameters: { ...values, seed },
        ...definedOf({ others, ownFolder, objectives, notes }),
      },
      timetable,
      failures: [],
    };
    await this.#files.write(file);
    const active = this.#carryOut(file, await this.#take(id), { push, isNew: true });
    const first = await active.first.catch(async (thrown: unknown) => {
      await active.ended.catch(() => undefined);
      throw thrown;
    });
    const run = active.sampler.stop.signal.aborted || first === null ? await active.ended : first;
    if (run === null) throw cancelled();
    if (run !== 'interrupted') push({ kind: 'ended', head: headOf(run) });
    return active;
  }

  /** Continues at the next time of its timetable. @throws StowageError `not-found.resource`, `invalid.input` */
  async resume(id: string, push: Push, connectionId?: string): Promise<CurrentTimedRun> {
    const here = this.#active.get(id);
    if (here !== undefined) return here;
    if ((await this.#files.read(id)) === null) throw noTimedRun(id);
    const lock = await this.#take(id);
    // As the process that had it until now has left it.
    const file = await this.#files.read(id);
    if (file === null) {
      await lock.release();
      throw noTimedRun(id);
    }
    const request = connectionId === undefined ? file.request : { ...file.request, connectionId };
    return this.#carryOut({ ...file, request }, lock, { push, isNew: false });
  }

  /** Continues those of earlier processes. One that cannot be continued stays for the next time. */
  async resumeAll(): Promise<void> {
    for (const { id } of await this.#files.list()) {
      if (this.#active.has(id) || (await ownedElsewhere(this.#files.lockOf(id)))) continue;
      await this.resume(id, () => undefined).catch((thrown: unknown) => {
        this.#ports.log(`The timed run ${id} was not continued: ${StowageError.from(thrown).message}`);
      });
    }
  }

  /** Ends it with what it has measured; does nothing if there is none. @throws StowageError `invalid.input` */
  async cancel(id: string): Promise<void> {
    const here = this.#active.get(id);
    if (here !== undefined) {
      here.sampler.stop.abort();
      await here.ended.catch(() => undefined);
      return;
    }
    const file = await this.#files.read(id);
    if (file === null) return;
    const lock = await this.#take(id);
    await this.#end(file, 'cancelled');
    await lock.release();
    this.#changed();
  }

  async list(): Promise<TimedRun[]> {
    const heads = new Map((await this.#ports.runs.list()).map((head) => [head.id, head]));
    const files = await this.#files.list();
    return Promise.all(files.map((file) => this.#described(file, heads.get(file.id))));
  }

  watch(signal: AbortSignal, push: (runs: TimedRun[]) => void): Promise<void> {
    return watchChanges(signal, this.#listeners, async () => push(await this.list()));
  }

  /** Interrupts all of them; resolves when they have ended. */
  async end(): Promise<void> {
    const all = [...this.#active.values()];
    for (const one of all) one.interrupt();
    await Promise.all(all.map(({ ended }) => ended.catch(() => undefined)));
  }

  async #described(file: TimedFile, head: RunHead | undefined): Promise<TimedRun> {
    const { id, request, timetable } = file;
    const active = this.#active.get(id);
    const failures = active?.sampler.file.failures ?? file.failures;
    const { reached = 0, measured = 0 } = head?.timetable ?? {};
    const last = failures.at(-1);
    return {
      runId: id,
      name: head?.name ?? file.name,
      experimentId: request.experimentId,
      connectionId: request.connectionId,
      measured,
      samples: timetable.samples,
      next: nextSample(timetable, this.#ports.clock.now(), Math.max(reached, last?.sample ?? 0)),
      state: await this.#stateOf(id),
      problem: last !== undefined && last.sample >= reached ? titleOfStoredError(last) : '',
    };
  }

  async #stateOf(id: string): Promise<TimedRun['state']> {
    const active = this.#active.get(id);
    if (active !== undefined) return active.sampler.isMeasuring === true ? 'measuring' : 'waiting';
    return (await ownedElsewhere(this.#files.lockOf(id))) ? 'elsewhere' : 'not-running';
  }

  async #take(id: string): Promise<OwnerLock> {
    const lock = await takeOwnership(this.#files.lockOf(id));
    if (lock !== null) return lock;
    throw invalidInput('Run', t`another process measures it.`, t`End it there first.`);
  }

  #carryOut(
    file: TimedFile,
    lock: OwnerLock,
    { push, isNew }: { readonly push: Push; readonly isNew: boolean },
  ): Active {
    const [stop, interrupted] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([stop.signal, interrupted.signal]);
    const own = { ...file, failures: [...file.failures] };
    const sampler: Sampler = { id: file.id, file: own, stop, interrupted, signal };
    // It is known before it begins, so that it can be cancelled from its first event on.
    const first = Promise.resolve().then(() => (isNew ? this.#takeSample(sampler, 1, push, 'throws') : null));
    const ended = this.#untilEnd(first, sampler, push, lock);
    first.catch(() => undefined);
    ended.catch((thrown: unknown) => this.#ports.log(`A timed run ended: ${StowageError.from(thrown).message}`));
    const active: Active = { id: file.id, sampler, first, ended, interrupt: () => interrupted.abort() };
    this.#active.set(file.id, active);
    this.#changed();
    return active;
  }

  async #untilEnd(first: Promise<unknown>, sampler: Sampler, push: Push, lock: OwnerLock): Promise<TimedEnd> {
    const { id, file, stop, interrupted } = sampler;
    try {
      try {
        await first;
      } catch (thrown) {
        // It could not begin: there is nothing to continue.
        await this.#files.remove(id);
        throw thrown;
      }
      await this.#takeSamples(sampler, push);
      if (interrupted.signal.aborted && !stop.signal.aborted) return 'interrupted';
      return await this.#end(file, stop.signal.aborted ? 'cancelled' : 'done');
    } finally {
      await lock.release();
      this.#active.delete(id);
      this.#changed();
    }
  }

  async #takeSamples(sampler: Sampler, push: Push): Promise<void> {
    const { clock } = this.#ports;
    const { id, file, signal } = sampler;
    const saved = await this.#saved(id);
    let last = Math.max(0, ...(saved === null ? [] : measuredSamples(saved)), file.failures.at(-1)?.sample ?? 0);
    for (;;) {
      const next = nextSample(file.timetable, clock.now(), last);
      if (next === null || signal.aborted) return;
      const waitMs = next.atMs - clock.now();
      if (waitMs > 0) {
        await clock.sleep(Math.min(waitMs, maxNapMs), signal).catch(() => undefined);
        continue;
      }
      await this.#takeSample(sampler, next.number, push, 'is noted');
      last = next.number;
    }
  }

  /** The run with the sample; null if it measured nothing or was interrupted. */
  async #takeSample(
    sampler: Sampler,
    number: number,
    push: Push,
    failure: 'throws' | 'is noted',
  ): Promise<RunRecord | null> {
    const { id, file, stop, interrupted, signal } = sampler;
    const { parameters } = file.request;
    // Each has an order and files of its own, which the seed of the run and its number reproduce.
    const seed = numberOf(parameters, 'seed') + number - 1;
    sampler.isMeasuring = true;
    this.#changed();
    try {
      const order = { ...file.request, name: file.name, parameters: { ...parameters, seed } };
      const sample = await this.#ports.measure(order, signal, (event) =>
        push(event.kind === 'started' ? { ...event, runId: id } : event),
      );
      // What was measured of an interrupted sample is thrown away, so that it counts once.
      if (sample.rows.length === 0 || (interrupted.signal.aborted && !stop.signal.aborted)) return null;
      const own = { ...sample, parameters, seed: numberOf(parameters, 'seed') };
      const run = withSample(await this.#saved(id), own, number, file);
      await this.#ports.runs.save(run);
      return run;
    } catch (thrown) {
      if (failure === 'throws') throw thrown;
      if (!signal.aborted) await this.#noteFailure(sampler, number, StowageError.from(thrown));
      return null;
    } finally {
      sampler.isMeasuring = false;
      this.#changed();
    }
  }

  async #noteFailure({ id, file }: Sampler, sample: number, failure: StowageError): Promise<void> {
    const { code, message, context } = failure;
    file.failures.push({ sample, code, message, context: { ...context } });
    await this.#files.write(file);
    const saved = await this.#saved(id);
    if (saved !== null) await this.#ports.runs.save(atPoint(saved, file, { reached: sample, end: 'interrupted' }));
  }

  /** Its last state, and no file any more. */
  async #end(file: TimedFile, end: 'done' | 'cancelled'): Promise<RunRecord | null> {
    const saved = await this.#saved(file.id);
    if (saved === null) {
      await this.#files.remove(file.id);
      return null;
    }
    const reached = end === 'done' ? file.timetable.samples : (saved.timetable?.reached ?? 0);
    const run = atPoint(saved, file, { end, reached });
    await this.#ports.runs.save(run);
    await this.#files.remove(file.id);
    return run;
  }

  async #saved(id: string): Promise<RunRecord | null> {
    try {
      return await this.#ports.runs.read(id);
    } catch (thrown) {
      if (StowageError.from(thrown).kind === 'notFound') return null;
      throw thrown;
    }
  }

  #changed(): void {
    for (const listen of this.#listeners) listen();
  }
}

function noTimedRun(id: string): StowageError {
  return new StowageError('not-found.resource', `No run by timetable is open with the ID ${id}.`, {
    context: { run: id },
  });
}

function definedOf(
  options: Pick<LabRunOrder, 'others' | 'ownFolder' | 'objectives' | 'notes'>,
): Partial<TimedFile['request']> {
  const { others, ownFolder, objectives, notes } = options;
  return {
    ...(others === undefined ? {} : { others }),
    ...(ownFolder === undefined ? {} : { ownFolder }),
    ...(objectives === undefined ? {} : { objectives }),
    ...(notes === undefined ? {} : { notes }),
  };
}
