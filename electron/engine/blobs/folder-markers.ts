// Blobs that only mark a folder and contain no bytes. Other tools create them so that an empty folder is visible
// (metadata `hdi_isfolder`, or a name that ends in a slash), and accounts with a hierarchical namespace list their
// folders this way. As local files they would collide with the folders that they mark.
import type { BlobItem } from '@shared/model/blob';
import { type Account, metadataPrefix } from '../azure/account';
import { type ListRequest, blobListQuery, exactName, listed, readBlob } from './listing';
import { ListProgress } from './list-check';
import { isOnlyBlobOf, listOnlyBlob } from './only-blob';
import type { BlobProperties } from './properties';
import { type XmlElement, child, childText } from './xml';

export interface FilesPage {
  readonly blobs: readonly BlobItem[];
  /** The blobs that are folder markers. */
  readonly markers: readonly BlobItem[];
  /** Of a listing of one level: the folders in it, each with a slash at its end. */
  readonly folders?: readonly string[];
}

const markingName = 'hdi_isfolder';
/** Of a write, as AzCopy and rclone mark folders. */
export const folderMarkerHeaders: Readonly<Record<string, string>> = { [metadataPrefix + markingName]: 'true' };

type FilesRequest = Pick<ListRequest, 'container' | 'prefix' | 'signal'>;

/** Every blob below a prefix, page by page, without folder markers. Throws as `listBlobPage`. */
export function walkFiles(account: Account, request: FilesRequest): AsyncGenerator<FilesPage, void, undefined> {
  return walk(account, { ...request, depth: 'flat' });
}

/** The same for the blobs of one level, with the folders in it. */
export function walkLevel(account: Account, request: FilesRequest): AsyncGenerator<FilesPage, void, undefined> {
  return walk(account, { ...request, depth: 'folders' });
}

async function* walk(
  account: Account,
  request: FilesRequest & Pick<ListRequest, 'depth'>,
): AsyncGenerator<FilesPage, void, undefined> {
  const progress = new ListProgress(request.container, account);
  let marker: string | undefined;
  do {
    const page = await listFilesPage(account, { ...request, marker });
    progress.follow({ ...page, marker: page.marker ?? null });
    yield page;
    marker = page.marker;
  } while (marker !== undefined);
}

/**
 * One page of them. `marker`: where it begins, and in the answer where the next one does; undefined after the last.
 * Throws as `listBlobPage`.
 */
export async function listFilesPage(
  account: Account,
  request: FilesRequest & Pick<ListRequest, 'marker'> & Partial<Pick<ListRequest, 'depth'>>,
): Promise<FilesPage & { readonly marker: string | undefined }> {
  const { depth = 'flat' } = request;
  if (isOnlyBlobOf(account, request.container)) {
    const { blobs, folders } = await listOnlyBlob(account, { ...request, depth });
    return { blobs, markers: [], folders, marker: undefined };
  }
  const listing = blobListQuery({ ...request, depth, pageSize: 1000 });
  return listed(account, { ...request, query: { ...listing, include: 'metadata' } }, readFilesPage);
}

export function isFolderMarker({ name, bytes, metadata, headers }: BlobProperties): boolean {
  const value = metadata.find((one) => one.name.toLowerCase() === markingName)?.value;
  const kind = headers.find((header) => header.name === 'x-ms-resource-type')?.value;
  return marks(name, bytes, value, kind);
}

function readFilesPage(root: XmlElement): FilesPage & { readonly marker: string | undefined } {
  const blobs: BlobItem[] = [];
  const markers: BlobItem[] = [];
  const folders: string[] = [];
  for (const entry of child(root, 'Blobs')?.children ?? []) {
    if (entry.name === 'BlobPrefix') folders.push(exactName(entry));
    if (entry.name !== 'Blob') continue;
    const blob = readBlob(entry);
    if (isMarkerEntry(entry, blob)) markers.push(blob);
    else blobs.push(blob);
  }
  return { blobs, markers, folders, marker: childText(root, 'NextMarker') || undefined };
}

/** Of a listing with metadata. */
export function isMarkerEntry(entry: XmlElement, { name, bytes }: BlobItem): boolean {
  if (bytes > 0) return false;
  const value = child(entry, 'Metadata')?.children.find((one) => one.name.toLowerCase() === markingName)?.text;
  return marks(name, bytes, value, childText(child(entry, 'Properties'), 'ResourceType'));
}

function marks(name: string, bytes: number, value: string | undefined, kind: string | undefined): boolean {
  return bytes === 0 && (name.endsWith('/') || value?.toLowerCase() === 'true' || kind === 'directory');
}
