// From what is asked for to what the journal keeps of it.
import type { DownloadRequest, NameFilter, UploadRequest } from './api';
import type { DownloadSpec, UploadSpec } from './job-records';

export function uploadSpecOf(request: UploadRequest): UploadSpec {
  const { connectionId, container, prefix, paths, options } = request;
  return { kind: 'upload', connectionId, container, prefix, paths: [...paths], options, ...patternsOf(request) };
}

export function downloadSpecOf(request: DownloadRequest): DownloadSpec {
  const { connectionId, container, selection, targetDir, options } = request;
  const chosen = { selection: [...selection], targetDir };
  return { kind: 'download', connectionId, container, options, ...chosen, ...patternsOf(request) };
}

/** The folder that a downloaded prefix becomes. */
export function folderNameOf(prefix: string): string {
  return prefix.replace(/\/$/u, '').split('/').pop() ?? '';
}

function patternsOf(request: NameFilter): Pick<UploadSpec, 'include' | 'exclude'> {
  return { include: [...(request.include ?? [])], exclude: [...(request.exclude ?? [])] };
}
