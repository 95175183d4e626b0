// Every response of the service that one of our operations can get has a message of its own. Each row of the tables is
// a response; the rules for messages hold for all of them, in English and German.
import { afterEach, describe, expect, it } from 'vitest';
import { errorMessage, sentence } from '@shared/error-text';
import type { StowageError } from '@shared/errors';
import germanTexts from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { answerError } from './error-mapping';
import type { FailureFacts } from './failure-facts';

const german = { tag: 'de', catalogue: germanTexts };
const english = { tag: 'en', catalogue: {} };
afterEach(() => setLanguage(english));

const nowMs = Date.UTC(2024, 5, 1);
const rights = ['read', 'list', 'write', 'delete', 'create', 'add', 'update', 'query'] as const;
const blobRequest: FailureFacts = {
  service: 'blob',
  account: 'ships',
  host: 'ships.blob.core.windows.net',
  operation: 'GetBlob',
  resource: 'photos',
  path: '/photos/a%20b.jpg',
  credential: 'key',
  nowMs,
};
const tableRequest: FailureFacts = { ...blobRequest, service: 'table', resource: 'Orders', path: '/Orders' };
const withSas = (facts: FailureFacts): FailureFacts => ({
  ...facts,
  credential: 'sas',
  sas: { level: 'account', rights: [...rights] },
});

const blobOperations =
  'ListBlobs GetBlob GetBlobProperties PutBlob PutBlock PutBlockList CopyBlob DeleteBlob SetBlobTier SetBlobTags SetBlobMetadata SetBlobProperties SnapshotBlob LeaseBlob GetBlockList PutBlockFromURL UndeleteBlob CreatePath RenamePath DeletePath GetPathAccessControl SetPathAccessControl'.split(
    ' ',
  );
const tableOperations =
  'QueryEntities GetEntity InsertEntity MergeEntity UpdateEntity InsertOrReplaceEntity DeleteEntity EntityGroupTransaction CreateTable DeleteTable'.split(
    ' ',
  );

type Class = 'access' | 'state' | 'input' | 'missing' | 'soon' | 'support';

/** Codes of "Common REST API error codes", for both services. */
const commonCodes: readonly (readonly [status: number, codes: string, what: Class])[] = [
  [401, 'NoAuthenticationInformation InvalidAuthenticationInfo', 'access'],
  [400, 'InvalidAuthenticationInfo', 'access'],
  [
    403,
    'AccountIsDisabled AuthenticationFailed AuthorizationPermissionMismatch AuthorizationServiceMismatch AuthorizationResourceTypeMismatch AuthorizationSourceIPMismatch AuthorizationProtocolMismatch KeyBasedAuthenticationNotPermitted InsufficientAccountPermissions',
    'access',
  ],
  [
    400,
    'ConditionHeadersNotSupported MultipleConditionHeadersNotSupported InvalidHttpVerb InvalidXmlDocument InvalidXmlNodeValue MissingRequiredHeader MissingRequiredQueryParameter MissingRequiredXmlNode UnsupportedHeader UnsupportedQueryParameter UnsupportedXmlNode HostInformationNotPresent XMethodNotUsingPost',
    'support',
  ],
  [405, 'UnsupportedHttpVerb MethodNotAllowed', 'support'],
  [411, 'MissingContentLengthHeader', 'support'],
  [415, 'JsonFormatNotSupported MediaTypeNotSupported', 'support'],
  [
    400,
    'InvalidHeaderValue InvalidInput InvalidQueryParameterValue OutOfRangeInput OutOfRangeQueryParameterValue InvalidResourceName InvalidUri RequestUrlFailedToParse',
    'input',
  ],
  [413, 'RequestBodyTooLarge', 'input'],
  [400, 'AccountRequiresHttps', 'input'],
  [409, 'ResourceTypeMismatch', 'state'],
  [409, 'AccountBeingCreated', 'soon'],
  [500, 'InternalError OperationTimedOut', 'soon'],
  [503, 'ServerBusy', 'soon'],
  [507, 'InsufficientResources', 'state'],
];

