// What a transfer would do, without doing it: the plan, item by item, with the decision of the overwrite policy.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { OverwritePolicy } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import type { Account, AccountSource } from '../azure/account';
import { readBlobProperties } from '../blobs/properties';
import type { PlannedItem } from './api';
import type { DownloadFile, DownloadSpec, UploadFile, UploadSpec } from './records/job-records';
import { foreseeFolding } from './plan/folding';
import { type BlobFacts, decideDownload, decideUpload } from './plan/overwrite';
import { type PlanStep, type Unnumbered, planDownload, planUpload } from './plan/plan';
import { mtimeMsOf } from './plan/source-watch';
import { hasItsPlace, readLocalFacts } from './files/target-file';
import { skipWords } from './records/skip-reasons';

const never = new AbortController().signal;

export async function* planUploadItems(
  spec: UploadSpec,
  accounts: AccountSource,
  signal: AbortSignal = never,
): AsyncGenerator<PlannedItem, void, undefined> {
  const account = await accounts.open(spec.connectionId);
  for await (const steps of planUpload(spec, () => null, signal)) {
    for (const step of steps) {
      if (step.kind === 'file') yield await uploadItem(step.file, spec, account, signal);
      else yield otherItem(step);
    }
  }
}

export async function* planDownloadItems(
  spec: DownloadSpec,
  accounts: AccountSource,
  signal: AbortSignal = never,
): AsyncGenerator<PlannedItem, void, undefined> {
  const account = await accounts.open(spec.connectionId);
  const folding = await foreseeFolding(spec.targetDir);
  const ports = { account, preferredBlockBytes: () => null, folding, signal };
  for await (const steps of planDownload(spec, ports)) {
    for (const step of steps) {
      if (step.kind === 'file') yield await downloadItem(step.file, spec);
      else yield otherItem(step);
    }
  }
}

async function uploadItem(
  file: Unnumbered<UploadFile>,
  spec: UploadSpec,
  account: Account,
  signal: AbortSignal,
): Promise<PlannedItem> {
  const item = { source: file.path, target: file.name, bytes: file.bytes };
  try {
    const blob = spec.options.overwrite === 'always' ? null : await lookUp(account, spec.container, file.name, signal);
    const decision = decideUpload(spec.options.overwrite, { bytes: file.bytes, mtimeMs: mtimeMsOf(file) }, blob);
    if (decision.kind === 'skip') return taken(item, spec.options.overwrite, skipWords(decision.reason));
    const same = decision.unlessMd5 !== '' && (await md5Of(file.path)) === decision.unlessMd5;
    return { ...item, action: same ? 'skip' : 'transfer', reason: same ? skipWords('the same') : '' };
  } catch (error) {
    return { ...item, action: 'fail', reason: StowageError.from(error).message };
  }
}

async function downloadItem(file: Unnumbered<DownloadFile>, spec: DownloadSpec): Promise<PlannedItem> {
  const path = join(spec.targetDir, ...file.segments);
  const item = { source: file.name, target: path, bytes: file.bytes };
  try {
    const decision = decideDownload(spec.options.overwrite, file, await readLocalFacts(path));
    if (decision.kind === 'skip') return taken(item, spec.options.overwrite, skipWords(decision.reason));
    const same = decision.unlessMd5 !== '' && (await md5Of(path)) === decision.unlessMd5;
    return { ...item, action: same ? 'skip' : 'transfer', reason: same ? skipWords('the same') : '' };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const { overwrite } = spec.options;
    if (overwrite === 'rename' && hasItsPlace(error)) return taken(item, overwrite, '');
    return { ...item, action: 'fail', reason: error.message };
  }
}

function taken(
  item: Pick<PlannedItem, 'source' | 'target' | 'bytes'>,
  policy: OverwritePolicy,
  reason: string,
): PlannedItem {
  if (policy === 'rename') return { ...item, action: 'transfer', reason: t`under a numbered name` };
  return { ...item, action: 'skip', reason };
}

function otherItem(step: Exclude<PlanStep<never>, { readonly kind: 'file' }>): PlannedItem {
  if (step.kind === 'left-out') {
    const reason = step.why === 'folder marker' ? t`only marks a folder` : t`link or special file`;
    return { source: step.path, target: '', bytes: 0, action: 'skip', reason };
  }
  const { source, target, error } = step.problem;
  return { source, target, bytes: 0, action: 'fail', reason: error.message };
}

async function lookUp(
  account: Account,
  container: string,
  name: string,
  signal: AbortSignal,
): Promise<BlobFacts | null> {
  try {
    return await readBlobProperties(account, container, name, signal);
  } catch (error) {
    if (error instanceof StowageError && error.code === 'not-found.blob') return null;
    throw error;
  }
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('base64');
}
