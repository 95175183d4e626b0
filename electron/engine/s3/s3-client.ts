// S3 in the place of a blob service: carries out each request of the blob service as one of S3, or as a few of them, and
// returns the answer in the terms of the blob service. Signing is done here, because it covers what is really sent;
// pacing, retries, time-outs and metrics are those of every other account. Over 300 lines, because each operation is read
// here beside the others.
import type { HttpClient, HttpHead, HttpRequest, HttpResponse, Origin } from '../azure/http/http-types';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { child, childText, parseXml } from '../blobs/xml';
import {
  type UploadedPart,
  answerOf,
  assertPossibleParts,
  assembledEtag,
  blobHead,
  blobList,
  containerList,
  errorIn,
  failureIn,
  failureXml,
  objectHeaders,
  partsIn,
  storedMd5,
  strictlyEncoded,
  uploadIdIn,
  versionIdOf,
  versionList,
  versionMarkers,
} from './s3-translation';
import { type CopyLimits, amazonLimits, copiedPartEtag, copyInParts, partSource } from './large-copy';
import { type S3Credential, S3Signer, type UnsignedRequest } from './s3-signer';

/** A part as its id names it: the upload, and its number from 1. */
interface PartId {
  readonly upload: string;
  readonly number: number;
}

const partDigits = 5;

/** Part ids are made like block ids: what distinguishes the plan, here the upload, and then the block's position. */
function partIdOf(base64: string): PartId {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return { upload: text.slice(0, -partDigits), number: Number(text.slice(-partDigits)) + 1 };
}

function idOfPart(upload: string, number: number): string {
  return Buffer.from(upload + String(number - 1).padStart(partDigits, '0'), 'latin1').toString('base64');
}

/** More are not remembered: each is of an upload that is being completed. */
const maxRemembered = 100;

interface Target {
  /** Empty for requests on all buckets. */
  readonly bucket: string;
  /** Decoded; empty for requests on a bucket. */
  readonly key: string;
}

/** Where an object, a bucket or all of them are addressed. */
export function objectRoute(
  { protocol, host, pathname }: URL,
  { pathStyle }: Pick<S3Credential, 'pathStyle'>,
  { bucket, key }: Target,
): Pick<UnsignedRequest, 'protocol' | 'host' | 'path'> {
  const base = pathname.replace(/\/$/u, '');
  // Names with dots match no certificate of the service.
  const inHost = bucket !== '' && !pathStyle && !bucket.includes('.');
  const inPath = inHost || bucket === '' ? '' : `/${strictlyEncoded(bucket)}`;
  const name = key === '' ? '' : `/${key.split('/').map(strictlyEncoded).join('/')}`;
  return { protocol, host: inHost ? `${bucket}.${host}` : host, path: `${base}${inPath}${name}` || '/' };
}

