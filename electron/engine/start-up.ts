// The engine's tasks at its start: starts and announces the embedded store, recovers earlier jobs, removes leftovers of
// interrupted lab runs, continues those by timetable, and loads the sample data. Each step starts when what it needs is ready.
import { StowageError } from '@shared/errors';
import { localError } from '../disk/local-error';
import type { EmbeddedStore } from './emulator/embedded-store';
import { announceRunningStore } from './emulator/running-store';
import type { EnginePorts } from './ports';
import type { SampleData } from './sample-data/sample-data';

interface Recovering {
  recover(): Promise<void>;
}

export interface StartUpParts extends Pick<EnginePorts, 'stateDir' | 'log'> {
  /** Null when the host runs no embedded store. */
  readonly store: EmbeddedStore | null;
  /** The rooms that store jobs, in the order in which they recover those of earlier runs. */
  readonly jobs: readonly Recovering[];
  /** Null when the host removes leftovers itself, and continues no run by timetable. */
  readonly lab: (Recovering & { readonly timed: { resumeAll(): Promise<void> } }) | null;
  /** Null when no sample data should be loaded. */
  readonly sampleData: SampleData | null;
}

export interface StartUp {
  /** Resolves when the jobs of earlier runs are known, with the reasons why others could not be read. */
  readonly recovered: Promise<readonly StowageError[]>;
  /** Steps that have not started are skipped, and the loading of the sample data ends. */
  stop(): void;
}

export function startUp({ store, jobs, lab, sampleData, stateDir, log }: StartUpParts): StartUp {
  const background = new AbortController();
  const { signal } = background;
  if (store !== null) startAnnounced(store, { stateDir, log });
  const recovered = recoverInTurn(jobs, stateDir);
  void recovered.then((failures) => {
    for (const { message, context } of failures) {
      log(`Earlier jobs could not be read: ${message} ${context.path ?? ''}`.trimEnd());
    }
  });
  // Leftovers in the embedded store can be removed only while it answers.
  void (store?.whenRunning(signal) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => (signal.aborted ? undefined : lab?.recover()))
    .catch((thrown: unknown) => {
      log(`What earlier runs of the lab left could not be removed: ${StowageError.from(thrown).message}`);
    })
    .then(() => (signal.aborted ? undefined : lab?.timed.resumeAll()))
    .catch((thrown: unknown) => {
      log(`Runs by timetable were not continued: ${StowageError.from(thrown).message}`);
    });
  if (store !== null && sampleData !== null) {
    void store
      .whenRunning(signal)
      .then(() => recovered)
      .then(() => sampleData.presence(signal))
      .then(({ present }) => (present ? undefined : sampleData.load(signal, () => undefined)))
      .catch((thrown: unknown) => {
        if (!signal.aborted) log(`The sample data was not loaded: ${StowageError.from(thrown).message}`);
      });
  }
  return { recovered, stop: () => background.abort() };
}

/** A room that cannot recover its jobs does not prevent the others from it. */
async function recoverInTurn(jobs: readonly Recovering[], stateDir: string): Promise<readonly StowageError[]> {
  const failures: StowageError[] = [];
  for (const room of jobs) {
    await room.recover().catch((thrown: unknown) => void failures.push(localError(thrown, stateDir)));
  }
  return failures;
}

/** Other processes with the same state folder find the store by this announcement. */
function startAnnounced(store: EmbeddedStore, { stateDir, log }: Pick<StartUpParts, 'stateDir' | 'log'>): void {
  store.onChange(() => {
    if (store.endpoints === null) return;
    announceRunningStore(stateDir, { pid: process.pid, endpoints: store.endpoints, key: 'own' }).catch(
      (thrown: unknown) => {
        log(`The embedded store could not be announced: ${localError(thrown, stateDir).message}`);
      },
    );
  });
  store.start();
}
