// The files that a check found missing or different, as the files of a job that copies them: upwards over what the
// container holds, or downwards over what is on this machine.
import { stat } from 'node:fs/promises';
import type { RepairDirection } from '@shared/model/verify-report';
import type { Account } from '../../azure/account';
import { blockBytesFor, fitsOneRequest } from '../plan/block-plan';
import type {
  DownloadFile,
  DownloadSpec,
  PlannedFile,
  UploadFile,
  UploadSpec,
  VerifyFile,
} from '../records/job-records';
import { localError } from '../../../disk/local-error';
import { lookUpBlobs, notShown } from '../plan/look-up-blobs';
import { type PlanStep, downloadFileOf } from '../plan/plan';
import type { UnplannedTarget } from '../plan/chosen-again';
import { DeniedChoices } from '../plan/denied-choices';
import { identityOf } from '../plan/source-watch';

const mendedBy: Readonly<Record<RepairDirection, ReadonlySet<string>>> = {
  up: new Set(['verify.missing-there', 'verify.length', 'verify.content']),
  down: new Set(['verify.missing-here', 'verify.length', 'verify.content']),
};

/** What a check has found, by the number of the file. */
export type Findings = Iterable<{ readonly file: PlannedFile | null; readonly failure: { readonly code: string } }>;

/** The pairs that a copy in this direction makes equal; with `only`, just that one. */
export function repairable(
  findings: Findings,
  direction: RepairDirection,
  only?: UnplannedTarget,
): readonly VerifyFile[] {
  const files: VerifyFile[] = [];
  for (const { file, failure } of findings) {
    if (file?.t !== 'verify' || !mendedBy[direction].has(failure.code)) continue;
    const { source, target } = targetsIn(direction, file);
    if (only === undefined || (only.source === source && only.target === target)) files.push(file);
  }
  return files;
}

function targetsIn(direction: RepairDirection, { path, name, segments }: VerifyFile): UnplannedTarget {
  return direction === 'up' ? { source: path, target: name } : { source: name, target: segments.join('/') };
}

const maxConcurrentLookups = 16;

export async function* planRepairUp(
  files: readonly VerifyFile[],
  { options }: UploadSpec,
  signal: AbortSignal,
): AsyncGenerator<readonly PlanStep<UploadFile>[], void, undefined> {
  const step = async ({ path, name }: VerifyFile): Promise<PlanStep<UploadFile>> => {
    try {
      const identity = identityOf(await stat(path, { bigint: true }));
      const blockBytes = blockBytesFor(identity.bytes, options, null);
      const one = fitsOneRequest(identity.bytes, blockBytes, options);
      return {
        kind: 'file',
        file: { t: 'upload', path, name, ...identity, blockBytes: one ? 0 : blockBytes },
        remark: '',
      };
    } catch (error) {
      return { kind: 'problem', problem: { source: path, target: name, error: localError(error, path) } };
    }
  };
  yield* inGroups(files, step, signal);
}

export async function* planRepairDown(
  files: readonly VerifyFile[],
  { container, options }: DownloadSpec,
  {
    account,
    signal,
    insists,
  }: { readonly account: Account; readonly signal: AbortSignal; readonly insists?: 'yes' | 'no' },
): AsyncGenerator<readonly PlanStep<DownloadFile>[], void, undefined> {
  const denied = new DeniedChoices(insists);
  const names = files.map(({ name }) => name);
  let looked = 0;
  for await (const { lookups, since, shown } of lookUpBlobs(names, { account, container, rejected: denied, signal })) {
    const steps: PlanStep<DownloadFile>[] = [];
    for (const { name, found } of lookups) {
      const segments = files[looked]?.segments ?? [];
      looked += 1;
      const target = segments.join('/');
      if ('blob' in found) {
        steps.push({ kind: 'file', file: downloadFileOf(found.blob, segments, options, null), remark: '' });
      } else if (!denied.putAside('read', name, target, found)) steps.push(notShown(name, target, found));
    }
    yield* denied.shown('read', since, shown);
    if (steps.length > 0) yield steps;
  }
  yield* denied.settle();
}

async function* inGroups<F>(
  files: readonly VerifyFile[],
  step: (file: VerifyFile) => Promise<PlanStep<F>>,
  signal: AbortSignal,
): AsyncGenerator<readonly PlanStep<F>[], void, undefined> {
  for (let at = 0; at < files.length; at += maxConcurrentLookups) {
    signal.throwIfAborted();
    yield await Promise.all(files.slice(at, at + maxConcurrentLookups).map(step));
  }
}
