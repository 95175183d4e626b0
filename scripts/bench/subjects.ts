// The subjects as the bench drives them: our own code in one process each, or a program started for every repetition.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { peerSubject } from './peer-subject';
import type { Answer, Order, Subject, Task } from './task';

/** Where our own code runs. */
export interface Layout {
  /** This Node, or an Electron. */
  readonly executable: string;
  /** `utility`: in Electron's utility process, as in the app. */
  readonly place: 'process' | 'utility';
  readonly environment: NodeJS.ProcessEnv;
}

export interface Programs {
  /** The bench itself. */
  readonly programPath: string;
  /** The program that starts it in a utility process. */
  readonly hostPath: string;
}

export async function startSubject(task: Task, layout: Layout, programs: Programs): Promise<Subject> {
  const { subject } = task;
  if (subject === 'rclone' || subject === 'rclone-tuned' || subject === 'azcopy') {
    return peerSubject(task, subject, layout.environment);
  }
  const isHosted = layout.place === 'utility';
  const child = fork(
    isHosted ? programs.hostPath : programs.programPath,
    [...(isHosted ? ['--no-sandbox', programs.programPath] : []), '--measure', JSON.stringify(task)],
    {
      execPath: layout.executable,
      execArgv: [],
      env: { ...process.env, ...layout.environment, ...(isHosted ? {} : { ELECTRON_RUN_AS_NODE: '1' }) },
    },
  );
  const requestAnswer = answersOf(child, `${task.scenario} by ${task.subject}`);
  await requestAnswer(null);
  return {
    run: async (repetition) => {
      const answer = await requestAnswer({ run: repetition });
      if ('measured' in answer) return answer.measured;
      throw new Error('The measuring process did not answer with a measurement.');
    },
    end: async () => {
      const answer = await requestAnswer('end');
      // It removes its files after its answer.
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return 'peakMemoryBytes' in answer ? answer.peakMemoryBytes : 0;
    },
  };
}

/** A separate process for each repetition. */
export function startedEachTime(start: () => Promise<Subject>): Subject {
  let peakMemoryBytes = 0;
  return {
    run: async (repetition) => {
      const subject = await start();
      const measured = await subject.run(repetition);
      peakMemoryBytes = Math.max(peakMemoryBytes, await subject.end());
      return measured;
    },
    end: () => Promise.resolve(peakMemoryBytes),
  };
}

/** Each call sends an order, or none, and waits for the next answer. */
function answersOf(child: ChildProcess, name: string): (order: Order | null) => Promise<Answer> {
  let exit: number | null | undefined;
  child.on('exit', (code) => (exit = code));
  return (order) =>
    new Promise((resolve, reject) => {
      const fail = (code: number | null): void => reject(new Error(`${name} ended with code ${String(code)}`));
      if (exit !== undefined) {
        fail(exit);
        return;
      }
      child.once('exit', fail);
      child.once('message', (message) => {
        child.off('exit', fail);
        resolve(message as Answer);
      });
      if (order !== null) child.send(order);
    });
}
