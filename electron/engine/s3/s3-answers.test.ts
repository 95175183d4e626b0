// Every response of S3 that one of our operations can get has a message that fits S3: it names the object, the cause and
// the next step, and gives no advice that only helps with Azure. The rules hold in English and German.
import { afterEach, describe, expect, it } from 'vitest';
import { errorMessage, sentence } from '@shared/error-text';
import type { ErrorKind, StowageError } from '@shared/errors';
import germanTexts from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { answerError } from '../azure/failures/error-mapping';
import { deniedScopeOf } from '../azure/failures/denied-scope';
import { failureIn, failureXml } from './s3-translation';

const english = { tag: 'en', catalogue: {} };
const german = { tag: 'de', catalogue: germanTexts };
afterEach(() => setLanguage(english));

const nowMs = Date.UTC(2026, 10, 30);
const operations =
  'ListContainers ListBlobs GetBlob GetBlobProperties PutBlob PutBlock PutBlockList CopyBlob DeleteBlob SetBlobTier GetBlobTags SetBlobTags SetBlobMetadata SetBlobProperties CreateContainer DeleteContainer'.split(
    ' ',
  );
const about: Readonly<Record<string, { readonly resource: string; readonly path: string }>> = {
  ListContainers: { resource: '', path: '/' },
  ListBlobs: { resource: 'photos', path: '/photos' },
  CreateContainer: { resource: 'photos', path: '/photos' },
  DeleteContainer: { resource: 'photos', path: '/photos' },
};

/** Codes of "Error responses" of the API reference, and of MinIO. An empty code is the answer to a HEAD. */
const answers: readonly (readonly [status: number, codes: string, kind: ErrorKind])[] = [
  [403, 'AccessDenied AccountProblem AllAccessDisabled InvalidPayer InvalidSecurity NotSignedUp', 'auth'],
  [403, 'InvalidAccessKeyId SignatureDoesNotMatch RequestTimeTooSkewed RequestExpired', 'auth'],
  [400, 'ExpiredToken InvalidToken TokenRefreshRequired', 'auth'],
  [403, '', 'auth'],
  [404, 'NoSuchBucket NoSuchKey NoSuchVersion', 'notFound'],
  [404, '', 'notFound'],
  [409, 'BucketAlreadyExists BucketAlreadyOwnedByYou BucketNotEmpty InvalidBucketState', 'conflict'],
  [409, 'ObjectAlreadyInActiveTierError RestoreAlreadyInProgress', 'conflict'],
  [412, 'PreconditionFailed', 'conflict'],
  [403, 'InvalidObjectState QuotaExceeded', 'conflict'],
  [507, 'XMinioStorageFull', 'conflict'],
  [404, 'NoSuchUpload', 'conflict'],
  [400, 'InvalidPart', 'conflict'],
  [
    400,
    'AuthorizationHeaderMalformed EntityTooLarge EntityTooSmall IllegalLocationConstraintException IncompleteBody InvalidArgument InvalidBucketName InvalidLocationConstraint InvalidPartOrder InvalidRequest InvalidStorageClass InvalidTag InvalidURI KeyTooLongError KMS.DisabledException KMS.NotFoundException MalformedXML MetadataTooLarge TooManyBuckets UnexpectedContent UserKeyMustBeSpecified',
    'invalid',
  ],
  [301, 'PermanentRedirect', 'invalid'],
  [405, 'MethodNotAllowed', 'invalid'],
  [411, 'MissingContentLength', 'invalid'],
  [416, 'InvalidRange', 'invalid'],
  [501, 'NotImplemented', 'invalid'],
  [400, 'BadDigest InvalidDigest XAmzContentSHA256Mismatch', 'network'],
  [409, 'ConditionalRequestConflict OperationAborted', 'throttled'],
  [400, 'RequestTimeout', 'throttled'],
  [429, 'TooManyRequests', 'throttled'],
  [500, 'InternalError', 'throttled'],
  [503, 'ServiceUnavailable SlowDown', 'throttled'],
  [500, '', 'throttled'],
];