/** Codes of "Blob service error codes". */
const blobCodes: typeof commonCodes = [
  [403, 'UnauthorizedBlobOverwrite', 'access'],
  [400, 'EmptyMetadataKey InvalidMetadata MetadataTooLarge InvalidBlobTier', 'input'],
  [400, 'BlobAccessTierNotSupportedForAccountType BlockListTooLong InvalidBlobOrBlock InvalidBlockId', 'input'],
  [400, 'CopyAcrossAccountsNotSupported InvalidOperation InvalidBlockList InvalidSourceUri', 'input'],
  [
    409,
    'InvalidDestinationPath InvalidRenameSourcePath InvalidSourceOrDestinationResourceType PathConflict CannotDeleteFileOrDirectory DirectoryNotEmpty LeaseIsAlreadyBroken LeaseNameMismatch LeaseNotPresent',
    'state',
  ],
  [409, 'DestinationPathIsBeingDeleted SourcePathIsBeingDeleted AccountBeingMigrated', 'soon'],
  [403, 'KeyVaultAccessTokenCannotBeAcquired KeyVaultEncryptionKeyNotFound EncryptionKeyNotAvailable', 'access'],
  [416, 'InvalidRange InvalidPageRange', 'input'],
  [404, 'BlobNotFound ContainerNotFound', 'missing'],
  [
    409,
    'BlobAlreadyExists ContainerAlreadyExists BlobArchived BlobBeingRehydrated BlobImmutableDueToLegalHold BlobImmutableDueToPolicy BlobNotArchived BlobOperationNotSupported BlobOverwritten BlobTierInadequateForContentLength BlobUsesCustomerSpecifiedEncryption BlockCountExceedsLimit CannotChangeToLowerTier ContainerDisabled ContentLengthLargerThanTierLimit CopyIdMismatch DirectoryIsNotEmpty EndpointUnsupportedAccountFeatures FeatureVersionMismatch InvalidBlobType InvalidSourceBlobType LeaseAlreadyPresent LeaseAlreadyBroken LeaseIsBreakingAndCannotBeAcquired NoPendingCopyOperation PendingCopyOperation PublicAccessNotPermitted SnapshotCountExceeded SnapshotsPresent',
    'state',
  ],
  [
    412,
    'AppendPositionConditionNotMet ConditionNotMet InfiniteLeaseDurationRequired LeaseIdMissing LeaseIdMismatchWithBlobOperation LeaseLost MaxBlobSizeConditionNotMet SequenceNumberConditionNotMet SystemInUse TargetConditionNotMet',
    'state',
  ],
  [409, 'ContainerBeingDeleted', 'soon'],
  [401, 'CannotVerifyCopySource', 'state'],
  [403, 'CannotVerifyCopySource', 'state'],
  [404, 'CannotVerifyCopySource', 'state'],
  [500, 'CannotVerifyCopySource', 'soon'],
  [503, 'CannotVerifyCopySource', 'soon'],
  [429, 'CannotVerifyCopySource', 'soon'],
  [409, 'CannotVerifyCopySource', 'state'],
  [412, 'CannotVerifyCopySource SourceConditionNotMet', 'state'],
  [400, 'InvalidSourceBlobUrl', 'input'],
  [404, 'PathNotFound SourcePathNotFound RenameDestinationParentPathNotFound', 'missing'],
];

