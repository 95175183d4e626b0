// Copies an object that is larger than S3 copies in one request: part by part, each read by the service under the version
// that was looked at. What fails leaves no parts behind. Jobs copy their parts themselves, and resume them.
import { mapConcurrent } from '@shared/map-concurrent';
import { GiB, MiB } from '@shared/units';
import type { HttpResponse } from '../azure/http/http-types';
import { childText, escapeXml } from '../blobs/xml';
import { answerOf } from './s3-translation';

export interface CopyLimits {
  /** The largest object that S3 copies in one request. */
  readonly wholeBytes: number;
  readonly partBytes: number;
}
export const amazonLimits: CopyLimits = { wholeBytes: 5 * GiB, partBytes: 256 * MiB };

const maxParts = 10_000;
const partsAtOnce = 4;

interface Sent {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly operation: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface LargeCopy {
  /** As `x-amz-copy-source` names it. */
  readonly source: string;
  readonly etag: string;
  readonly bytes: number;
  /** Everything that the copy has besides its bytes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of the write, `if-match` and `if-none-match`. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly limits: CopyLimits;
  /** Carries out one request on the target. */
  readonly send: (sent: Sent) => Promise<HttpResponse>;
  /** The ETag of the source now: not every server knows the condition on it. */
  readonly etagNow: () => Promise<string | undefined>;
}

/** The answer to the completion, with the new ETag; `changed` where the source was replaced meanwhile. */
export async function copyInParts(copy: LargeCopy): Promise<HttpResponse | 'changed'> {
  const { send, settings, conditions } = copy;
  const begun = await send({
    method: 'POST',
    operation: 'CreateMultipartUpload',
    query: { uploads: '' },
    headers: settings,
  });
  if (!isDone(begun)) return begun;
  const uploadId = childText(answerOf(textOf(begun), 'InitiateMultipartUploadResult'), 'UploadId');
  let isComplete = false;
  try {
    const parts = await mapConcurrent(partsOf(copy), partsAtOnce, async ({ number, from, to }) => {
      const answer = await send({
        method: 'PUT',
        operation: 'UploadPartCopy',
        query: { partNumber: String(number), uploadId },
        headers: partSource(copy.source, copy.etag, `bytes=${from}-${to}`),
      });
      return { number, answer, etag: isDone(answer) ? copiedPartEtag(answer) : '' };
    });
    const failure = parts.find(({ answer }) => !isDone(answer));
    if (failure !== undefined) return failure.answer.status === 412 ? 'changed' : failure.answer;
    if ((await copy.etagNow()) !== copy.etag) return 'changed';
    const listed = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const answer = await send({
      method: 'POST',
      operation: 'CompleteMultipartUpload',
      query: { uploadId },
      headers: { ...conditions, 'x-ms-blob-content-type': 'application/xml' },
      body: Buffer.from(
        `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${listed.join('')}</CompleteMultipartUpload>`,
      ),
    });
    isComplete = isDone(answer);
    if (!isComplete) return answer;
    const etag = childText(answerOf(textOf(answer), 'CompleteMultipartUploadResult'), 'ETag');
    return { ...answer, headers: { ...answer.headers, etag }, body: Buffer.alloc(0) };
  } finally {
    // The parts would be billed; rules of the bucket can still end what this cannot.
    if (!isComplete) {
      await send({ method: 'DELETE', operation: 'AbortMultipartUpload', query: { uploadId } }).catch(() => undefined);
    }
  }
}

/** The headers of a part that the service copies. */
export function partSource(source: string, etag: string | undefined, range: string): Record<string, string> {
  return {
    'x-amz-copy-source': source,
    'x-amz-copy-source-range': range,
    ...(etag === undefined ? {} : { 'x-amz-copy-source-if-match': etag }),
  };
}

export const copiedPartEtag = (answer: HttpResponse): string =>
  childText(answerOf(textOf(answer), 'CopyPartResult'), 'ETag');

/** Both ends of a range are part of it. */
function partsOf({ bytes, limits: { partBytes } }: LargeCopy): { number: number; from: number; to: number }[] {
  const each = Math.max(partBytes, Math.ceil(bytes / maxParts));
  return Array.from({ length: Math.ceil(bytes / each) }, (_, index) => ({
    number: index + 1,
    from: index * each,
    to: Math.min(bytes, (index + 1) * each) - 1,
  }));
}

const isDone = ({ status }: HttpResponse): boolean => status >= 200 && status <= 299;
const textOf = ({ body }: HttpResponse): string => body.toString('utf8');
