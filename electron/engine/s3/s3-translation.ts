// What the blob service and S3 call the same thing: headers, error codes and lists, from one to the other. Pure. Over 300
// lines, because the two vocabularies are read side by side.
import { createHash } from 'node:crypto';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { child, childText, escapeXml, parseXml, type XmlElement } from '../blobs/xml';

type Headers = Readonly<Record<string, string>>;

const blobMetadata = 'x-ms-meta-';
const objectMetadata = 'x-amz-meta-';

/** The metadata under which other tools, too, store the MD5 of objects whose ETag is none. Base64. */
export const storedMd5 = 'x-amz-meta-md5chksum';

const contentHeaders: Readonly<Record<string, string>> = {
  'x-ms-blob-content-type': 'content-type',
  'x-ms-blob-content-encoding': 'content-encoding',
  'x-ms-blob-content-language': 'content-language',
  'x-ms-blob-content-disposition': 'content-disposition',
  'x-ms-blob-cache-control': 'cache-control',
};

/** Understood by both services under one name. */
const sharedHeaders: ReadonlySet<string> = new Set([
  'content-length',
  'content-md5',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'expires',
]);

/** The headers of a write as S3 takes them: content, metadata, tags, storage class and conditions. */
export function objectHeaders(headers: Headers): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const content = contentHeaders[lower];
    if (content !== undefined) sent[content] = value;
    else if (lower.startsWith(blobMetadata)) addMetadata(sent, lower.slice(blobMetadata.length), value);
    else if (lower === 'x-ms-tags') sent['x-amz-tagging'] = value;
    else if (lower === 'x-ms-access-tier') sent['x-amz-storage-class'] = storageClassOf(value);
    else if (lower === 'x-ms-range' || lower === 'range') sent.range = value;
    else if (sharedHeaders.has(lower)) sent[lower] = value;
  }
  if (sent['content-type'] === undefined && headers['content-type'] !== undefined) {
    sent['content-type'] = headers['content-type'];
  }
  return sent;
}

/** Times of files in the form that rclone uses in S3, instead of the three forms that tools use in blobs. */
function addMetadata(sent: Record<string, string>, name: string, value: string): void {
  if (name === 'modtime' || name === 'linux_statx_mask') return;
  sent[objectMetadata + name] = name === 'mtime' ? secondsOf(value) : value;
}

/** Seconds since 1970 with nine decimals; text that is no time as it is. */
function secondsOf(iso: string): string {
  const [, whole = '', decimals = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{1,9})Z$/u.exec(iso) ?? [];
  const ms = Date.parse(`${whole}Z`);
  return Number.isNaN(ms) ? iso : `${ms / 1000}.${decimals.padEnd(9, '0')}`;
}

function isoOf(seconds: string): string {
  const [, whole, decimals = ''] = /^(-?\d{1,12})(?:\.(\d{1,9}))?$/u.exec(seconds) ?? [];
  if (whole === undefined) return seconds;
  return `${new Date(Number(whole) * 1000).toISOString().slice(0, 19)}.${decimals.padEnd(9, '0')}Z`;
}

/** The storage classes that are nearest to the tiers of a blob; names of storage classes are passed on. */
const classes: Readonly<Record<string, string>> = {
  Hot: 'STANDARD',
  Cool: 'STANDARD_IA',
  Cold: 'GLACIER_IR',
  Archive: 'GLACIER',
};

function storageClassOf(tier: string): string {
  return classes[tier] ?? tier;
}

/** The head of a response in the terms of the blob service. */
export function blobHead(headers: Headers): {
  readonly headers: Record<string, string>;
  readonly metadataNames: Record<string, string>;
} {
  const shown: Record<string, string> = {};
  const metadataNames: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    // Under its own name: shown as metadata it would be copied to the next store.
    if (name.startsWith(objectMetadata) && name !== storedMd5) {
      const metadata = name.slice(objectMetadata.length);
      shown[blobMetadata + metadata] = metadata === 'mtime' ? isoOf(value) : value;
      metadataNames[blobMetadata + metadata] = metadata;
    } else shown[name] = value;
  }
  const requestId = headers['x-amz-request-id'] ?? headers['x-amz-id-2'];
  // What passes for S3 here passes for a storage service there.
  if (requestId !== undefined || isFromS3(headers)) shown['x-ms-request-id'] = requestId ?? '-';
  const md5 = md5In(headers);
  if (md5 !== '') shown['x-ms-blob-content-md5'] = md5;
  if (headers['x-amz-tagging-count'] !== undefined) shown['x-ms-tag-count'] = headers['x-amz-tagging-count'];
  if (headers.etag !== undefined) {
    shown['x-ms-blob-type'] = 'BlockBlob';
    shown['x-ms-access-tier'] = headers['x-amz-storage-class'] ?? 'STANDARD';
    shown['x-ms-access-tier-inferred'] = String(headers['x-amz-storage-class'] === undefined);
  }
  return { headers: shown, metadataNames };
}

