// The surveys as streams of the contract: an order is examined as its job would do it, and the watcher is also told
// about jobs that write to the same place.
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import type { AccountSource } from '../../azure/account';
import type { ResolveToken } from '../../picked-path';
import type { Clock } from '../../ports';
import type { Transfers } from '../api';
import { foreseeFolding } from '../plan/folding';
import { keepsNames } from '../plan/names';
import { copySpecOf, ofPage, orderedDownload, uploadSpecOf } from '../plan/specs';
import type { StatFiles } from '../plan/walk';
import type { JobSpec } from '../records/job-records';
import type { JobState } from '../records/job-state';
import type { Pool } from '../threads/pool';
import { preflightCopy } from './copy-preflight';
import { preflightDownload } from './download-preflight';
import { jobsWritingSince } from './jobs-writing';
import type { PreflightExtras, PreflightPorts } from './preflight';
import { preflightUpload } from './upload-preflight';

export interface PreflightStreamPorts {
  readonly clock: Clock;
  readonly accounts: AccountSource;
  readonly pool: Pool;
  readonly resolveToken: ResolveToken;
  /** Pushes the whole, and again as the jobs change what it says, until `signal` aborts. */
  readonly keepReporting: (
    whole: () => TransferPreflight,
    push: (preflight: TransferPreflight) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Of all jobs. */
  readonly states: () => readonly JobState[];
}

export type PreflightStreams = Pick<
  Transfers['streams'],
  'transfers.survey-upload' | 'transfers.survey-download' | 'transfers.survey-copy'
>;

export function createPreflightStreams(ports: PreflightStreamPorts): PreflightStreams {
  const { clock, accounts, pool, resolveToken, keepReporting, states } = ports;

  // Another window may start a transfer while a person still looks at this survey.
  const beside = (
    spec: JobSpec,
    { push, signal }: Pick<PreflightPorts, 'push' | 'signal'>,
    folding = keepsNames,
  ): PreflightExtras => ({
    writing: jobsWritingSince(spec, states, folding),
    keepReporting: (whole) => keepReporting(whole, push, signal),
  });

  return {
    'transfers.survey-upload': async ({ sources, names, ...request }, { push, signal }) => {
      const paths = await Promise.all(sources.map((token) => resolveToken(token, 'upload', request.connectionId)));
      const spec = await uploadSpecOf({ ...request, paths, options: ofPage(request.options) });
      const account = await accounts.open(request.connectionId);
      const statFor =
        (reading: 'untried' | 'tried'): StatFiles =>
        async (many) =>
          (await pool.statFiles('survey', { paths: many, reading }, signal)).lookups;
      const stats = { statFiles: statFor('untried'), tryFiles: statFor('tried') };
      await preflightUpload(spec, { ...stats, ...beside(spec, { push, signal }), account, clock, names, push, signal });
    },
    'transfers.survey-download': async (order, { push, signal }) => {
      const [targetDir, account] = await Promise.all([
        resolveToken(order.targetToken, 'download', order.connectionId),
        accounts.open(order.connectionId),
      ]);
      const spec = await orderedDownload(order, targetDir);
      const folding = await foreseeFolding(targetDir);
      const besides = beside(spec, { push, signal }, folding);
      await preflightDownload(spec, { account, clock, names: 'looked-for', ...besides, folding, push, signal });
    },
    'transfers.survey-copy': async ({ names, ...order }, { push, signal }) => {
      const spec = copySpecOf(order);
      const [source, target] = await Promise.all([
        accounts.open(spec.from.connectionId),
        accounts.open(spec.connectionId),
      ]);
      await preflightCopy(spec, { source, target, clock, names, ...beside(spec, { push, signal }), push, signal });
    },
  };
}
