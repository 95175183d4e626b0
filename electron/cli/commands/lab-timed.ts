// Runs of the lab by timetable: followed until they end or are interrupted, listed, continued and ended.
import { StowageError, invalidInput } from '@shared/errors';
import type { LabEvent, TimedRun } from '@shared/lab/lab-messages';
import type { RunRecord } from '@shared/lab/run';
import { formatMoment } from '@shared/strings/moments';
import type { CurrentTimedRun } from '../../engine/lab/timed/timed-runs';
import { exitCodes } from '../exit-codes';
import type { CommandAction, Session } from '../session';
import { goOnCommand } from './go-on-command';

/** Begins a timed run, or continues one. */
type Begin = () => Promise<CurrentTimedRun>;

/** Ctrl+C interrupts it: another command, or the app, continues it. */
export async function followTimedRun(
  begin: Begin,
  session: Session,
  write: (run: RunRecord) => Promise<void>,
): Promise<number> {
  const { engine, output, signal } = session;
  const { timed } = engine.rooms.lab;
  const interrupt = (): void => void timed.end();
  signal.addEventListener('abort', interrupt, { once: true });
  const watching = new AbortController();
  try {
    if (signal.aborted) return exitCodes.interrupted;
    const current = await begin();
    const progress = timed.watch(watching.signal, (runs) => {
      const [own] = runs.filter(({ runId }) => runId === current.id);
      if (own !== undefined) output.progress(stateText(own));
    });
    progress.catch(() => undefined);
    const ended = await current.ended;
    if (ended === 'interrupted') {
      output.info(`State saved. Continue with: ${goOnCommand(['lab', 'resume', current.id], session)}`);
      return exitCodes.interrupted;
    }
    if (ended === null) {
      output.info('Nothing was measured.');
      return exitCodes.someFailed;
    }
    await write(ended);
    return ended.end === 'done' ? exitCodes.done : exitCodes.someFailed;
  } finally {
    watching.abort();
    signal.removeEventListener('abort', interrupt);
  }
}

/** A connection string is in no file: a run that began with one takes that of this command. */
export async function resuming(run: string, session: Session, push: (event: LabEvent) => void): Promise<Begin> {
  const { connections, lab } = session.engine.rooms;
  const { runId, connectionId } = await findTimed(session, run);
  const isSaved = (await connections.list()).some(({ id }) => id === connectionId);
  const given = isSaved ? undefined : await session.connectionId();
  return () => lab.timed.resume(runId, push, given);
}

export function listTimedLab(): CommandAction {
  return async ({ engine, output }) => {
    const runs = await engine.rooms.lab.timed.list();
    const rows = runs.map((run) => [
      run.runId,
      run.name,
      `${run.measured} of ${run.samples}`,
      nextText(run),
      stateOf(run),
    ]);
    output.table(['ID', 'NAME', 'SAMPLES', 'NEXT', 'STATE'], rows, runs);
    return exitCodes.done;
  };
}

export function endTimedLab(run: string): CommandAction {
  return async (session) => {
    const { engine, output } = session;
    const { runId } = await findTimed(session, run);
    await engine.rooms.lab.timed.cancel(runId);
    output.info(`Ended. Its report: ${goOnCommand(['lab', 'report', runId], session)}`);
    return exitCodes.done;
  };
}

async function findTimed({ engine }: Session, name: string): Promise<TimedRun> {
  const runs = await engine.rooms.lab.timed.list();
  const found = runs.filter((run) => run.runId === name || run.name === name);
  const [only] = found;
  if (found.length > 1) {
    const ids = found.map(({ runId }) => runId).join(', ');
    throw invalidInput('RUN', `${found.length} runs are named ${name}.`, `Specify one by its ID: ${ids}.`);
  }
  if (only !== undefined) return only;
  throw new StowageError('not-found.resource', `No run by timetable is open with the name or ID ${name}.`, {
    context: { run: name },
  });
}

const nextText = ({ next }: TimedRun): string => (next === null ? '' : formatMoment(next.atMs, 'local', 'minute'));
const stateOf = ({ state, problem }: TimedRun): string =>
  problem === '' ? state : `${state}; last sample: ${problem}`;

function stateText(run: TimedRun): string {
  const { state, measured, samples } = run;
  const now = state === 'measuring' ? 'measuring a sample' : `next sample at ${nextText(run)}`;
  return `${now} · ${measured} of ${samples}`;
}