function failed(status: number, code: string, operation: string): StowageError {
  const bodyText = code === '' ? '' : `<Error><Code>${code}</Code><Message>Said so.</Message></Error>`;
  const failure = failureIn({ status, headers: {}, bodyText, ifNoneMatch: undefined });
  const named: Readonly<Record<string, string>> = failure.code === '' ? {} : { 'x-ms-error-code': failure.code };
  return answerError(
    {
      status: failure.status,
      headers: { 'x-ms-request-id': 'r', date: new Date(nowMs).toUTCString(), ...named },
      bodyText: failure.message === '' ? '' : failureXml(failure),
    },
    {
      service: 'blob',
      account: 'ships',
      host: 's3.eu-central-1.amazonaws.com',
      operation,
      credential: 's3',
      nowMs,
      ...(about[operation] ?? { resource: 'photos', path: '/photos/a.jpg' }),
    },
  );
}

/** They are answers to parts of one object only, which their texts name. */
const isOfUpload = (code: string): boolean => code === 'NoSuchUpload' || code === 'InvalidPart';
const azureOnly =
  /Azure|SAS\b|shared access|entity|Entität|subscription|network rules|Netzwerkregeln|role|Rolle|Portal/i;
const container = /\bcontainer “|Container „/i;
const general = /^(?:Not possible in the current state|In diesem Zustand nicht möglich)/;

describe.each([english, german])('an answer of S3 ($tag)', (language) => {
  it('names object, cause and next step for every operation and code, in the terms of S3', () => {
    setLanguage(language);
    const broken: string[] = [];
    for (const operation of operations) {
      for (const { status, code, kind } of answers.flatMap(([of, codes, expected]) =>
        codes.split(' ').map((each) => ({ status: of, code: each, kind: expected })),
      )) {
        const error = failed(status, code, operation);
        const text = sentence(error);
        const rules: readonly (readonly [rule: string, holds: boolean])[] = [
          [`is of the kind ${kind}, not ${error.kind}`, error.kind === kind],
          [
            'names an object',
            /ships|photos|a\.jpg|clock|Uhr/.test(text) || about[operation]?.resource === '' || isOfUpload(code),
          ],
          ['has a next step', (errorMessage(error).action ?? '') !== ''],
          ['gives no advice of Azure', !azureOnly.test(text)],
          ['calls a bucket so', !container.test(text)],
          ['has no gaps', !/“”|„“|\(\)|: \.|\.\.| {2}/.test(text)],
        ];
        broken.push(...rules.flatMap(([rule, holds]) => (holds ? [] : [`${status} ${code} ${rule}: ${text}`])));
      }
    }
    expect([...new Set(broken)]).toEqual([]);
  });
});

it.each([
  [400, 'ExpiredToken', 'PutBlob', 'session token', 'credential'],
  [403, 'AccessDenied', 'PutBlob', 'policies of the user and of the bucket', 'unclear'],
  [403, '', 'GetBlobProperties', 'policies of the user and of the bucket', 'unclear'],
  [403, 'RequestTimeTooSkewed', 'ListBlobs', 'clock', 'credential'],
  [409, 'BucketNotEmpty', 'DeleteContainer', 'Bucket “photos” still contains', null],
  [400, 'EntityTooLarge', 'PutBlob', 'Use smaller blocks', null],
  [400, 'KMS.DisabledException', 'PutBlob', 'key of the key service', null],
  [301, 'PermanentRedirect', 'ListBlobs', 'Set the region of the bucket', null],
  [404, 'NoSuchBucket', 'ListBlobs', 'no bucket “photos”', null],
  [507, 'XMinioStorageFull', 'PutBlob', 'space or quota is used up', null],
  [500, 'InternalError', 'ListBlobs', 'status page of the provider', null],
])('%i %s to %s says “%s”', (status, code, operation, part, scope) => {
  const error = failed(status, code, operation);
  expect(sentence(error)).toContain(part);
  expect(sentence(error)).not.toMatch(general);
  expect(deniedScopeOf(error)).toBe(scope);
});
