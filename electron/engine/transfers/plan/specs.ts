// From an order to what the journal keeps of it.
import type { CopyOrder, DownloadOrder } from '@shared/ipc/contract/transfers';
import type { TransferOptions } from '@shared/model/transfer';
import type { DownloadRequest, NameFilter, UploadRequest } from '../api';
import { foreseeNameRules } from './folding';
import type { CopySpec, DownloadSpec, JobSpec, UploadSpec } from '../records/job-records';

export async function uploadSpecOf(request: UploadRequest): Promise<UploadSpec> {
  const { connectionId, container, prefix, paths, as, options } = request;
  const localNaming = await foreseeNameRules(paths[0] ?? '.');
  const chosen = { connectionId, container, prefix, paths: [...paths], options, localNaming };
  return { kind: 'upload', ...chosen, ...(as === undefined ? {} : { as }), ...patternsOf(request) };
}

export async function downloadSpecOf(request: DownloadRequest): Promise<DownloadSpec> {
  const { connectionId, container, selection, targetDir, options } = request;
  const chosen = { selection: [...selection], targetDir, localNaming: await foreseeNameRules(targetDir) };
  return { kind: 'download', connectionId, container, options, ...chosen, ...patternsOf(request) };
}

/** The page may not read what nobody has picked, so it follows links only to what has been. */
export function ofPage(options: TransferOptions): TransferOptions {
  return options.followLinks === undefined ? options : { ...options, followLinks: 'inside' };
}

/** `targetDir`: the folder behind the order's token. */
export async function orderedDownload(order: DownloadOrder, targetDir: string): Promise<DownloadSpec> {
  const { connectionId, container, names, prefixes, serves, options } = order;
  const selection: DownloadSpec['selection'] = [
    ...names.map((name) => ({ kind: 'blob' as const, name })),
    ...prefixes.map((prefix) => ({ kind: 'prefix' as const, prefix, as: folderNameOf(prefix) })),
  ];
  const chosen = { selection, targetDir, localNaming: await foreseeNameRules(targetDir), ...(serves && { serves }) };
  return { kind: 'download', connectionId, container, options, ...chosen };
}

export function copySpecOf({ blobs, prefixes, ...order }: CopyOrder): CopySpec {
  const selection: CopySpec['selection'] = [
    ...blobs.map(({ name, as }) => ({ kind: 'blob' as const, name, as })),
    ...prefixes.map(({ prefix, as }) => ({ kind: 'prefix' as const, prefix, as })),
  ];
  return { ...order, selection };
}

/** The account it reads from besides its own; null for none. */
export function sourceOf(spec: JobSpec): CopySpec['from'] | null {
  if (spec.kind === 'copy' || spec.kind === 'move') return spec.from;
  return spec.kind === 'verify' && spec.of.kind === 'copy' ? spec.of.from : null;
}

/** The name of the local folder for a downloaded prefix. */
function folderNameOf(prefix: string): string {
  return prefix.replace(/\/$/u, '').split('/').pop() ?? '';
}

function patternsOf(request: NameFilter): Pick<UploadSpec, 'include' | 'exclude'> {
  return { include: [...(request.include ?? [])], exclude: [...(request.exclude ?? [])] };
}