interface Sent {
  readonly method: string;
  readonly operation: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export class S3Client implements HttpClient {
  readonly #http: HttpClient;
  readonly #endpoint: URL;
  readonly #credential: S3Credential;
  readonly #signer: S3Signer;
  readonly #now: () => number;
  readonly #limits: CopyLimits;
  /** The ETag that an upload will have, by its id, once its completion was requested: the reply may be lost. */
  readonly #expected = new Map<string, string>();

  /** `now`: wall time. */
  constructor(
    http: HttpClient,
    endpoint: string,
    credential: S3Credential,
    now: () => number,
    limits: CopyLimits = amazonLimits,
  ) {
    this.#limits = limits;
    this.#http = http;
    this.#endpoint = new URL(endpoint);
    this.#credential = credential;
    this.#signer = new S3Signer(credential);
    this.#now = now;
  }

  dispose(): void {
    this.#http.dispose();
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const [path = '', queryText = ''] = request.path.split(/\?(.*)/su);
    const target = this.#targetOf(path);
    const query = new URLSearchParams(queryText);
    switch (request.label.operation) {
      case 'ListContainers':
        return this.#listBuckets(request);
      case 'GetContainerProperties':
        return this.#once(request, target, { method: 'HEAD', operation: 'HeadBucket' });
      case 'CreateContainer':
        return this.#createBucket(request, target);
      case 'DeleteContainer':
        return this.#once(request, target, { method: 'DELETE', operation: 'DeleteBucket' }, 202);
      case 'ListBlobs':
        return (query.get('include') ?? '').split(',').includes('versions')
          ? this.#listVersions(request, target, query)
          : this.#listObjects(request, target, query);
      case 'GetBlob':
        return this.#once(request, target, {
          method: 'GET',
          operation: 'GetObject',
          query: versionIn(query),
          headers: request.headers,
        });
      case 'GetBlobProperties':
        return this.#once(request, target, {
          method: 'HEAD',
          operation: 'HeadObject',
          query: versionIn(query),
          headers: request.headers,
        });
      case 'PutBlob':
        return this.#once(request, target, writeOf('PutObject', request), 201);
      case 'UndeleteBlob':
        // A deleted object is brought back by its newest version only.
        return Promise.resolve(unsent(404, 'BlobNotFound', ''));
      case 'DeleteBlob':
        return this.#deleteObject(request, target, versionIn(query));
      case 'GetBlobTags':
        return this.#tags(request, target);
      case 'SetBlobTags':
        return this.#setTags(request, target);
      case 'SetBlobProperties':
      case 'SetBlobMetadata':
      case 'SetBlobTier':
        return this.#rewrite(request, target);
      case 'CopyBlob':
        return this.#copyObject(request, target);
      case 'PutBlockFromURL':
        return this.#copyPart(request, target, query);
      case 'CreateMultipartUpload':
        return this.#createUpload(request, target);
      case 'AbortMultipartUpload':
        return this.#once(
          request,
          target,
          { method: 'DELETE', operation: 'AbortMultipartUpload', query: { uploadId: query.get('upload') ?? '' } },
          202,
        );
      case 'PutBlock': {
        const { upload, number } = partIdOf(query.get('blockid') ?? '');
        const part = { partNumber: String(number), uploadId: upload };
        return intact(
          request,
          await this.#once(request, target, { ...writeOf('UploadPart', request), query: part }, 201),
        );
      }
      case 'GetBlockList':
        return this.#listParts(request, target, query.get('upload') ?? '');
      case 'PutBlockList':
        return this.#complete(request, target);
      default:
        return unsupported(request.label.operation);
    }
  }

  #targetOf(path: string): Target {
    const base = this.#endpoint.pathname.replace(/\/$/u, '');
    const [bucket = '', ...key] = path.slice(base.length + 1).split('/');
    return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key.join('/')) };
  }

  /** One request of S3. Its answer is in the terms of the blob service, a success with the status `done`. */
  async #once(request: HttpRequest, target: Target, sent: Sent, done?: number): Promise<HttpResponse> {
    const { method, operation, query = {}, body } = sent;
    const route = objectRoute(this.#endpoint, this.#credential, target);
    const unsigned = objectHeaders(sent.headers ?? {});
    if (body instanceof Uint8Array) unsigned['content-length'] = String(body.length);
    else if (method === 'PUT' || method === 'POST') unsigned['content-length'] = '0';
    // They are about this request, not about the object, and are the same for both services.
    for (const [name, value] of Object.entries(sent.headers ?? {})) {
      if (name.startsWith('x-amz-') && unsigned[name] === undefined) unsigned[name] = value;
    }
    const headers = await this.#signer.headers({ ...route, method, query, headers: unsigned, body }, this.#now());
    const pairs = Object.entries(query).map(([name, value]) => `${strictlyEncoded(name)}=${strictlyEncoded(value)}`);
    const answer = await this.#http.send({
      ...request,
      label: { ...request.label, operation },
      origin: originOf(route.protocol, route.host),
      method,
      path: pairs.length === 0 ? route.path : `${route.path}?${pairs.sort().join('&')}`,
      headers,
      body,
      onHead: (head, flow) => request.onHead?.({ ...head, ...blobHead(head.headers) }, flow) ?? 'collect',
    });
    const result = translated(answer, request.headers['if-none-match'], done);
    const isUnexplained = method === 'HEAD' && result.status === 400 && result.headers['x-ms-error-code'] === undefined;
    return isUnexplained ? this.#explained(request, target, sent, result) : result;
  }

  /** A rejected HEAD has no body, and 400 is also what an expired token gets: a small GET has the code. */
  async #explained(request: HttpRequest, target: Target, sent: Sent, failure: HttpResponse): Promise<HttpResponse> {
    const { onHead: _head, onBody: _body, target: _target, ...plain } = request;
    const isObject = target.key !== '';
    const answer = await this.#once(plain, target, {
      ...sent,
      method: 'GET',
      operation: isObject ? 'GetObject' : 'ListObjectsV2',
      query: isObject ? (sent.query ?? {}) : { 'list-type': '2', 'max-keys': '0' },
      headers: { ...sent.headers, ...(isObject ? { range: 'bytes=0-0' } : {}) },
    });
    return isDone(answer) ? failure : answer;
  }

  async #listBuckets(request: HttpRequest): Promise<HttpResponse> {
    const answer = await this.#once(request, { bucket: '', key: '' }, { method: 'GET', operation: 'ListBuckets' });
    return withBody(answer, containerList);
  }

  #createBucket(request: HttpRequest, target: Target): Promise<HttpResponse> {
    const { region } = this.#credential;
    // The one region that is not named.
    const isDefault = region === 'us-east-1';
    const body = Buffer.from(
      `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
    );
    const sent = { method: 'PUT', operation: 'CreateBucket', ...(isDefault ? {} : { body }) };
    return this.#once(request, target, sent, 201);
  }

  async #listObjects(request: HttpRequest, target: Target, query: URLSearchParams): Promise<HttpResponse> {
    const [prefix, delimiter, marker] = ['prefix', 'delimiter', 'marker'].map((name) => query.get(name) ?? '');
    const answer = await this.#once(request, target, {
      method: 'GET',
      operation: 'ListObjectsV2',
      query: {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(Math.min(1000, Number(query.get('maxresults') ?? 1000))),
        ...(prefix === '' ? {} : { prefix: prefix ?? '' }),
        ...(delimiter === '' ? {} : { delimiter: delimiter ?? '' }),
        ...(marker === '' ? {} : { 'continuation-token': marker ?? '' }),
      },
    });
    return withBody(answer, blobList);
  }

  async #listVersions(request: HttpRequest, target: Target, query: URLSearchParams): Promise<HttpResponse> {
    const prefix = query.get('prefix') ?? '';
    const answer = await this.#once(request, target, {
      method: 'GET',
      operation: 'ListObjectVersions',
      query: {
        versions: '',
        'encoding-type': 'url',
        'max-keys': String(Math.min(1000, Number(query.get('maxresults') ?? 1000))),
        ...(prefix === '' ? {} : { prefix }),
        ...versionMarkers(query.get('marker') ?? ''),
      },
    });
    return withBody(answer, versionList);
  }

  /** S3 answers alike whether there was an object; only some servers know the condition, so the object is looked at. */
  async #deleteObject(
    request: HttpRequest,
    target: Target,
    query: Readonly<Record<string, string>>,
  ): Promise<HttpResponse> {
    const wanted = request.headers['if-match'];
    const { onHead: _head, onBody: _body, target: _target, ...plain } = request;
    const looked = await this.#once(plain, target, { method: 'HEAD', operation: 'HeadObject', query });
    if (!isDone(looked)) return looked;
    if (wanted !== undefined && looked.headers.etag !== wanted) return failed(looked, 412, 'ConditionNotMet', '');
    return this.#once(request, target, { method: 'DELETE', operation: 'DeleteObject', query }, 202);
  }

  /** Some servers answer that there are none. */
  async #tags(request: HttpRequest, target: Target): Promise<HttpResponse> {
    const answer = await this.#once(request, target, {
      method: 'GET',
      operation: 'GetObjectTagging',
      query: { tagging: '' },
    });
    if (answer.headers['x-ms-error-code'] !== 'NoSuchTagSet') return answer;
    const { 'x-ms-error-code': _code, ...headers } = answer.headers;
    return { ...answer, status: 200, headers, body: Buffer.from('<Tagging><TagSet></TagSet></Tagging>') };
  }

  #setTags(request: HttpRequest, target: Target): Promise<HttpResponse> {
    const text = bodyText(request).replace(/<(\/?)Tags>/gu, '<$1Tagging>');
    return this.#once(request, target, {
      method: 'PUT',
      operation: 'PutObjectTagging',
      query: { tagging: '' },
      body: Buffer.from(text),
    });
  }

  /** Properties of an object cannot be changed: it is copied onto itself, with those that are to stay. */
  async #rewrite(request: HttpRequest, target: Target): Promise<HttpResponse> {
    const { operation } = request.label;
    const before = await this.#once(request, target, { method: 'HEAD', operation: 'HeadObject' });
    if (!isDone(before)) return before;
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && before.headers.etag !== wanted) return failed(before, 412, 'ConditionNotMet', '');
    const held = settingsIn(before);
    const given = objectHeaders(request.headers);
    // The MD5 is one of the bytes, which stay.
    const isMetadata = (name: string): boolean => name.startsWith('x-amz-meta-') && name !== storedMd5;
    const isClass = (name: string): boolean => name === 'x-amz-storage-class';
    const changes = (name: string): boolean =>
      operation === 'SetBlobMetadata'
        ? isMetadata(name)
        : operation === 'SetBlobTier'
          ? isClass(name)
          : isContent(name);
    const settings = Object.fromEntries([
      ...Object.entries(held).filter(([name]) => !changes(name)),
      ...Object.entries(given).filter(([name]) => changes(name)),
    ]);
    const { bucket, key } = target;
    const source = `/${strictlyEncoded(bucket)}/${key.split('/').map(strictlyEncoded).join('/')}`;
    if (Number(before.headers['content-length'] ?? 0) > this.#limits.wholeBytes) {
      return this.#copyLarge(request, target, { source, from: target, query: {}, before, settings });
    }
    const conditions = { 'x-amz-copy-source': source, 'x-amz-copy-source-if-match': before.headers.etag ?? '' };
    const answer = await this.#copy(request, target, {
      ...settings,
      ...conditions,
      'x-amz-metadata-directive': 'REPLACE',
    });
    return answer;
  }

  /**
   * Copies an object of the same service, with everything that it has. Not every server knows conditions on the target,
   * so that it is looked at.
   */
  async #copyObject(request: HttpRequest, target: Target): Promise<HttpResponse> {
    const { headers } = request;
    const source = sourceIn(headers['x-ms-copy-source'] ?? '', this.#endpoint, this.#credential);
    if (source === null) return unsupported('CopyBlob');
    const held = await this.#once({ ...request, headers: {} }, target, { method: 'HEAD', operation: 'HeadObject' });
    if (isDone(held) && headers['if-none-match'] === '*') return failed(held, 409, 'BlobAlreadyExists', '');
    const wanted = headers['if-match'];
    if (wanted !== undefined && held.headers.etag !== wanted) return failed(held, 412, 'ConditionNotMet', '');
    const storageClass = pick(objectHeaders(headers), ['x-amz-storage-class']);
    const answer = await this.#copy(request, target, {
      'x-amz-copy-source': source,
      ...(headers['x-ms-source-if-match'] === undefined
        ? {}
        : { 'x-amz-copy-source-if-match': headers['x-ms-source-if-match'] }),
      ...storageClass,
    });
    if (tooLarge.has(answer.headers['x-ms-error-code'] ?? '')) {
      const large = await this.#copyTooLarge(request, target, source, storageClass);
      return large ?? answer;
    }
    if (answer.headers['x-ms-error-code'] === 'ConditionNotMet')
      return failed(answer, 412, 'SourceConditionNotMet', '');
    return isDone(answer) ? { ...answer, status: 201 } : answer;
  }

  /** Null where the source is not as large as that. */
  async #copyTooLarge(
    request: HttpRequest,
    target: Target,
    source: string,
    storageClass: Readonly<Record<string, string>>,
  ): Promise<HttpResponse | null> {
    const [path = '', version = ''] = source.split('?', 2);
    const [bucket = '', ...key] = path.slice(1).split('/').map(decodeURIComponent);
    const from = { bucket, key: key.join('/') };
    const query = Object.fromEntries(new URLSearchParams(version));
    const before = await this.#once({ ...request, headers: {} }, from, {
      method: 'HEAD',
      operation: 'HeadObject',
      query,
    });
    if (!isDone(before)) return before;
    if (Number(before.headers['content-length'] ?? 0) <= this.#limits.wholeBytes) return null;
    const wanted = request.headers['x-ms-source-if-match'];
    if (wanted !== undefined && before.headers.etag !== wanted) return failed(before, 412, 'SourceConditionNotMet', '');
    const settings = { ...settingsIn(before), ...storageClass };
    const answer = await this.#copyLarge(request, target, { source, from, query, before, settings });
    return isDone(answer) ? { ...answer, status: 201 } : answer;
  }

  /** With the tags of the source, which a copy in one request would have by itself. */
  async #copyLarge(
    request: HttpRequest,
    target: Target,
    {
      source,
      from,
      query,
      before,
      settings,
    }: {
      readonly source: string;
      readonly from: Target;
      readonly query: Readonly<Record<string, string>>;
      readonly before: HttpResponse;
      readonly settings: Readonly<Record<string, string>>;
    },
  ): Promise<HttpResponse> {
    const { onHead: _head, onBody: _body, target: _target, ...given } = request;
    const plain = { ...given, headers: {} };
    const tagging = await this.#taggingOf(plain, from);
    // Some servers count the tags only in answers to a read. Whoever may not read any copies none.
    const isCounted = Number(before.headers['x-ms-tag-count'] ?? 0) > 0;
    if (typeof tagging !== 'string' && isCounted) return tagging;
    const tags: Readonly<Record<string, string>> =
      typeof tagging === 'string' && tagging !== '' ? { 'x-amz-tagging': tagging } : {};
    const isOntoItself = from.bucket === target.bucket && from.key === target.key && query.versionId === undefined;
    const answer = await copyInParts({
      source,
      etag: before.headers.etag ?? '',
      bytes: Number(before.headers['content-length'] ?? 0),
      settings: named({ ...settings, ...tags }),
      conditions: isOntoItself
        ? { 'if-match': before.headers.etag ?? '' }
        : pick(request.headers, ['if-match', 'if-none-match']),
      limits: this.#limits,
      send: (sent) => this.#once(plain, target, sent, sent.operation === 'AbortMultipartUpload' ? 202 : 200),
      etagNow: async () =>
        (await this.#once(plain, from, { method: 'HEAD', operation: 'HeadObject', query })).headers.etag,
    });
    if (answer !== 'changed') return answer;
    return failed(before, 412, isOntoItself ? 'ConditionNotMet' : 'SourceConditionNotMet', '');
  }

  /** As a write takes them, or the failure to read them. */
  async #taggingOf(request: HttpRequest, target: Target): Promise<string | HttpResponse> {
    const answer = await this.#tags(request, target);
    if (!isDone(answer)) return answer;
    const tags = child(parseXml(answer.body.toString('utf8')), 'TagSet')?.children ?? [];
    return tags
      .map((tag) => `${strictlyEncoded(childText(tag, 'Key'))}=${strictlyEncoded(childText(tag, 'Value'))}`)
      .join('&');
  }

  /** A part of an object of the same service, which reads it itself. */
  async #copyPart(request: HttpRequest, target: Target, query: URLSearchParams): Promise<HttpResponse> {
    const { headers } = request;
    const source = sourceIn(headers['x-ms-copy-source'] ?? '', this.#endpoint, this.#credential);
    if (source === null) return unsupported('PutBlockFromURL');
    const { upload, number } = partIdOf(query.get('blockid') ?? '');
    const sent = partSource(source, headers['x-ms-source-if-match'], headers['x-ms-source-range'] ?? '');
    const answer = await this.#once(
      { ...request, headers: {} },
      target,
      {
        method: 'PUT',
        operation: 'UploadPartCopy',
        query: { partNumber: String(number), uploadId: upload },
        headers: sent,
      },
      201,
    );
    if (answer.headers['x-ms-error-code'] === 'ConditionNotMet')
      return failed(answer, 412, 'SourceConditionNotMet', '');
    if (!isDone(answer)) return answer;
    return { ...answer, headers: { ...answer.headers, etag: copiedPartEtag(answer) }, body: Buffer.alloc(0) };
  }

  /** What is sent has the names of S3 already. */
  async #copy(request: HttpRequest, target: Target, headers: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const plain = { ...request, headers: {} };
    const answer = await this.#once(plain, target, { method: 'PUT', operation: 'CopyObject', headers: named(headers) });
    if (!isDone(answer)) return answer;
    const etag = childText(answerOf(answer.body.toString('utf8'), 'CopyObjectResult'), 'ETag');
    return { ...answer, headers: { ...answer.headers, etag }, body: Buffer.alloc(0) };
  }

  async #createUpload(request: HttpRequest, target: Target): Promise<HttpResponse> {
    const { 'content-length': _length, ...headers } = objectHeaders(request.headers);
    const answer = await this.#once(request, target, {
      method: 'POST',
      operation: 'CreateMultipartUpload',
      query: { uploads: '' },
      headers: named(headers),
    });
    if (!isDone(answer)) return answer;
    const upload = uploadIdIn(answer.body.toString('utf8'));
    return { ...answer, headers: { ...answer.headers, 'x-ms-upload': upload } };
  }

  async #listParts(request: HttpRequest, target: Target, upload: string): Promise<HttpResponse> {
    const found = await this.#partsOf(request, target, upload);
    if ('failure' in found) return found.failure;
    return { ...found.answer, body: Buffer.from(blockList(upload, found.parts)) };
  }

  async #partsOf(
    request: HttpRequest,
    target: Target,
    upload: string,
  ): Promise<
    { readonly parts: readonly UploadedPart[]; readonly answer: HttpResponse } | { readonly failure: HttpResponse }
  > {
    const parts: UploadedPart[] = [];
    for (let after = ''; ;) {
      const answer = await this.#once({ ...request, headers: {} }, target, {
        method: 'GET',
        operation: 'ListParts',
        query: { uploadId: upload, ...(after === '' ? {} : { 'part-number-marker': after }) },
      });
      if (!isDone(answer)) return { failure: answer };
      const page = partsIn(answer.body.toString('utf8'));
      assertPossibleParts(parts.length + page.parts.length, page.next);
      parts.push(...page.parts);
      if (page.next === '') return { parts, answer };
      if (!(Number(page.next) > Number(after))) {
        throw new StowageError('network.repeated-page', 'ListParts names a page that was already read.', {
          context: { operation: 'ListParts', resource: target.bucket },
        });
      }
      after = page.next;
    }
  }

  /** Completes the upload whose parts the block list names. Without any, the object is empty and written as a whole. */
  async #complete(request: HttpRequest, target: Target): Promise<HttpResponse> {
    const ids = (child(wrapped(bodyText(request)), 'BlockList')?.children ?? []).map(({ text }) => partIdOf(text));
    const [first] = ids;
    if (first === undefined) {
      return this.#once(request, target, { ...writeOf('PutObject', request), body: Buffer.alloc(0) }, 201);
    }
    const { upload } = first;
    const found = await this.#partsOf(request, target, upload);
    if ('failure' in found) return this.#perhapsComplete(request, target, upload, found.failure);
    const etags = new Map(found.parts.map(({ number, etag }) => [number, etag]));
    const parts = ids.map(({ number }) => ({ number, etag: etags.get(number) }));
    if (parts.some(({ etag }) => etag === undefined)) return failed(found.answer, 400, 'InvalidBlockList', '');
    if (this.#expected.size >= maxRemembered) this.#expected.clear();
    this.#expected.set(upload, assembledEtag(parts.map(({ etag }) => etag ?? '')));
    const listed = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag ?? ''}</ETag></Part>`,
    );
    const body = Buffer.from(
      `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${listed.join('')}</CompleteMultipartUpload>`,
    );
    const conditions = pick(request.headers, ['if-match', 'if-none-match']);
    const answer = await this.#once(
      request,
      target,
      {
        method: 'POST',
        operation: 'CompleteMultipartUpload',
        query: { uploadId: upload },
        headers: { ...conditions, 'x-ms-blob-content-type': 'application/xml' },
        body,
      },
      201,
    );
    if (!isDone(answer)) return this.#perhapsComplete(request, target, upload, answer);
    const etag = childText(answerOf(answer.body.toString('utf8'), 'CompleteMultipartUploadResult'), 'ETag');
    return { ...answer, headers: { ...answer.headers, etag }, body: Buffer.alloc(0) };
  }

  /** A completed upload is gone: if its reply was lost, the object shows that it was completed. */
  async #perhapsComplete(
    request: HttpRequest,
    target: Target,
    upload: string,
    failure: HttpResponse,
  ): Promise<HttpResponse> {
    const expected = this.#expected.get(upload);
    if (failure.headers['x-ms-error-code'] !== 'InvalidBlockList' || expected === undefined) return failure;
    const held = await this.#once({ ...request, headers: {} }, target, { method: 'HEAD', operation: 'HeadObject' });
    return held.headers.etag === expected ? { ...held, status: 201 } : failure;
  }
}

