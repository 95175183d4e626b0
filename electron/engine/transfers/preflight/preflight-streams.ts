// The preflights as streams of the contract: a request is examined as its job would do it, and the watcher is also notified
// about jobs that write to the same target.
import { basename } from 'node:path';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import type { AccountSource } from '../../azure/account';
import type { ResolveToken } from '../../picked-path';
import type { Clock } from '../../ports';
import type { Transfers } from '../api';
import { foreseeFolding } from '../plan/folding';
import { type NameFolding, collisionKey, keepsNames } from '../plan/names';
import { copySpecOf, ofPage, orderedDownload, uploadSpecOf, titleOf } from '../plan/specs';
import type { StatFiles } from '../plan/walk';
import { isEnded } from '../../jobs/lifecycle';
import { type JobSpec, meansContents } from '../records/job-records';
import type { JobState } from '../records/job-state';
import type { Pool } from '../threads/pool';
import type { PreflightExtras, PreflightRun } from './preflight';
import { preflightCopy, preflightDownload, preflightUpload } from './preflight-kinds';

export interface PreflightEnvironment {
  readonly clock: Clock;
  readonly accounts: AccountSource;
  readonly pool: Pool;
  readonly resolveToken: ResolveToken;
  /** Pushes the whole, and again as the jobs change it, until `signal` aborts. */
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

export function createPreflightStreams(ports: PreflightEnvironment): PreflightStreams {
  const { clock, accounts, pool, resolveToken, keepReporting, states } = ports;

  // Another window may start a transfer while the user still reads this preflight.
  const beside = (
    spec: JobSpec,
    { push, signal }: Pick<PreflightRun, 'push' | 'signal'>,
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

/**
 * Jobs that write to the target of a transfer: until they end it is unknown which names will exist, and the blobs they
 * stored during the preflight were not counted. Returns the titles of those of `others` that may write a name that
 * `spec` also writes. `folding`: how the target disk compares names.
 */
export function jobsWriting(spec: JobSpec, others: readonly JobSpec[], folding: NameFolding): readonly string[] {
  const own = targetsOf(spec, folding);
  const tops = new Set(own.names);
  const onTheWay = new Set(own.names.flatMap(withFoldersAbove));
  const meets = (name: string): boolean => onTheWay.has(name) || withFoldersAbove(name).some((each) => tops.has(each));
  return others
    .filter((other) => {
      const { resource, names } = targetsOf(other, folding);
      return resource === own.resource && names.some(meets);
    })
    .map(titleOf);
}

/** The jobs that wrote since the first call; ended ones only if they have created names. */
export function jobsWritingSince(
  spec: JobSpec,
  jobs: () => readonly JobState[],
  folding: NameFolding,
): () => readonly string[] {
  const seen = new Map<string, string>();
  return () => {
    for (const { head, state, filesDone } of jobs()) {
      const [title] = isEnded(state) ? [] : jobsWriting(spec, [head.spec], folding);
      if (title !== undefined) seen.set(head.id, title);
      else if (filesDone === 0) seen.delete(head.id);
    }
    return [...new Set(seen.values())];
  };
}

interface Targets {
  readonly resource: string;
  /** Files, blobs, or folders with everything below them; the empty name is the whole target. */
  readonly names: readonly string[];
}

function targetsOf(spec: JobSpec, folding: NameFolding): Targets {
  switch (spec.kind) {
    case 'upload':
      // Only its check knows which files a repair writes.
      if (spec.repairs !== undefined) return inContainer(spec, ['']);
      return inContainer(
        spec,
        spec.as === undefined
          ? spec.paths.map((path) => (meansContents(path) ? '' : basename(path)))
          : [spec.as.slice(spec.prefix.length)],
      );
    case 'copy':
    case 'move':
      return inContainer(
        spec,
        spec.selection.map(({ as }) => as),
      );
    case 'download': {
      const names =
        spec.repairs === undefined
          ? spec.selection.map((chosen) =>
              chosen.kind === 'prefix' || (chosen.kind === 'blob' && chosen.as !== undefined)
                ? (chosen.as ?? '')
                : basename(chosen.name),
            )
          : [''];
      const onDisk = (name: string): string => collisionKey([plainName(`${spec.targetDir}/${name}`)], folding);
      return { resource: 'disk', names: names.map(onDisk) };
    }
    case 'verify':
      return { resource: '', names: [] };
  }
}

function inContainer(
  { connectionId, container, prefix }: Extract<JobSpec, { prefix: string }>,
  names: readonly string[],
): Targets {
  return { resource: `${connectionId} ${container}`, names: names.map((name) => plainName(`${prefix}/${name}`)) };
}

/** Without slashes at its ends, and one between its parts. */
function plainName(path: string): string {
  return path
    .split(/[/\\]+/u)
    .filter(Boolean)
    .join('/');
}

/** `a/b` with `a` and the target itself. */
function withFoldersAbove(name: string): readonly string[] {
  const parts = name.split('/');
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}
