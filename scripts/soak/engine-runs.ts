// The engine of a soak over several processes: started when there is work, killed on request, started again.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FromEngine, ToEngine } from './engine-process';
import type { HeldNow } from './held';
import type { SoakFolders, Work } from './works';

export interface Held extends HeldNow {
  readonly retainedJobs: number;
  readonly historyHours: number;
}

export interface EngineRuns {
  /** Of the current process; null while there is none. */
  readonly pid: number | null;
  /** Resolves to how often the timetable paused the work when it is done. Rejects when an engine reports a failure. */
  finish(work: Work): Promise<number>;
  /** Memory that the engine holds after garbage collection; null when it died in the meantime. */
  measureHeld(): Promise<Held | null>;
  kill(): 'killed' | 'not-there';
  dispose(): void;
}

type Answer = Exclude<FromEngine, { readonly kind: 'ready' | 'failed' }>;

export function createEngineRuns(folders: SoakFolders, onResumed: (jobs: number) => void): EngineRuns {
  let engine: ChildProcess | null = null;
  const ready = new WeakSet<ChildProcess>();
  /** Pauses that this engine has reported. */
  let reportedPauses = 0;

  const alive = (): ChildProcess | null => (engine?.exitCode === null && engine.signalCode === null ? engine : null);
  const start = (): ChildProcess => {
    const probe = join(__dirname, 'soak-probe.js');
    const child = fork(join(__dirname, 'soak-engine.js'), [JSON.stringify(folders)], {
      stdio: 'inherit',
      execArgv: ['--expose-gc', '-r', probe],
    });
    child.on('message', (message: FromEngine) => {
      if (message.kind === 'ready') onResumed(message.resumed);
    });
    reportedPauses = 0;
    return child;
  };

  /** Calls an engine once it is ready; null when it dies. Rejects when it reports a failure. */
  const callEngine = (
    child: ChildProcess,
    request: ToEngine,
    isAnswer: (answer: Answer) => boolean,
  ): Promise<Answer | null> =>
    new Promise((resolve, reject) => {
      const receive = (message: FromEngine): void => {
        if (message.kind === 'ready') {
          ready.add(child);
          child.send(request);
        } else if (message.kind === 'failed') settle(() => reject(new Error(message.reason)));
        else if (isAnswer(message)) settle(() => resolve(message));
      };
      const died = (): void => settle(() => resolve(null));
      const settle = (end: () => void): void => {
        child.off('message', receive);
        child.off('exit', died);
        end();
      };
      child.on('message', receive);
      child.once('exit', died);
      if (child.exitCode !== null || child.signalCode !== null) died();
      else if (ready.has(child)) child.send(request);
    });

  return {
    get pid() {
      return alive()?.pid ?? null;
    },
    finish: async (work) => {
      for (;;) {
        engine = alive() ?? start();
        const answer = await callEngine(
          engine,
          { kind: 'work', work },
          (message) => message.kind === 'done' && message.number === work.number,
        );
        if (answer?.kind !== 'done') continue;
        const pauses = answer.pauses - reportedPauses;
        reportedPauses = answer.pauses;
        return pauses;
      }
    },
    measureHeld: async () => {
      const child = alive();
      const answer =
        child === null ? null : await callEngine(child, { kind: 'tell-held' }, ({ kind }) => kind === 'held');
      if (answer?.kind !== 'held') return null;
      const { held, retainedJobs, historyHours } = answer;
      return { ...held, retainedJobs, historyHours };
    },
    kill: () => (alive()?.kill('SIGKILL') === true ? 'killed' : 'not-there'),
    dispose: () => {
      engine?.kill('SIGKILL');
    },
  };
}
