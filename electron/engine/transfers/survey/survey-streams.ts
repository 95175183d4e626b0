// The surveys as streams of the contract: an order is examined as its job would do it, and the watcher is also told
// about jobs that write to the same place.
import type { TransferSurvey } from '@shared/model/transfer-survey';
import type { AccountSource } from '../../azure/account';
import type { ResolveToken } from '../../picked-path';
import type { Clock } from '../../ports';
import type { Transfers } from '../api';
import { foreseeFolding } from '../plan/folding';
import { keepsNames } from '../plan/names';
import { copySpecOf, ofPage, orderedDownload, uploadSpecOf } from '../plan/specs';
import type { LookAtFiles } from '../plan/walk';
import type { JobSpec } from '../records/job-records';
import type { JobStanding } from '../records/job-standing';
import type { Pool } from '../threads/pool';
import { surveyCopy } from './copy-survey';
import { surveyDownload } from './download-survey';
import { jobsWritingSince } from './jobs-writing';
import type { BesideSurvey, SurveyPorts } from './survey';
import { surveyUpload } from './upload-survey';

export interface SurveyStreamPorts {
  readonly clock: Clock;
  readonly accounts: AccountSource;
  readonly pool: Pool;
  readonly resolveToken: ResolveToken;
  /** Pushes the whole, and again as the jobs change what it says, until `signal` aborts. */
  readonly keepTold: (
    whole: () => TransferSurvey,
    push: (survey: TransferSurvey) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Of all jobs. */
  readonly standings: () => readonly JobStanding[];
}

export type SurveyStreams = Pick<
  Transfers['streams'],
  'transfers.survey-upload' | 'transfers.survey-download' | 'transfers.survey-copy'
>;

export function createSurveyStreams(ports: SurveyStreamPorts): SurveyStreams {
  const { clock, accounts, pool, resolveToken, keepTold, standings } = ports;

  // Another window may start a transfer while a person still looks at this survey.
  const beside = (
    spec: JobSpec,
    { push, signal }: Pick<SurveyPorts, 'push' | 'signal'>,
    folding = keepsNames,
  ): BesideSurvey => ({
    writing: jobsWritingSince(spec, standings, folding),
    keepTold: (whole) => keepTold(whole, push, signal),
  });

  return {
    'transfers.survey-upload': async ({ sources, names, ...request }, { push, signal }) => {
      const paths = await Promise.all(sources.map((token) => resolveToken(token, 'upload', request.connectionId)));
      const spec = await uploadSpecOf({ ...request, paths, options: ofPage(request.options) });
      const account = await accounts.open(request.connectionId);
      const lookFor =
        (reading: 'untried' | 'tried'): LookAtFiles =>
        async (many) =>
          (await pool.lookAtFiles('survey', { paths: many, reading }, signal)).looks;
      const looks = { lookAtFiles: lookFor('untried'), tryFiles: lookFor('tried') };
      await surveyUpload(spec, { ...looks, ...beside(spec, { push, signal }), account, clock, names, push, signal });
    },
    'transfers.survey-download': async (order, { push, signal }) => {
      const [targetDir, account] = await Promise.all([
        resolveToken(order.targetToken, 'download', order.connectionId),
        accounts.open(order.connectionId),
      ]);
      const spec = await orderedDownload(order, targetDir);
      const folding = await foreseeFolding(targetDir);
      const besides = beside(spec, { push, signal }, folding);
      await surveyDownload(spec, { account, clock, names: 'looked-for', ...besides, folding, push, signal });
    },
    'transfers.survey-copy': async ({ names, ...order }, { push, signal }) => {
      const spec = copySpecOf(order);
      const [source, target] = await Promise.all([
        accounts.open(spec.from.connectionId),
        accounts.open(spec.connectionId),
      ]);
      await surveyCopy(spec, { source, target, clock, names, ...beside(spec, { push, signal }), push, signal });
    },
  };
}
