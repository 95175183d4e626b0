// From an order to what the journal keeps of it.
import type { CopyOrder, DownloadOrder } from '@shared/ipc/contract/transfers';
import type { DownloadRequest, NameFilter, UploadRequest } from '../api';
import type { CopySpec, DownloadSpec, JobSpec, UploadSpec } from '../records/job-records';

export function uploadSpecOf(request: UploadRequest): UploadSpec {
  const { connectionId, container, prefix, paths, options } = request;
  return { kind: 'upload', connectionId, container, prefix, paths: [...paths], options, ...patternsOf(request) };
}

export function downloadSpecOf(request: DownloadRequest): DownloadSpec {
  const { connectionId, container, selection, targetDir, options } = request;
  const chosen = { selection: [...selection], targetDir };
  return { kind: 'download', connectionId, container, options, ...chosen, ...patternsOf(request) };
}

/** `targetDir`: the folder behind the order's token. */
export function orderedDownload(order: DownloadOrder, targetDir: string): DownloadSpec {
  const { connectionId, container, names, prefixes, serves, options } = order;
  const selection: DownloadSpec['selection'] = [
    ...names.map((name) => ({ kind: 'blob' as const, name })),
    ...prefixes.map((prefix) => ({ kind: 'prefix' as const, prefix, as: folderNameOf(prefix) })),
  ];
  return { kind: 'download', connectionId, container, selection, targetDir, options, ...(serves && { serves }) };
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