/** What servers answer to the copy of an object that is too large for one request. */
const tooLarge: ReadonlySet<string> = new Set(['InvalidRequest', 'EntityTooLarge']);

function writeOf(operation: string, { headers, body }: HttpRequest): Sent {
  return { method: 'PUT', operation, headers, body: body instanceof Uint8Array ? body : undefined };
}

/** Headers that have the names of S3, in the names under which `objectHeaders` passes them on. */
function named(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [isContent(name) ? `x-ms-blob-${name}` : name, value]),
  );
}

const contentNames: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-language',
  'content-disposition',
  'cache-control',
]);

function isContent(name: string): boolean {
  return contentNames.has(name);
}

/** What else a copy would not take over. */
const attributes: ReadonlySet<string> = new Set([
  'expires',
  storedMd5,
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-server-side-encryption-bucket-key-enabled',
  'x-amz-storage-class',
  'x-amz-website-redirect-location',
]);

/** Everything that an object has besides its bytes, as the headers of a write to S3. */
function settingsIn({ headers }: HttpHead): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (isContent(name) || attributes.has(name)) settings[name] = value;
    if (name.startsWith('x-ms-meta-')) settings[`x-amz-meta-${name.slice('x-ms-meta-'.length)}`] = value;
  }
  return settings;
}

