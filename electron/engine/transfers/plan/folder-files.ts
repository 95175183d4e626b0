// The files of a job that stand for empty folders: a marker at a service, or a folder on the disk.
import type { Account } from '../../azure/account';
import type { DownloadFile, UploadFile, Unnumbered } from '../records/job-records';

/** How a service lists markers so that they can be recognised: by their metadata, or by a slash at their ends only. */
export type Markers = 'plain' | 'slash';

/** Listings of S3 have no metadata. */
export function markersOf({ descriptor }: Pick<Account, 'descriptor'>): Markers {
  return descriptor.credential.kind === 's3' ? 'slash' : 'plain';
}

/** The name of the marker of a folder. */
export function storedMarker(folder: string, markers: Markers): string {
  return markers === 'slash' ? `${folder}/` : folder;
}

export function markerFileOf(path: string, name: string): Unnumbered<UploadFile> {
  return { t: 'upload', marks: 'folder', path, name, bytes: 0, mtimeNs: '0', ino: '0', blockBytes: 0 };
}

/** `marker`: the blob for which a folder is made. */
export function folderFileOf(marker: string, segments: readonly string[]): Unnumbered<DownloadFile> {
  const nothing = { bytes: 0, etag: '', contentMd5: '', lastModified: '', blockBytes: 0 };
  return { t: 'download', marks: 'folder', ...nothing, name: marker, segments: [...segments] };
}
