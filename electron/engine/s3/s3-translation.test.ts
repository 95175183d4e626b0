import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSnapshotReader } from '../blobs/listing';
import { parseList } from '../blobs/xml';
import { escapeXml } from '../blobs/xml';
import {
  assembledEtag,
  blobHead,
  blobList,
  failureIn,
  objectHeaders,
  partsOfEtag,
  strictlyEncoded,
} from './s3-translation';

const readPage = (xml: string) => createSnapshotReader()(parseList(xml));

const md5 = 'Qd3T2Vs2iVlZsIzYCXiX9A==';
const hex = Buffer.from(md5, 'base64').toString('hex');

describe('S3 translation', () => {
  it('metadata: comes back as it was sent, and the time of a file in the form of rclone', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/u).filter((text) => text !== 'mtime' && text !== 'modtime');
    fc.assert(
      fc.property(fc.dictionary(name, fc.stringMatching(/^[!-~]{1,20}$/u)), (metadata) => {
        const sent = objectHeaders(
          Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`x-ms-meta-${key}`, value])),
        );
        const { headers } = blobHead(sent);
        for (const [key, value] of Object.entries(metadata)) expect(headers[`x-ms-meta-${key}`]).toBe(value);
      }),
    );
    const time = '2020-09-13T12:26:40.123456789Z';
    const sent = objectHeaders({
      'x-ms-meta-mtime': time,
      'x-ms-meta-modtime': '1',
      'x-ms-meta-linux_statx_mask': '64',
    });
    expect(sent).toEqual({ 'x-amz-meta-mtime': '1600000000.123456789' });
    expect(blobHead(sent).headers['x-ms-meta-mtime']).toBe(time);
  });

  it.each([
    ['an object written in one request', { etag: `"${hex}"` }, md5],
    ['one in parts', { etag: `"${hex}-2"` }, ''],
    ['one under a key of its owner', { etag: `"${hex}"`, 'x-amz-server-side-encryption': 'aws:kms' }, ''],
    ['one whose MD5 a tool has stored', { etag: `"${hex}-2"`, 'x-amz-meta-md5chksum': md5 }, md5],
  ])('MD5: is read of %s only where it is one', (_what, headers, expected) => {
    expect(blobHead(headers).headers['x-ms-blob-content-md5'] ?? '').toBe(expected);
  });

  it('a list: is not taken as complete when its next page has no token', () => {
    const list = (token: string): string =>
      `<ListBucketResult><IsTruncated>true</IsTruncated>${token}<Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>`;
    expect(readPage(blobList(list('<NextContinuationToken>t</NextContinuationToken>'))).marker).toBe('t');
    expect(() => blobList(list(''))).toThrow(expect.objectContaining({ code: 'network.malformed' }));
  });

  it('names: are listed exactly, whatever characters they have', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (name) => {
        const key = encodeURIComponent(name).replace(/%20/gu, '+');
        const list = `<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>${escapeXml(key)}</Key><Size>1</Size></Contents></ListBucketResult>`;
        expect(readPage(blobList(list)).blobs[0]?.name).toBe(name);
        expect(decodeURIComponent(strictlyEncoded(name))).toBe(name);
        expect(strictlyEncoded(name)).toMatch(/^[\w.~%-]*$/u);
      }),
    );
  });

  it('a list: continues only where S3 says that it was cut, and never names an MD5', () => {
    const list = (isCut: boolean): string =>
      `<ListBucketResult><IsTruncated>${String(isCut)}</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken><Contents><Key>k</Key><ETag>"${hex}"</ETag><Size>5</Size></Contents><CommonPrefixes><Prefix>f/</Prefix></CommonPrefixes></ListBucketResult>`;
    const page = readPage(blobList(list(true)));
    expect(page).toMatchObject({ folders: ['f/'], marker: 'a&b', blobs: [{ bytes: 5, contentMd5: '' }] });
    expect(readPage(blobList(list(false))).marker).toBeNull();
    expect(() => blobList('<html>Log in</html>')).toThrow(/ListBucketResult/u);
  });

  it.each([
    [404, 'NoSuchKey', undefined, 'BlobNotFound', 404],
    [404, 'NoSuchUpload', undefined, 'InvalidBlockList', 400],
    [412, 'PreconditionFailed', '*', 'BlobAlreadyExists', 409],
    [412, 'PreconditionFailed', undefined, 'ConditionNotMet', 412],
    [503, 'SlowDown', undefined, 'ServerBusy', 503],
    [403, 'InvalidObjectState', undefined, 'InvalidObjectState', 409],
    [403, 'AccessDenied', undefined, 'AccessDenied', 403],
  ] as const)(
    'a failure %s %s under the condition %s becomes %s',
    (status, code, ifNoneMatch, expected, expectedStatus) => {
      const bodyText = `<Error><Code>${code}</Code><Message>m</Message></Error>`;
      expect(failureIn({ status, headers: {}, bodyText, ifNoneMatch })).toMatchObject({
        code: expected,
        status: expectedStatus,
      });
    },
  );

  it('a bucket in another region: names the region', () => {
    const answer = {
      status: 301,
      headers: { 'x-amz-bucket-region': 'eu-west-1' },
      bodyText: '',
      ifNoneMatch: undefined,
    };
    expect(failureIn(answer).message).toContain('eu-west-1');
  });

  it('the ETag of an upload in parts: is foreseen from those of the parts', () => {
    // As Amazon documents it: the MD5 of the MD5s of the parts, and their number.
    expect(assembledEtag([`"${hex}"`, `"${hex}"`])).toMatch(/^"[0-9a-f]{32}-2"$/u);
    expect(partsOfEtag(assembledEtag([`"${hex}"`]))).toBe(1);
    expect(partsOfEtag(`"${hex}"`)).toBeNull();
  });
});
