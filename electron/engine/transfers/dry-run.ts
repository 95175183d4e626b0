// What a transfer would do, without doing it: the plan, item by item, with the decision of the overwrite policy.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { mapConcurrent } from '@shared/map-concurrent';
import type { OverwritePolicy } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { type Account, type AccountSource, metadataPrefix } from '../azure/account';
import { listBlobPage } from '../blobs/listing';
import { type BlobProperties, readBlobProperties } from '../blobs/properties';
import type { CopyRequest, DownloadRequest, PlannedItem, UploadRequest } from './api';
import {
  type CopyFile,
  type CopySpec,
  type DownloadFile,
  type DownloadSpec,
  type UploadFile,
  type UploadSpec,
  modifiedOf,
  type Unnumbered,
} from './records/job-records';
import { planCopy } from './plan/copy-plan';
import { markersOf } from './plan/folder-files';
import { foreseeFolding } from './plan/folding';
import { assertReplaceable, decideDownload, decideUpload, whyDeniedByService } from './plan/overwrite';
import { knownNamespace } from '../blobs/details/account-facts';
import { type PlanStep, planDownload, planUpload } from './plan/plan';
import { downloadSpecOf, uploadSpecOf } from './plan/specs';
import { mtimeMsOf } from './plan/source-watch';
import { isTargetTaken, readLocalFacts } from './files/local-target';
import { leftOutText, propertyName, skipReasonText } from './records/remarks';
import { storedSettings } from './plan/stored-settings';

const never = new AbortController().signal;

export async function* planUploadItems(
  request: UploadRequest,
  accounts: AccountSource,
  signal: AbortSignal = never,
): AsyncGenerator<PlannedItem, void, undefined> {
  const spec = await uploadSpecOf(request);
  const account = await accounts.open(spec.connectionId);
  const targets = new ExistingTargets(spec, account, signal);
  for await (const steps of planUpload(spec, () => null, signal, {
    namespace: knownNamespace(account),
    markers: markersOf(account),
  })) {
    await targets.prepare(steps.length);
    const item = (step: (typeof steps)[number]): Promise<PlannedItem> =>
      step.kind === 'file' ? uploadItem(step.file, spec, targets) : Promise.resolve(otherItem(step));
    yield* await mapConcurrent(steps, maxConcurrentLookups, item);
  }
}

