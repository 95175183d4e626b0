// What an upload stores with a blob besides its bytes: the options of the job, the preserved settings of a replaced
// blob, and the settings that are lost. Pure.
import type { TransferOptions } from '@shared/model/transfer';
import { metadataPrefix } from '../../azure/account';
import { withoutSourceEtag } from '../../blobs/source-etag';
import { type DroppedProperty, droppedProperties } from '../records/remarks';
import mime from 'mime';
import { extname } from 'node:path';

/** The known state of the blob that an upload replaces. */
export interface ReplacedBlob {
  /** Content headers and metadata as the headers of a write that preserves them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly tags: number;
  /** One that was chosen for this blob; empty for the account's default. */
  readonly tier: string;
}

interface Replaced {
  readonly replaced: ReplacedBlob | null;
  readonly replacedTags: string;
  readonly times?: Readonly<Record<string, string>>;
}

export interface StoredSettings {
  readonly contentType: string;
  /** Further headers of the write. */
  readonly headers: Readonly<Record<string, string>>;
  readonly dropped: readonly DroppedProperty[];
}

/**
 * `replacedTags`: those of the replaced blob if they are preserved, encoded like a query string. `times`: headers of
 * the times of the file.
 */
export function storedSettings(
  file: { readonly path: string; readonly name: string },
  { blob = {}, preserveProperties = false }: Pick<TransferOptions, 'blob' | 'preserveProperties'>,
  { replaced, replacedTags, times = {} }: Replaced,
): StoredSettings {
  const before = replaced?.settings ?? {};
  const preserved = preserveProperties ? withoutSourceEtag(before) : {};
  const contentType = blob.contentType ?? preserved[headerOf['content type']] ?? contentTypeOf(file.name, file.path);
  const headers: Record<string, string> = {
    ...withMetadata(withMetadata(preserved, metadataIn(times)), blob.metadata ?? {}),
    [headerOf['content type']]: contentType,
    ...present(headerOf['content encoding'], blob.contentEncoding),
    ...present(headerOf['content language'], blob.contentLanguage),
    ...present(headerOf['content disposition'], blob.contentDisposition),
    ...present(headerOf['cache control'], blob.cacheControl),
  };
  const tags = new URLSearchParams(replacedTags);
  for (const [name, value] of Object.entries(blob.tags ?? {})) tags.set(name, value);
  // The service reads `+` as itself.
  if (tags.size > 0) headers['x-ms-tags'] = tags.toString().replaceAll('+', '%20');
  if (preserveProperties && replaced !== null && replaced.tier !== '') headers['x-ms-access-tier'] = replaced.tier;
  return { contentType, headers, dropped: replaced === null ? [] : droppedOf(replaced, headers) };
}

const headerOf = {
  'content type': 'x-ms-blob-content-type',
  'content encoding': 'x-ms-blob-content-encoding',
  'content language': 'x-ms-blob-content-language',
  'content disposition': 'x-ms-blob-content-disposition',
  'cache control': 'x-ms-blob-cache-control',
} as const;

const isMetadata = (header: string): boolean => header.startsWith(metadataPrefix);

function present(header: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [header]: value };
}

function metadataIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.slice(metadataPrefix.length), value]));
}

/** The service ignores case in names of metadata. */
function withMetadata(
  headers: Readonly<Record<string, string>>,
  metadata: Readonly<Record<string, string>>,
): Record<string, string> {
  const added = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [metadataPrefix + name, value]));
  return { ...Object.fromEntries(Object.entries(headers).filter(([name]) => !hasHeader(added, name))), ...added };
}

function droppedOf({ settings, tags, tier }: ReplacedBlob, headers: Readonly<Record<string, string>>) {
  const isDropped: Record<DroppedProperty, boolean> = {
    'content type': isOwnType(settings[headerOf['content type']], headers[headerOf['content type']]),
    'content encoding': isLost('content encoding'),
    'content language': isLost('content language'),
    'content disposition': isLost('content disposition'),
    'cache control': isLost('cache control'),
    metadata: Object.keys(settings).some((name) => isMetadata(name) && !hasHeader(headers, name)),
    tags: tags > 0 && headers['x-ms-tags'] === undefined,
    tier: tier !== '' && headers['x-ms-access-tier'] === undefined,
  };
  return droppedProperties.filter((property) => isDropped[property]);

  function isLost(property: keyof typeof headerOf): boolean {
    const header = headerOf[property];
    return (settings[header] ?? '') !== '' && headers[header] === undefined;
  }
}

/** The default type of the service was not chosen by anyone. */
function isOwnType(before = '', now = ''): boolean {
  return before !== '' && before !== 'application/octet-stream' && before !== now;
}

function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((header) => header.toLowerCase() === name.toLowerCase());
}

// The content type stored with an uploaded file, by the extension of its name: the table of the `mime` package, with
// overrides if that table has none, an outdated one, or another meaning than users' files have.

const text = '; charset=utf-8';
const overrides: Readonly<Record<string, string>> = {
  '.avro': 'application/vnd.apache.avro.file',
  '.br': 'application/x-brotli',
  '.cjs': `text/javascript${text}`,
  '.css': `text/css${text}`,
  '.csv': `text/csv${text}`,
  '.env': `text/plain${text}`,
  // RFC 9639.
  '.flac': 'audio/flac',
  '.go': `text/plain${text}`,
  '.htm': `text/html${text}`,
  '.html': `text/html${text}`,
  '.ico': 'image/x-icon',
  '.js': `text/javascript${text}`,
  '.jsonl': 'application/x-ndjson',
  // A private key far more often than a Keynote document.
  '.key': 'application/octet-stream',
  '.log': `text/plain${text}`,
  '.lz4': 'application/x-lz4',
  '.md': `text/markdown${text}`,
  '.mjs': `text/javascript${text}`,
  '.mts': `text/plain${text}`,
  '.ndjson': 'application/x-ndjson',
  '.orc': 'application/vnd.apache.orc',
  '.parquet': 'application/vnd.apache.parquet',
  '.py': `text/x-python${text}`,
  '.rs': `text/plain${text}`,
  '.sqlite': 'application/vnd.sqlite3',
  '.tgz': 'application/gzip',
  '.tsx': `text/plain${text}`,
  '.txt': `text/plain${text}`,
  '.wav': 'audio/wav',
  '.xml': 'application/xml',
  // RFC 9512.
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zst': 'application/zstd',
};

/** What the service itself stores for a blob without a content type. */
const unknownContentType = 'application/octet-stream';

/** By the first name whose extension is known. */
export function contentTypeOf(...names: readonly string[]): string {
  for (const name of names) {
    const extension = extname(name).toLowerCase();
    const found = extension === '' ? null : (overrides[extension] ?? mime.getType(extension));
    if (found !== null) return found;
  }
  return unknownContentType;
}
