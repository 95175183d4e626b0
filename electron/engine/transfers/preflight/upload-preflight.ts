// An upload as the input of a survey: its files as the job would plan them, each tested for readability.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { localError } from '../../../disk/local-error';
import { movedBlockBytes } from '../plan/blocks';
import type { UploadSpec } from '../records/job-records';
import { planUpload } from '../plan/plan';
import { whyNotReplaced, whyDeniedByService } from '../plan/overwrite';
import type { StatFiles } from '../plan/walk';
import { type PreflightPorts, runPreflight } from './preflight';
import { uploadLocations } from './preflight-locations';
import { PreflightTally } from './preflight-tally';
import { type PreflightFile, preflightFileOf } from './preflight-file';

export interface UploadPreflightPorts extends PreflightPorts {
  readonly account: Account;
  readonly statFiles: StatFiles;
  /** Examines many paths, also for readability. */
  readonly tryFiles: StatFiles;
}

/** See `runPreflight`. */
export async function preflightUpload(spec: UploadSpec, ports: UploadPreflightPorts): Promise<void> {
  const { account, statFiles, tryFiles, writing, signal } = ports;
  const { connectionId, container, options } = spec;
  await runPreflight(
    {
      steps: planUpload(spec, () => null, signal, { statFiles }),
      toPreflightFile: (file) => preflightFileOf(file.path, file.name, file),
      examine: (files) => readingProblems(files, tryFiles),
      stored: { places: await uploadLocations(spec, statFiles), account, container },
      overwrite: options.overwrite,
      tally: new PreflightTally({
        way: 'up',
        connectionId,
        whyNotReplaced: (file, stored) => {
          const address = { container, name: file.name };
          return whyNotReplaced(stored, options, address) ?? whyDeniedByService(stored, address);
        },
        writing,
        blockBytesOf: (bytes) => movedBlockBytes(bytes, options, null),
      }),
    },
    ports,
  );
}

/** Up to this number they are tested on this thread, because sending them to another takes longer. */
const fewFiles = 32;

async function readingProblems(
  files: readonly PreflightFile[],
  tryFiles: StatFiles,
): Promise<readonly (StowageError | null)[]> {
  if (files.length <= fewFiles) return Promise.all(files.map(({ source }) => readingProblem(source)));
  const lookups = await tryFiles(files.map(({ source }) => source));
  return lookups.map((lookup) => (lookup.kind === 'problem' ? StowageError.fromShape(lookup.error) : null));
}

async function readingProblem(path: string): Promise<StowageError | null> {
  try {
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return localError(error, path);
  }
}