function originOf(protocol: string, host: string): Origin {
  const { hostname, port } = new URL(`${protocol}//${host}`);
  return {
    protocol: protocol === 'http:' ? 'http:' : 'https:',
    hostname,
    port: Number(port) || (protocol === 'http:' ? 80 : 443),
  };
}

function isDone({ status }: Pick<HttpHead, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

function translated(answer: HttpResponse, ifNoneMatch: string | undefined, done: number | undefined): HttpResponse {
  const { headers, metadataNames } = blobHead(answer.headers);
  const text = isDone(answer) && answer.body.length > 0 && answer.body[0] !== 0x3c ? '' : answer.body.toString('utf8');
  const isError = !isDone(answer) || (done !== undefined && errorIn(text) !== undefined);
  if (!isError) return { ...answer, headers, metadataNames, status: done ?? answer.status };
  // A failure inside of a success is one of the service.
  const status = isDone(answer) ? 500 : answer.status;
  const failure = failureIn({ status, headers: answer.headers, bodyText: text, ifNoneMatch });
  if (errorIn(text) !== undefined) headers['x-ms-request-id'] ??= '-';
  const others = { ...headers };
  // It would look like a redirect.
  if (failure.status !== answer.status) delete others.location;
  if (failure.code !== '') others['x-ms-error-code'] = failure.code;
  const body = failure.message === '' ? answer.body : Buffer.from(failureXml(failure));
  return { ...answer, status: failure.status, headers: others, metadataNames, body };
}

/** Not every server compares the MD5 that was sent, but the ETag of a part is one, unless it is encrypted. */
function intact({ headers }: HttpRequest, answer: HttpResponse): HttpResponse {
  const [sent, stored] = [headers['content-md5'], answer.headers['x-ms-blob-content-md5']];
  if (!isDone(answer) || sent === undefined || stored === undefined || sent === stored) return answer;
  return failed(answer, 400, 'Md5Mismatch', t`The part was changed in transit.`);
}

function failed(answer: HttpResponse, status: number, code: string, message: string): HttpResponse {
  const body = Buffer.from(failureXml({ code, message }));
  return { ...answer, status, headers: { ...answer.headers, 'x-ms-error-code': code }, body };
}

/** Nothing is sent for what S3 does not have. */
function unsupported(operation: string): HttpResponse {
  const message = `S3 has nothing like ${operation}.`;
  return unsent(501, 'NotImplemented', message);
}

function unsent(status: number, code: string, message: string): HttpResponse {
  return {
    status,
    headers: { 'x-ms-request-id': '-', 'x-ms-error-code': code },
    metadataNames: {},
    body: Buffer.from(failureXml({ code, message })),
    queueMs: 0,
    firstByteMs: 0,
    totalMs: 0,
  };
}

/** A truncated list remains as it is: whoever reads it finds it truncated, and requests it again. */
function withBody(answer: HttpResponse, read: (text: string) => string): HttpResponse {
  if (!isDone(answer)) return answer;
  try {
    return { ...answer, body: Buffer.from(read(answer.body.toString('utf8'))) };
  } catch (thrown) {
    if (thrown instanceof StowageError && thrown.code === 'network.truncated') return answer;
    throw thrown;
  }
}

function bodyText({ body }: HttpRequest): string {
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : '';
}

function wrapped(text: string) {
  return parseXml(`<Wrapped>${text.replace(/^<\?xml[^>]*\?>/u, '')}</Wrapped>`);
}

function blockList(upload: string, parts: readonly UploadedPart[]): string {
  const blocks = parts.map(
    ({ number, bytes }) => `<Block><Name>${idOfPart(upload, number)}</Name><Size>${bytes}</Size></Block>`,
  );
  return `<BlockList><CommittedBlocks/><UncommittedBlocks>${blocks.join('')}</UncommittedBlocks></BlockList>`;
}

/** The object of an address, as S3 wants to have it named; null for one of another service. */
function sourceIn(address: string, { protocol, host, pathname }: URL, { pathStyle }: S3Credential): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const base = pathname.replace(/\/$/u, '');
  const isWithin = url.protocol === protocol && url.pathname.startsWith(`${base}/`);
  const { versionId } = versionIn(url.searchParams);
  const version = versionId === undefined ? '' : `?versionId=${strictlyEncoded(versionId)}`;
  if (isWithin && url.host === host) return url.pathname.slice(base.length) + version;
  if (pathStyle || !isWithin || !url.host.endsWith(`.${host}`)) return null;
  return `/${url.host.slice(0, -host.length - 1)}${url.pathname.slice(base.length)}${version}`;
}

/** The version that a request for an object names. */
function versionIn(query: URLSearchParams): Readonly<Record<string, string>> {
  const id = query.get('versionid');
  return id === null ? {} : { versionId: versionIdOf(id) };
}

function pick(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