/** Codes of "Table service error codes". */
const tableCodes: typeof commonCodes = [
  [
    400,
    'CommandsInBatchActOnDifferentPartitions DuplicatePropertiesSpecified EntityTooLarge InvalidDuplicateRow InvalidValueType KeyValueTooLarge PropertiesNeedValue PropertyNameInvalid PropertyNameTooLong PropertyValueTooLarge TooManyProperties',
    'input',
  ],
  [404, 'TableNotFound EntityNotFound ResourceNotFound', 'missing'],
  [409, 'EntityAlreadyExists TableAlreadyExists', 'state'],
  [409, 'TableBeingDeleted', 'soon'],
  [412, 'UpdateConditionNotSatisfied', 'state'],
  [449, 'RetryWith', 'soon'],
];

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly what: Class;
}
const answersOf = (rows: typeof commonCodes): readonly Answer[] =>
  rows.flatMap(([status, codes, what]) => codes.split(' ').map((code) => ({ status, code, what })));
const blobAnswers = answersOf([...commonCodes, ...blobCodes]);
const tableAnswers = answersOf([...commonCodes, ...tableCodes]);

const fromService = { 'x-ms-request-id': 'r-1', date: new Date(nowMs).toUTCString() };
/** The forms in which a code arrives: in a header, in XML, in JSON, in the XML of Atom. */
type Form = (code: string) => { headers: Record<string, string>; bodyText: string };
const forms: readonly [Form, ...Form[]] = [
  (code) => ({ headers: { ...fromService, 'x-ms-error-code': code }, bodyText: '' }),
  (code) => ({ headers: fromService, bodyText: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` }),
  (code) => ({ headers: fromService, bodyText: `{"odata.error":{"code":"${code}","message":{"lang":"en"}}}` }),
  (code) => ({
    headers: fromService,
    bodyText: `<m:error xmlns:m="m"><m:code>${code}</m:code><m:message xml:lang="en"></m:message></m:error>`,
  }),
];

const banned =
  /something went wrong|etwas schiefgegangen|internal error|innere[nr]? Fehler|not understood|undefined|null/i;
const namesNetwork = /check the network|computer is online|Prüfen Sie das Netzwerk|Computer online ist/i;
const later = /again|later|noch einmal|später|erneut/i;
const again = /\btry again\b|noch einmal versuchen|erneut versuchen/i;

/** Which rules a message breaks, whatever its language. Assertions on each of 50,000 messages would take seconds. */
function brokenRules(error: StowageError, what: Class): readonly string[] {
  const text = sentence(error);
  const action = errorMessage(error).action ?? '';
  const rules: readonly (readonly [rule: string, holds: boolean])[] = [
    ['is no fault of the app', error.kind !== 'bug' && !banned.test(text)],
    ['has no gaps', !/“”|„“|\(\)|: \.|\.\.| {2}/.test(text)],
    ['names an object', /ships|photos|a b\.jpg|Orders/.test(text)],
    ['has a next step', action !== ''],
    ['advises to send it again only where that can help', what === 'soon' || !again.test(action)],
    ['advises to send it again where that can help', what !== 'soon' || later.test(action)],
    ['does not blame the network for a right', what !== 'access' || !namesNetwork.test(text)],
    ['is about access only where access was refused', (what === 'access') === (error.kind === 'auth')],
  ];
  return rules.flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${text}`]));
}

