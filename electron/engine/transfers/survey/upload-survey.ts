// An upload as the input of a survey: its files as the job would plan them, each tested for readability.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { localError } from '../../../disk/local-error';
import { movedBlockBytes } from '../plan/block-plan';
import type { UploadSpec } from '../records/job-records';
import { planUpload } from '../plan/plan';
import { whyNotReplaced, whyRefusedByService } from '../plan/overwrite';
import type { LookAtFiles } from '../plan/walk';
import { type SurveyPorts, survey } from './survey';
import { uploadPlaces } from './survey-places';
import { SurveyTally } from './survey-tally';
import { type SurveyedFile, surveyedFile } from './surveyed-file';

export interface UploadSurveyPorts extends SurveyPorts {
  readonly account: Account;
  readonly lookAtFiles: LookAtFiles;
  /** Examines many paths, also for readability. */
  readonly tryFiles: LookAtFiles;
}

/** See `survey`. */
export async function surveyUpload(spec: UploadSpec, ports: UploadSurveyPorts): Promise<void> {
  const { account, lookAtFiles, tryFiles, writing, signal } = ports;
  const { connectionId, container, options } = spec;
  await survey(
    {
      steps: planUpload(spec, () => null, signal, { lookAtFiles }),
      surveyed: (file) => surveyedFile(file.path, file.name, file),
      examine: (files) => readingProblems(files, tryFiles),
      stored: { places: await uploadPlaces(spec, lookAtFiles), account, container },
      overwrite: options.overwrite,
      tally: new SurveyTally({
        way: 'up',
        connectionId,
        whyNotReplaced: (file, stored) => {
          const address = { container, name: file.name };
          return whyNotReplaced(stored, options, address) ?? whyRefusedByService(stored, address);
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
  files: readonly SurveyedFile[],
  tryFiles: LookAtFiles,
): Promise<readonly (StowageError | null)[]> {
  if (files.length <= fewFiles) return Promise.all(files.map(({ source }) => readingProblem(source)));
  const looks = await tryFiles(files.map(({ source }) => source));
  return looks.map((look) => (look.kind === 'problem' ? StowageError.fromShape(look.error) : null));
}

async function readingProblem(path: string): Promise<StowageError | null> {
  try {
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return localError(error, path);
  }
}