/** Other servers than Amazon's omit the id of the request from some responses. */
function isFromS3(headers: Headers): boolean {
  return headers.etag !== undefined || Object.keys(headers).some((name) => name.startsWith('x-amz'));
}

/**
 * The MD5 of the object in base64; empty where nothing reveals it. The ETag is an MD5 only of an object that was written
 * in one request and is not encrypted with a key of its owner.
 */
function md5In(headers: Headers): string {
  const stored = headers[storedMd5] ?? '';
  if (/^[A-Za-z0-9+/]{22}==$/u.test(stored)) return stored;
  const ownKey =
    (headers['x-amz-server-side-encryption'] ?? '').startsWith('aws:kms') ||
    headers['x-amz-server-side-encryption-customer-algorithm'] !== undefined;
  const hex = /^"?([0-9a-f]{32})"?$/u.exec(headers.etag ?? '')?.[1];
  return ownKey || hex === undefined ? '' : Buffer.from(hex, 'hex').toString('base64');
}

/** What an object consists of that was assembled from these parts, by their ETags in order. */
export function assembledEtag(parts: readonly string[]): string {
  const sums = parts.map((etag) => Buffer.from(etag.replace(/"/gu, ''), 'hex'));
  return `"${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${parts.length}"`;
}

/** The number of parts of an object, by its ETag; null when it was written in one request. */
export function partsOfEtag(etag: string): number | null {
  const parts = /^"?[0-9a-f]{32}-(\d+)"?$/u.exec(etag)?.[1];
  return parts === undefined ? null : Number(parts);
}

/** A failure in the terms of the blob service; `code` empty: only the status tells what happened. */
interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const failures: Readonly<Record<string, readonly [code: string, status?: number]>> = {
  NoSuchKey: ['BlobNotFound'],
  NoSuchVersion: ['BlobNotFound'],
  NoSuchBucket: ['ContainerNotFound'],
  NoSuchUpload: ['InvalidBlockList', 400],
  InvalidPart: ['InvalidBlockList', 400],
  BucketAlreadyExists: ['ContainerAlreadyExists', 409],
  BucketAlreadyOwnedByYou: ['ContainerAlreadyExists', 409],
  SignatureDoesNotMatch: ['AuthenticationFailed', 403],
  InvalidAccessKeyId: ['AuthenticationFailed', 403],
  // Some servers report it inside of a success.
  AccessDenied: ['AccessDenied', 403],
  InvalidToken: ['ExpiredToken', 403],
  ExpiredToken: ['ExpiredToken', 403],
  TokenRefreshRequired: ['ExpiredToken', 403],
  RequestTimeTooSkewed: ['RequestTimeTooSkewed', 403],
  RequestExpired: ['RequestExpired', 403],
  SlowDown: ['ServerBusy', 503],
  ServiceUnavailable: ['ServerBusy', 503],
  /** Another write of the same object is being carried out. */
  ConditionalRequestConflict: ['ServerBusy', 503],
  OperationAborted: ['ServerBusy', 503],
  InternalError: ['InternalError', 500],
  RequestTimeout: ['OperationTimedOut', 500],
  BadDigest: ['Md5Mismatch', 400],
  InvalidDigest: ['Md5Mismatch', 400],
  XAmzContentSHA256Mismatch: ['Md5Mismatch', 400],
  InvalidBucketName: ['InvalidContainerName', 400],
  InvalidURI: ['InvalidUri', 400],
  MalformedXML: ['InvalidXmlDocument', 400],
  KeyTooLongError: ['InvalidResourceName', 400],
  InvalidObjectState: ['InvalidObjectState', 409],
  NotImplemented: ['NotImplemented', 501],
};

/** `ifNoneMatch`: the condition of the request. */
export function failureIn(answer: {
  readonly status: number;
  readonly headers: Headers;
  readonly bodyText: string;
  readonly ifNoneMatch: string | undefined;
}): Failure {
  const error = errorIn(answer.bodyText);
  const code = childText(error, 'Code');
  const message = childText(error, 'Message');
  const region = answer.headers['x-amz-bucket-region'] ?? childText(error, 'Region');
  const isElsewhere = answer.status === 301 || answer.status === 307 || code === 'AuthorizationHeaderMalformed';
  if (isElsewhere && region !== '') {
    const elsewhere = t`The bucket is in the region ${region}. Set that region in the connection.`;
    return { status: 400, code: 'PermanentRedirect', message: elsewhere };
  }
  if (answer.status === 301 || code === 'TemporaryRedirect') return { status: 400, code: 'PermanentRedirect', message };
  if (answer.status === 412 || code === 'PreconditionFailed') {
    return answer.ifNoneMatch === '*'
      ? { status: 409, code: 'BlobAlreadyExists', message }
      : { status: 412, code: 'ConditionNotMet', message };
  }
  // The codes of the key service contain dots.
  if (code.startsWith('KMS.')) return { status: 400, code: 'KmsKeyNotAvailable', message };
  const known = failures[code];
  return { status: known?.[1] ?? answer.status, code: known?.[0] ?? code, message };
}

/** S3 reports some failures in the body of a success. */
export function errorIn(text: string): XmlElement | undefined {
  if (!text.includes('<Error>')) return undefined;
  try {
    const root = parseXml(text);
    return root.name === 'Error' ? root : undefined;
  } catch {
    return undefined;
  }
}

export function failureXml({ code, message }: Pick<Failure, 'code' | 'message'>): string {
  return `<Error><Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message></Error>`;
}

/** ListBuckets as the list of containers. */
export function containerList(text: string): string {
  const root = answerOf(text, 'ListAllMyBucketsResult');
  const containers = (child(root, 'Buckets')?.children ?? []).map(
    (bucket) =>
      `<Container><Name>${escapeXml(childText(bucket, 'Name'))}</Name><Properties><Last-Modified>${escapeXml(childText(bucket, 'CreationDate'))}</Last-Modified></Properties></Container>`,
  );
  const next = childText(root, 'ContinuationToken');
  return `<EnumerationResults><Containers>${containers.join('')}</Containers><NextMarker>${escapeXml(next)}</NextMarker></EnumerationResults>`;
}

/**
 * ListObjectsV2 as the list of blobs. It has no MD5: the list does not reveal how an object is encrypted, and therefore
 * not whether its ETag is one.
 */
export function blobList(text: string): string {
  const root = answerOf(text, 'ListBucketResult');
  const isEncoded = childText(root, 'EncodingType') === 'url';
  const nameOf = (element: XmlElement, name: string): string => {
    const given = childText(element, name);
    return escapeXml(isEncoded ? decoded(given) : given);
  };
  let items = '';
  for (const entry of root.children) {
    if (entry.name === 'CommonPrefixes') {
      items += `<BlobPrefix><Name>${nameOf(entry, 'Prefix')}</Name></BlobPrefix>`;
    } else if (entry.name === 'Contents') {
      const of = (name: string): string => escapeXml(childText(entry, name));
      items +=
        `<Blob><Name>${nameOf(entry, 'Key')}</Name><Properties><Last-Modified>${of('LastModified')}</Last-Modified>` +
        `<Etag>${of('ETag')}</Etag><Content-Length>${of('Size')}</Content-Length><BlobType>BlockBlob</BlobType>` +
        `<AccessTier>${of('StorageClass')}</AccessTier></Properties></Blob>`;
    }
  }
  const next = nextOf(root, 'NextContinuationToken');
  return `<EnumerationResults><Blobs>${items}</Blobs><NextMarker>${escapeXml(next)}</NextMarker></EnumerationResults>`;
}

/**
 * ListObjectVersions as a list of blobs with their versions, newest first under each name. Delete markers are left out,
 * so that a deleted object is one without a current version.
 */
export function versionList(text: string): string {
  const root = answerOf(text, 'ListVersionsResult');
  const isEncoded = childText(root, 'EncodingType') === 'url';
  const plain = (name: string): string => (isEncoded ? decoded(childText(root, name)) : childText(root, name));
  let items = '';
  for (const entry of root.children) {
    if (entry.name !== 'Version') continue;
    const key = childText(entry, 'Key');
    const of = (name: string): string => escapeXml(childText(entry, name));
    const isCurrent = childText(entry, 'IsLatest') === 'true';
    // The only state of an object in a bucket without versioning is none.
    const isOnlyState = isCurrent && childText(entry, 'VersionId') === unversioned;
    const id = isOnlyState ? '' : escapeXml(`${childText(entry, 'LastModified')} ${childText(entry, 'VersionId')}`);
    items +=
      `<Blob><Name>${escapeXml(isEncoded ? decoded(key) : key)}</Name><VersionId>${id}</VersionId>` +
      `<IsCurrentVersion>${String(isCurrent)}</IsCurrentVersion><Properties><Last-Modified>${of('LastModified')}</Last-Modified>` +
      `<Etag>${of('ETag')}</Etag><Content-Length>${of('Size')}</Content-Length><BlobType>BlockBlob</BlobType>` +
      `<AccessTier>${of('StorageClass')}</AccessTier></Properties></Blob>`;
  }
  const isLast = nextOf(root, 'NextKeyMarker') === '';
  const next = isLast ? '' : JSON.stringify([plain('NextKeyMarker'), childText(root, 'NextVersionIdMarker')]);
  return `<EnumerationResults><Blobs>${items}</Blobs><NextMarker>${escapeXml(next)}</NextMarker></EnumerationResults>`;
}

const unversioned = 'null';

/** Where the next page of versions begins, of the marker that names it. */
export function versionMarkers(marker: string): Record<string, string> {
  if (marker === '') return {};
  const [key = '', version = ''] = JSON.parse(marker) as readonly string[];
  return { 'key-marker': key, ...(version === '' ? {} : { 'version-id-marker': version }) };
}

/** S3's own id of a version, which is shown with its time in front, by which versions are ordered. */
export function versionIdOf(id: string): string {
  return id.slice(id.lastIndexOf(' ') + 1);
}

/** One uploaded part. */
export interface UploadedPart {
  readonly number: number;
  readonly etag: string;
  readonly bytes: number;
}

/** An upload has no more; pages that go on would never end. */
const maxParts = 10_000;

/** Throws `network.malformed` for more parts than an upload can have. */
export function assertPossibleParts(count: number, next: string): void {
  if (count <= maxParts && !(Number(next) > maxParts)) return;
  throw malformed('ListPartsResult', t`it has more than ${formatCount(maxParts)} parts`);
}

/** A page of ListParts. `next`: the last number on it, when there are more. */
export function partsIn(text: string): { readonly parts: readonly UploadedPart[]; readonly next: string } {
  const root = answerOf(text, 'ListPartsResult');
  const parts = root.children
    .filter(({ name }) => name === 'Part')
    .map((part) => ({
      number: Number(childText(part, 'PartNumber')),
      etag: childText(part, 'ETag'),
      bytes: Number(childText(part, 'Size')),
    }));
  return { parts, next: nextOf(root, 'NextPartNumberMarker') };
}

/** S3 does not limit its ids of uploads, but each request for a part contains one. */
const maxUploadIdLength = 2_048;

/** The id of a new upload. Throws `network.malformed` when there is none that requests can contain. */
export function uploadIdIn(text: string): string {
  const root = answerOf(text, 'InitiateMultipartUploadResult');
  const id = childText(root, 'UploadId');
  if (id === '') throw malformed(root.name, t`it has no UploadId`);
  if (id.length > maxUploadIdLength) throw malformed(root.name, t`its UploadId is too long`);
  return id;
}

/**
 * What the request for the next page names; empty on the last page. Throws `network.malformed` for a page that has a
 * next one but does not name it: a list that ended there would be taken as complete.
 */
function nextOf(root: XmlElement, name: string): string {
  if (childText(root, 'IsTruncated') !== 'true') return '';
  const next = childText(root, name);
  if (next !== '') return next;
  throw malformed(root.name, t`it has a next page but does not name it (${name})`);
}

/** Throws `network.malformed` for any other document, such as a page of a proxy. */
export function answerOf(text: string, name: string): XmlElement {
  const root = documentOf(text, name);
  // Some servers name the answer after the operation, not after its result.
  if (root.name === name || root.name === name.replace(/Result$/u, 'Response')) return root;
  throw malformed(name, t`its document is “${root.name.slice(0, 40)}” instead of “${name}”`);
}

function documentOf(text: string, name: string): XmlElement {
  try {
    return parseXml(text);
  } catch (thrown) {
    if (!(thrown instanceof StowageError) || thrown.code !== 'network.malformed') throw thrown;
    throw malformed(name, String(thrown.context.problem));
  }
}

/** The operations whose results have another name. */
const operations: Readonly<Record<string, string>> = {
  ListAllMyBucketsResult: 'ListBuckets',
  ListBucketResult: 'ListObjectsV2',
  ListVersionsResult: 'ListObjectVersions',
  InitiateMultipartUploadResult: 'CreateMultipartUpload',
};

function malformed(name: string, problem: string): StowageError {
  const operation = operations[name] ?? name.replace(/Result$/u, '');
  return new StowageError('network.malformed', `${name}: ${problem}.`, { context: { operation, problem } });
}

/** Keys come as in a form: a blank is a plus. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/gu, '%20'));
  } catch {
    return text;
  }
}

/** As S3 signs it: everything but letters, digits and `-._~`. */
export function strictlyEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