describe.each([english, german])('service response ($tag)', (language) => {
  it.each([
    ['blobs', blobOperations, blobAnswers, blobRequest],
    ['tables', tableOperations, tableAnswers, tableRequest],
  ] as const)('%s: names object, cause and next step for every operation and code', (_, operations, answers, facts) => {
    setLanguage(language);
    const broken: string[] = [];
    let turn = 0;
    for (const operation of operations) {
      for (const { status, code, what } of answers) {
        for (const credentials of [facts, withSas(facts)]) {
          // Every code arrives in every form, for one operation or another.
          const form = forms[(turn += 1) % forms.length] ?? forms[0];
          const error = answerError({ status, ...form(code) }, { ...credentials, operation });
          broken.push(...brokenRules(error, what));
        }
      }
    }
    expect(broken).toEqual([]);
  });

  it('names the account where the operation has no other object', () => {
    setLanguage(language);
    const ofAccount = { resource: '', path: '/' };
    const broken = answersOf(commonCodes).flatMap(({ status, code, what }) => [
      ...['ListContainers', 'GetAccountInformation'].flatMap((operation) =>
        brokenRules(answerError({ status, ...forms[0](code) }, { ...blobRequest, ...ofAccount, operation }), what),
      ),
      ...brokenRules(
        answerError({ status, ...forms[0](code) }, { ...tableRequest, ...ofAccount, operation: 'QueryTables' }),
        what,
      ),
    ]);
    expect(broken).toEqual([]);
  });

  it('has a sentence for each status without a code, from the service or from a gateway', () => {
    setLanguage(language);
    const permanent = [400, 402, 405, 410, 411, 413, 414, 415, 416, 417, 418, 422, 426, 431, 451, 501, 505, 507, 510];
    const broken: string[] = [];
    const temporary = [408, 429, 500, 502, 503, 504, 509, 520, 522, 529, 599];
    const bodies = ['', '<html><body>Bad gateway</body></html>', '{"error":"x"}', '\0\u0001'];
    for (const operation of [...blobOperations, ...tableOperations]) {
      for (const facts of [blobRequest, tableRequest]) {
        for (const headers of [fromService, { 'content-type': 'text/html' }]) {
          for (const bodyText of bodies) {
            for (const status of [...permanent, ...temporary]) {
              const error = answerError({ status, headers, bodyText }, { ...facts, operation });
              const what = temporary.includes(status) ? 'soon' : 'input';
              broken.push(...brokenRules(error, what));
            }
          }
        }
      }
    }
    expect(broken).toEqual([]);
  });
});