export async function* planDownloadItems(
  request: DownloadRequest,
  accounts: AccountSource,
  signal: AbortSignal = never,
): AsyncGenerator<PlannedItem, void, undefined> {
  const spec = await downloadSpecOf(request);
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

export async function* planCopyItems(
  request: CopyRequest,
  accounts: AccountSource,
  signal: AbortSignal = never,
): AsyncGenerator<PlannedItem, void, undefined> {
  const spec: CopySpec = { ...request, selection: [...request.selection] };
  const source = await accounts.open(spec.from.connectionId);
  const target = await accounts.open(spec.connectionId);
  const targets = new ExistingTargets(spec, target, signal);
  for await (const steps of planCopy(spec, { source, target, signal, namespace: knownNamespace(target) })) {
    await targets.prepare(steps.length);
    yield* await mapConcurrent(steps, maxConcurrentLookups, async (step) =>
      placed(step.kind === 'file' ? await copyItem(step.file, spec, targets) : otherItem(step), spec),
    );
  }
}

/** With the containers, which may differ. */
function placed(item: PlannedItem, { from, container }: CopySpec): PlannedItem {
  const target = item.target === '' ? '' : `${container}/${item.target}`;
  return { ...item, source: `${from.container}/${item.source}`, target };
}

async function copyItem(file: Unnumbered<CopyFile>, spec: CopySpec, targets: ExistingTargets): Promise<PlannedItem> {
  const item = { source: file.source, target: file.name, bytes: file.bytes, error: null };
  const { overwrite } = spec.options;
  try {
    const blob = await targets.lookUp(file.name);
    const planned = { bytes: file.bytes, mtimeMs: Date.parse(file.lastModified) };
    const decision = decideUpload(overwrite, planned, blob);
    if (decision.kind === 'skip') return taken(item, overwrite, skipReasonText(decision.reason));
    if (decision.unlessMd5 !== '' && decision.unlessMd5 === file.contentMd5) {
      return { ...item, action: 'skip', reason: skipReasonText('the same') };
    }
    const address = { container: spec.container, name: file.name };
    if (blob !== null) assertReplaceable(blob, spec.options, address);
    const rejection = blob === null ? null : whyDeniedByService(blob, address);
    if (rejection !== null) throw rejection;
    return { ...item, action: 'transfer', reason: blob === null ? '' : t`replaces a blob` };
  } catch (thrown) {
    return failing(item, StowageError.from(thrown));
  }
}

async function uploadItem(
  file: Unnumbered<UploadFile>,
  spec: UploadSpec,
  targets: ExistingTargets,
): Promise<PlannedItem> {
  const item = { source: file.path, target: file.name, bytes: file.bytes, error: null };
  const overwrite = file.marks === 'folder' ? 'never' : spec.options.overwrite;
  try {
    const blob = await targets.lookUp(file.name);
    const decision = decideUpload(overwrite, { bytes: file.bytes, mtimeMs: mtimeMsOf(file) }, blob);
    if (decision.kind === 'skip') return taken(item, overwrite, skipReasonText(decision.reason));
    const address = { container: spec.container, name: file.name };
    if (blob !== null) assertReplaceable(blob, spec.options, address);
    const rejection = blob === null ? null : whyDeniedByService(blob, address);
    if (rejection !== null) throw rejection;
    const same = decision.unlessMd5 !== '' && (await md5Of(file.path)) === decision.unlessMd5;
    if (same) return { ...item, action: 'skip', reason: skipReasonText('the same') };
    return { ...item, action: 'transfer', reason: blob === null ? '' : droppedBy(file, spec, blob) };
  } catch (thrown) {
    return failing(item, StowageError.from(thrown));
  }
}

/** What the replaced blob loses, as text; empty for nothing. Its tags are only counted here. */
function droppedBy(file: Unnumbered<UploadFile>, { options }: UploadSpec, blob: BlobProperties): string {
  const headers = new Map(blob.headers.map(({ name, value }) => [name, value]));
  const contentHeaders = [
    'content-type',
    'content-encoding',
    'content-language',
    'content-disposition',
    'cache-control',
  ];
  const settings = Object.fromEntries([
    ...contentHeaders.flatMap((name) => (headers.has(name) ? [[`x-ms-blob-${name}`, headers.get(name) ?? '']] : [])),
    ...blob.metadata.map(({ name, value }) => [metadataPrefix + name, value]),
  ]) as Record<string, string>;
  const tags = Number(headers.get('x-ms-tag-count') ?? 0);
  const tier = headers.get('x-ms-access-tier-inferred') === 'true' ? '' : blob.tier;
  const preservedTags = options.preserveProperties === true && tags > 0 ? 'preserved=' : '';
  const { dropped } = storedSettings(file, options, {
    replaced: { settings, tags, tier },
    replacedTags: preservedTags,
  });
  if (dropped.length === 0) return '';
  return t`replaces a blob and loses its ${dropped.map(propertyName).join(', ')}`;
}

async function downloadItem(file: Unnumbered<DownloadFile>, spec: DownloadSpec): Promise<PlannedItem> {
  const path = join(spec.targetDir, ...file.segments);
  const item = { source: file.name, target: path, bytes: file.bytes, error: null };
  if (file.marks === 'folder') return { ...item, action: 'transfer', reason: '' };
  try {
    const decision = decideDownload(
      spec.options.overwrite,
      { ...file, lastModified: modifiedOf(file) },
      await readLocalFacts(path),
    );
    if (decision.kind === 'skip') return taken(item, spec.options.overwrite, skipReasonText(decision.reason));
    const same = decision.unlessMd5 !== '' && (await md5Of(path)) === decision.unlessMd5;
    return { ...item, action: same ? 'skip' : 'transfer', reason: same ? skipReasonText('the same') : '' };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const { overwrite } = spec.options;
    if (overwrite === 'rename' && isTargetTaken(error)) return taken(item, overwrite, '');
    return failing(item, error);
  }
}

function failing(item: Pick<PlannedItem, 'source' | 'target' | 'bytes'>, error: StowageError): PlannedItem {
  return { ...item, action: 'fail', reason: '', error };
}

function taken(item: Omit<PlannedItem, 'action' | 'reason'>, policy: OverwritePolicy, reason: string): PlannedItem {
  if (policy === 'rename') return { ...item, action: 'transfer', reason: t`under a numbered name` };
  return { ...item, action: 'skip', reason };
}

function otherItem(step: Exclude<PlanStep<never>, { readonly kind: 'file' }>): PlannedItem {
  if (step.kind === 'left-out') {
    const reason = leftOutText(step.why);
    return { source: step.path, target: '', bytes: null, action: 'skip', reason, error: null };
  }
  const { source, target, error } = step.problem;
  return failing({ source, target, bytes: null }, error);
}

const maxConcurrentLookups = 32;
/** Fewer files are looked up as fast one by one. */
const minListedFiles = 16;
/** A container with more blobs below the prefix is not listed to its end. */
const maxListedPages = 20;
const namesPerPage = 5000;

type TargetSpec = Pick<UploadSpec, 'container' | 'prefix' | 'options'>;

/** The blobs that exist under the names of the files: most names are free, which a few listings prove for all of them. */
class ExistingTargets {
  readonly #spec: TargetSpec;
  readonly #account: Account;
  readonly #signal: AbortSignal;
  /** All names below the prefix; null if they are not known. */
  #existing: ReadonlySet<string> | null = null;
  #isPrepared = false;

  constructor(spec: TargetSpec, account: Account, signal: AbortSignal) {
    this.#spec = spec;
    this.#account = account;
    this.#signal = signal;
  }

  /** Lists the target before the first files are looked up, if there are many of them. */
  async prepare(files: number): Promise<void> {
    if (this.#isPrepared || files < minListedFiles) return;
    this.#isPrepared = true;
    try {
      this.#existing = await this.#listed();
    } catch (thrown) {
      // A credential may be denied listing. The single lookups report everything else.
      if (StowageError.from(thrown).kind === 'cancelled') throw thrown;
    }
  }

  async lookUp(name: string): Promise<BlobProperties | null> {
    const { container, prefix, options } = this.#spec;
    if (name.startsWith(prefix) && this.#existing?.has(name) === false) return null;
    try {
      return await readBlobProperties(this.#account, container, name, this.#signal);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.code === 'not-found.blob') return null;
      // A write-only credential is denied this lookup, and may replace the file nevertheless.
      if (options.overwrite === 'always' && error.kind === 'auth') return null;
      throw thrown;
    }
  }

  async #listed(): Promise<ReadonlySet<string> | null> {
    const { container, prefix } = this.#spec;
    const request = { container, prefix, depth: 'flat', pageSize: namesPerPage, signal: this.#signal } as const;
    const names = new Set<string>();
    let marker: string | undefined;
    for (let page = 0; page < maxListedPages; page += 1) {
      const listed = await listBlobPage(this.#account, { ...request, marker });
      for (const { name } of listed.blobs) names.add(name);
      if (listed.marker === null) return names;
      marker = listed.marker;
    }
    return null;
  }
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('base64');
}