describe('service response', () => {
  const failed = (status: number, code: string, more: Partial<FailureFacts> = {}, bodyText = ''): StowageError =>
    answerError(
      { status, headers: { ...fromService, 'x-ms-error-code': code }, bodyText },
      { ...blobRequest, ...more },
    );

  it('never gets the general sentence where its code is in the list', () => {
    const general = /^(?:Not possible in the current state|Access denied|The service failed)/;
    const left = [...blobAnswers, ...tableAnswers].filter(({ status, code }) =>
      general.test(sentence(failed(status, code))),
    );
    expect(left.map(({ code }) => code)).toEqual(['InternalError', 'InternalError']);
  });

  it.each([
    [
      'a condition',
      412,
      'ConditionNotMet',
      { operation: 'GetBlob' },
      /“a b.jpg” was changed while it was being read.* Read it again/,
    ],
    [
      'a condition',
      412,
      'ConditionNotMet',
      { operation: 'PutBlob' },
      /was changed after you read it. Nothing was overwritten/,
    ],
    [
      'a condition',
      304,
      '',
      { ...tableRequest, operation: 'QueryEntities' },
      /condition was not met \(304\), but the request set none.*proxy or cache/,
    ],
    ['a condition', 412, '', { operation: 'ListBlobs' }, /container “photos” says that a condition/, '/photos'],
    [
      'a condition',
      412,
      'ConditionNotMet',
      { operation: 'DeleteBlob' },
      /was changed after you read it, so it was not deleted.* delete it again/,
    ],
    [
      'a condition',
      412,
      'UpdateConditionNotSatisfied',
      { ...tableRequest, operation: 'DeleteEntity' },
      /so it was not deleted.* delete it again/,
    ],
    [
      'an archived blob',
      409,
      'BlobArchived',
      { operation: 'SetBlobMetadata' },
      /^Archived. “a b.jpg” is in the archive tier, so it cannot be changed. Rehydrate it/,
    ],
    ['an archived blob', 409, 'BlobArchived', { operation: 'PutBlob' }, /It was skipped.*choose another name/],
    [
      'keys',
      404,
      'ResourceNotFound',
      { ...tableRequest, operation: 'GetEntity', path: "/Orders(PartitionKey='a',RowKey='b')" },
      /^Entity not found.*Check both keys/,
    ],
    [
      'a source',
      409,
      'CannotVerifyCopySource',
      { operation: 'CopyBlob' },
      /^Copy source cannot be read.*could not read the source.*\(409\).*access tier/,
    ],
    ['a source', 503, 'CannotVerifyCopySource', { operation: 'CopyBlob' }, /^Copy source busy.*Try again in a moment/],
    [
      'a source',
      429,
      'CannotVerifyCopySource',
      { operation: 'PutBlockFromURL' },
      /^Copy source busy.*Try again in a moment/,
    ],
    [
      'a source',
      412,
      'CannotVerifyCopySource',
      { operation: 'CopyBlob' },
      /^The source has changed.*source of CopyBlob on blob/,
    ],
    [
      'a source',
      412,
      'SourceConditionNotMet',
      { operation: 'CopyBlob' },
      /^The source has changed.*source of CopyBlob on blob/,
    ],
    [
      'a source',
      400,
      'InvalidSourceUri',
      { operation: 'CopyBlob' },
      /^Invalid address of the source.*name of the source/,
    ],
    [
      'a source',
      400,
      'InvalidSourceBlobUrl',
      { operation: 'CopyBlob' },
      /^Invalid address of the source.*name of the source/,
    ],
    [
      'a source',
      409,
      'BlobArchived',
      { operation: 'CopyBlob' },
      /“a b.jpg” or the source of its copy is in the archive tier/,
    ],
    [
      'a move',
      404,
      'SourcePathNotFound',
      { operation: 'RenamePath' },
      /^The source no longer exists.*was to become “a b.jpg”/,
    ],
    [
      'a move',
      404,
      'PathNotFound',
      { operation: 'RenamePath' },
      /^The source no longer exists.*was to become “a b.jpg”/,
    ],
    [
      'a move',
      404,
      'RenameDestinationParentPathNotFound',
      { operation: 'RenamePath' },
      /^Target folder not found.*Create that folder/,
    ],
    [
      'a query',
      400,
      'PropertyNameInvalid',
      { ...tableRequest, operation: 'QueryEntities' },
      /^The service cannot run this query.*Correct the filter/,
    ],
    [
      'a query',
      400,
      'KeyValueTooLarge',
      { ...tableRequest, operation: 'QueryEntities' },
      /^The service cannot run this query.*Correct the filter/,
    ],
    [
      'a write',
      400,
      'PropertyNameInvalid',
      { ...tableRequest, operation: 'MergeEntity' },
      /^The entity cannot be saved.*Rename the property/,
    ],
    ['a status', 402, '', { operation: 'GetBlob' }, /^Unexpected status.*status 402.*Check the endpoint/],
    [
      'a status',
      418,
      '',
      { ...tableRequest, operation: 'QueryEntities' },
      /^Unexpected status.*status 418.*Check the endpoint/,
    ],
    [
      'a status',
      449,
      'RetryWith',
      { ...tableRequest, operation: 'MergeEntity' },
      /^Concurrent changes.*\(RetryWith\).*Try again in a moment/,
    ],
  ] as const)(
    'about %s: names the cause where the answer is %i %s (%o)',
    (_what, status, code, facts, text, path?: string) => {
      expect(sentence(failed(status, code, path === undefined ? facts : { ...facts, path }))).toMatch(text);
    },
  );

  it.each(['InsufficientAccountPermissions', 'KeyVaultEncryptionKeyNotFound', 'UnauthorizedBlobOverwrite'])(
    '403 %s: blames no permissions between blobs where other requests were allowed',
    (code) => {
      const { code: denied, context } = failed(403, code);
      const text = sentence({ code: denied, context: { ...context, others: 'accepted' } });
      expect(text).toBe(sentence({ code: denied, context }));
    },
  );

  it('service response: names the container that a policy protects from deletion', () => {
    const whole = { operation: 'DeleteContainer', path: '/photos' };
    expect(sentence(failed(409, 'BlobImmutableDueToPolicy', whole))).toContain('Container “photos” or a blob in it');
  });

  it('service response: says that the account takes https only, and where to change it', () => {
    expect(sentence(failed(400, 'AccountRequiresHttps'))).toMatch(
      /takes https only.*plain http.*DefaultEndpointsProtocol/,
    );
  });

  it('about the source of a copy does not blame the credentials of the target', () => {
    const titles = [401, 403, 404, 500].map((status) => errorMessage(failed(status, 'CannotVerifyCopySource')).title);
    expect(titles).toEqual([
      'Copy source cannot be read',
      'Copy source cannot be read',
      'Copy source not found',
      'Copy source timed out',
    ]);
  });

  it('names the table or container that is being deleted, not the entity or blob that was to be written', () => {
    const into: Partial<FailureFacts> = { ...tableRequest, operation: 'InsertEntity' };
    expect(sentence(failed(409, 'TableBeingDeleted', into))).toContain('still deleting table “Orders”');
    expect(sentence(failed(409, 'ContainerBeingDeleted'))).toContain('still deleting container “photos”');
  });

  it('attributes a 404 without a code to a missing container or table when the request would have created the rest', () => {
    expect(failed(404, '', { operation: 'PutBlob' }).code).toBe('not-found.container');
    expect(failed(404, '', { operation: 'GetBlob' }).code).toBe('not-found.blob');
    const upsert = { ...tableRequest, operation: 'InsertOrMergeEntity', path: "/Orders(PartitionKey='a',RowKey='b')" };
    expect(failed(404, 'ResourceNotFound', upsert).code).toBe('not-found.table');
    expect(failed(404, 'ResourceNotFound', { ...upsert, operation: 'MergeEntity' }).code).toBe('not-found.entity');
  });

  it('attributes a date that is too old to a wrong clock, even when the response has no date', () => {
    const bodyText =
      '<Error><Code>AuthenticationFailed</Code><AuthenticationErrorDetail>Request date header too old</AuthenticationErrorDetail></Error>';
    const error = answerError({ status: 403, headers: { 'x-ms-request-id': 'r-1' }, bodyText }, blobRequest);
    expect(error.code).toBe('auth.clock-skew');
  });

  it.each([
    ['Sat, 01 Jun 2024 00:00:00 GMT', 'auth.sas-expired', { expiredOn: '2024-05-02T00:00:00.000Z' }],
    ['Sun, 28 Apr 2024 00:00:00 GMT', 'auth.denied', { validFrom: '2024-05-01T00:00:00.000Z' }],
  ])('about the time frame of a stored policy at %s is %s', (current, code, context) => {
    const frame = `Signature not valid in the specified time frame: Start [Wed, 01 May 2024 00:00:00 GMT] - Expiry [Thu, 02 May 2024 00:00:00 GMT] - Current [${current}]`;
    const bodyText = `<Error><Code>AuthenticationFailed</Code><AuthenticationErrorDetail>${frame}</AuthenticationErrorDetail></Error>`;
    expect(failed(403, 'AuthenticationFailed', withSas(blobRequest), bodyText)).toMatchObject({ code, context });
  });

  it('counts the attempts that were made, and no others', () => {
    const once = { status: 500, headers: fromService, bodyText: '' };
    expect(sentence(answerError(once, blobRequest))).not.toMatch(/times|tries/);
    expect(sentence(answerError({ ...once, attempts: 6 }, blobRequest))).toContain('(500), 6 times.');
  });

  it('names the account in the middle of a German sentence with its capital', () => {
    setLanguage(german);
    const sas = { level: 'account' as const, rights: [], expiresOn: '2024-05-31T00:00:00Z' };
    const expired = failed(403, 'AuthenticationFailed', { ...blobRequest, credential: 'sas', sas });
    expect(sentence(expired)).toContain('Die SAS für Konto „ships“');
  });
});
