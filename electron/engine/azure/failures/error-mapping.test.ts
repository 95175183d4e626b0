import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentence } from '@shared/error-text';
import { isAfterBusy } from './after-busy';
import { answerError, serviceError } from './error-mapping';
import type { FailureFacts } from './failure-facts';
import { redacted } from '@shared/redact';
import { markDeniedAlone } from './denied-scope';

const nowMs = Date.UTC(2024, 5, 1);
const canary = 'Q0FOQVJZ'.repeat(8);
const facts = (more: Partial<FailureFacts> = {}): FailureFacts => ({
  service: 'blob',
  account: 'ships',
  host: 'ships.blob.core.windows.net',
  operation: 'GetBlob',
  resource: 'photos',
  path: '/photos/a%20b',
  credential: 'key',
  nowMs,
  ...more,
});
const xml = (code: string, message = 'Something.'): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}\nRequestId:1\nTime:2</Message></Error>`;
const answer = (status: number, code: string, message?: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'x-ms-request-id': 'r-1', date: new Date(nowMs).toUTCString(), ...headers },
  bodyText: xml(code, message),
});

describe('error response of the service', () => {
  it.each([
    [404, 'ContainerNotFound', 'not-found.container'],
    [404, 'BlobNotFound', 'not-found.blob'],
    [404, '', 'not-found.blob'],
    [409, 'ContainerBeingDeleted', 'conflict.being-deleted'],
    [409, 'PublicAccessNotPermitted', 'conflict.public-access-off'],
    [409, 'BlobArchived', 'conflict.archived'],
    [409, 'InvalidObjectState', 'conflict.archived'],
    [409, 'SomethingElse', 'conflict.other'],
    [412, 'LeaseIdMissing', 'conflict.leased'],
    [412, 'LeaseLost', 'conflict.leased'],
    [409, 'LeaseIdMismatchWithLeaseOperation', 'conflict.leased'],
    [412, 'ConditionNotMet', 'conflict.etag-changed'],
    [412, 'SourceConditionNotMet', 'conflict.blob-changed'],
    [400, 'InvalidBlockList', 'conflict.blocks-lost'],
    [400, 'Md5Mismatch', 'network.checksum'],
    [400, 'InvalidInput', 'invalid.refused'],
    [503, 'ServerBusy', 'throttled.server-busy'],
    [500, 'OperationTimedOut', 'throttled.server-error'],
  ])('%i %s becomes %s', (status, code, expected) => {
    const error = answerError(answer(status, code), facts());
    expect([error.code, error.requestId]).toEqual([expected, 'r-1']);
    expect(error.context).toMatchObject({
      account: 'ships',
      container: 'photos',
      blob: 'a b',
      operation: 'GetBlob',
      status,
    });
  });

  it.each([
    [304, 'conflict.etag-changed'],
    [399, 'network.malformed'],
    [400, 'invalid.refused'],
    [401, 'auth.denied'],
    [403, 'auth.denied'],
    [404, 'not-found.blob'],
    [408, 'throttled.server-error'],
    [449, 'throttled.server-error'],
    [409, 'conflict.other'],
    [412, 'conflict.etag-changed'],
    [429, 'throttled.server-busy'],
    [499, 'invalid.refused'],
    [500, 'throttled.server-error'],
    [501, 'invalid.refused'],
    [502, 'throttled.server-error'],
    [503, 'throttled.server-busy'],
    [504, 'throttled.server-error'],
    [505, 'invalid.refused'],
    [507, 'throttled.server-error'],
    [510, 'invalid.refused'],
    [599, 'throttled.server-error'],
  ])('with status %i and no code becomes %s', (status, expected) => {
    expect(serviceError({ status, serviceCode: '', serviceMessage: '' }, facts()).code).toBe(expected);
  });

  it('reports the number of attempts when there was more than one', () => {
    const requested = (attempts: number) => answerError({ ...answer(400, 'InvalidInput'), attempts }, facts()).context;
    expect(requested(1)).not.toHaveProperty('attempts');
    expect(requested(2)).toHaveProperty('attempts', 2);
  });

  it('is attributed to a gateway when it has neither a code nor a header of the service', () => {
    const of = (status: number, code: string, headers: Record<string, string>) =>
      answerError({ status, headers, bodyText: xml(code) }, facts()).context.answeredBy;
    expect(of(502, '', {})).toBe('gateway');
    expect(of(507, '', {})).toBeUndefined();
    expect(of(502, '', { 'x-ms-request-id': 'r', 'x-ms-version': '2021-01-01' })).toBeUndefined();
    expect(of(500, 'InternalError', {})).toBeUndefined();
  });

  it('is marked when an earlier attempt may have caused it', () => {
    const after = (status: number, code: string, afterBusy: boolean) =>
      isAfterBusy(answerError({ ...answer(status, code), afterBusy }, facts()));
    expect(after(409, 'BlobAlreadyExists', true)).toBe(true);
    expect(after(404, 'BlobNotFound', true)).toBe(true);
    expect(after(409, 'BlobAlreadyExists', false)).toBe(false);
    expect(after(503, 'ServerBusy', true)).toBe(false);
  });

  it('reports the requested wait, at most a minute, and five seconds when it names none', () => {
    const busy = (headers: Record<string, string>) => answerError(answer(503, 'ServerBusy', '', headers), facts());
    expect(busy({}).retry).toEqual({ afterMs: 5_000 });
    expect(busy({}).context).not.toHaveProperty('waitMs');
    expect(busy({ 'retry-after': '7' })).toMatchObject({ retry: { afterMs: 7_000 }, context: { waitMs: 7_000 } });
    expect(busy({ 'retry-after': '3600' })).toMatchObject({ retry: { afterMs: 60_000 } });
    expect(answerError(answer(409, 'BlobArchived'), facts()).retry).toBe('no');
  });

  it('without a code of the service is named by its status', () => {
    expect(answerError(answer(404, ''), facts()).message).toBe('GetBlob was answered with status 404.');
    expect(answerError(answer(404, 'BlobNotFound'), facts()).message).toBe(
      'GetBlob was answered with 404 BlobNotFound.',
    );
  });

  it('reports an unsupported version for a header error only when the response names the version', () => {
    const rejection = (message: string) => answerError(answer(400, 'InvalidHeaderValue', message), facts()).code;
    expect(rejection('The API version 2099-01-01 is not supported by Azurite.')).toBe('invalid.service-version');
    expect(rejection('The value for one of the HTTP headers is not in the correct format.')).toBe('invalid.refused');
  });

  it.each([
    ["/Movies(PartitionKey='a',RowKey='b')", 'not-found.entity'],
    ['/Movies()', 'not-found.table'],
  ])('reports a missing %s as %s', (path, expected) => {
    const table = facts({ service: 'table', resource: 'Movies', path });
    expect(answerError(answer(404, 'ResourceNotFound'), table).code).toBe(expected);
    expect(answerError(answer(404, ''), table)).toMatchObject({ code: expected, context: { table: 'Movies' } });
  });

  it('is parsed from JSON', () => {
    const bodyText =
      '{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"The specified"}}}';
    expect(answerError({ status: 409, headers: {}, bodyText }, facts({ service: 'table' })).code).toBe(
      'conflict.exists',
    );
  });

  it('passes on the explanation of a rejected input without its secrets', () => {
    const error = answerError(answer(400, 'PropertyValueTooLarge', `Too large; sig=${canary}&x`), facts());
    expect(error.context.serviceMessage).toBe('Too large; sig=…&x');
  });

  it('reports the wait that a throttling response requests', () => {
    const error = answerError(answer(503, 'ServerBusy', 'Busy', { 'retry-after': '7' }), facts());
    expect([error.context.waitMs, error.retry]).toEqual([7_000, { afterMs: 7_000 }]);
  });
});

describe('denied access', () => {
  const sas = { level: 'account', rights: ['read'], expiresOn: '2024-05-31T00:00:00Z' } as const;
  const rejection = (code: string, more: Partial<FailureFacts> = {}, headers: Record<string, string> = {}) =>
    answerError(answer(403, code, 'Not authorized.', headers), facts(more));

  it('by key', () => {
    expect(rejection('AuthenticationFailed').code).toBe('auth.key-rejected');
    expect(rejection('AuthorizationFailure').code).toBe('auth.denied');
  });

  it.each([
    ['AuthorizationFailure', 'Network not allowed. Account “', 'network rules'],
    ['KeyBasedAuthenticationNotPermitted', 'Key access is disabled. Account “', 'a user delegation SAS'],
    [
      'AuthorizationSourceIPMismatch',
      'IP address not allowed by the SAS. The',
      'the public IP address of this computer',
    ],
    ['AuthorizationProtocolMismatch', 'The SAS requires HTTPS. The', 'to https'],
    ['AccountIsDisabled', 'The account is disabled. Account “', 'once the account is enabled'],
    ['SomethingNew', 'Access denied. Account “', '(SomethingNew)'],
  ])('%s: names the cause and the remedy', (code, begins, names) => {
    const text = sentence(rejection(code));
    expect(text).toContain(begins);
    expect(text).toContain(names);
  });

  it('distinguishes a network rule from a missing right by what the SAS allows', () => {
    const requested = (operation: string): unknown =>
      rejection('AuthorizationFailure', { credential: 'sas', sas: { level: 'account', rights: ['read'] }, operation });
    expect(requested('GetBlob')).toMatchObject({ code: 'auth.denied', context: { lacks: 'network' } });
    expect(requested('PutBlob')).toMatchObject({ code: 'auth.sas-lacks-right', context: { right: 'write' } });
    // Readable, but only with the key, so that a SAS with every right is denied.
    expect(requested('GetContainerACL')).toMatchObject({ code: 'auth.sas-lacks-right' });
  });

  it.each([
    ['ListBlobs', 'cargo', '/cargo', 'blob'],
    ['GetBlob', 'cargo', '/cargo/b.txt', 'blob'],
    ['ListContainers', '', '/', 'blob'],
    ['ListContainers', '', '/', 'container'],
    ['ListBlobs', 'other', '/other', 'container'],
  ] as const)('SAS: names its scope when %s of “%s” (%s) is beyond its %s', (operation, resource, path, level) => {
    const scope = { level, rights: ['read' as const], resource: 'cargo', ...(level === 'blob' ? { blob: 'a 1' } : {}) };
    for (const code of ['AuthenticationFailed', 'AuthorizationFailure', 'AuthorizationPermissionMismatch']) {
      const error = rejection(code, { credential: 'sas', sas: scope, operation, resource, path });
      expect(error.code).toBe('auth.sas-lacks-right');
      expect(sentence(error)).toContain(
        level === 'blob' ? 'only covers “a 1” in container “cargo”' : 'only covers container “cargo”',
      );
      expect(sentence(error)).not.toContain('network');
    }
  });

  it.each([
    ['AuthorizationPermissionMismatch', 'GetBlob', 'auth.denied', '“Storage Blob Data Reader” for container “cargo”'],
    ['AuthorizationPermissionMismatch', 'PutBlock', 'auth.denied', '“Storage Blob Data Contributor”'],
    ['AuthenticationFailed', 'GetBlob', 'auth.sign-in-needed', 'Sign-in required'],
    ['AuthorizationFailure', 'GetBlob', 'auth.denied', '(AuthorizationFailure)'],
  ])('token: %s of %s is reported as %s with its remedy', (code, operation, expected, names) => {
    const error = rejection(code, { credential: 'token', operation, resource: 'cargo', path: '/cargo/b.txt' });
    expect(error.code).toBe(expected);
    expect(sentence(error)).toContain(names);
  });

  it('token: distinguishes another tenant from an expired session', () => {
    const other = answer(401, 'InvalidAuthenticationInfo', 'Issuer validation failed. Issuer did not match.');
    const error = answerError(other, facts({ credential: 'token' }));
    expect(error).toMatchObject({ code: 'auth.denied', context: { lacks: 'tenant' } });
    expect(sentence(error)).toContain('another tenant');
  });

  it('SAS: does not name its blob when a request for that blob is denied', () => {
    const scope = { level: 'blob' as const, rights: ['read' as const], resource: 'cargo', blob: 'a 1' };
    const facts = {
      credential: 'sas' as const,
      sas: scope,
      operation: 'PutBlob',
      resource: 'cargo',
      path: '/cargo/a%201',
    };
    expect(sentence(rejection('AuthorizationPermissionMismatch', facts))).toContain('lacks the permission: write.');
  });

  it('is not attributed to network rules for other denials', () => {
    const outside: Partial<FailureFacts> = {
      service: 'table',
      operation: 'InsertEntity',
      resource: 'Movies',
      path: '/Movies',
      credential: 'sas',
      sas: { level: 'table', rights: ['add'], keyRange: 'from harbour' },
    };
    const ofTheService = { operation: 'PutBlob', resource: '$logs', path: '/$logs/a.log' };
    for (const facts of [outside, ofTheService]) {
      expect(rejection('AuthorizationFailure', facts).context).not.toMatchObject({ lacks: 'network' });
    }
    const website = { operation: 'PutBlob', resource: '$web', path: '/$web/index.html' };
    expect(rejection('AuthorizationFailure', website).context).toMatchObject({ lacks: 'network' });
  });

  it('is not attributed to the network for one blob when other blobs were accepted', () => {
    const text = sentence(markDeniedAlone(rejection('AuthorizationFailure')));
    expect(text).toContain('Access denied');
    expect(text).toContain('permissions differ between blobs here');
  });

  it('by a SAS that has expired, by the service’s clock', () => {
    const scope = { ...sas, rights: [...sas.rights] };
    const error = rejection('AuthenticationFailed', { credential: 'sas', sas: scope });
    expect(error).toMatchObject({ code: 'auth.sas-expired', context: { expiredOn: '2024-05-31T00:00:00Z' } });
    const before = { date: new Date(nowMs - 2 * 86_400_000).toUTCString() };
    expect(
      rejection('AuthenticationFailed', { credential: 'sas', sas: scope, nowMs: nowMs - 2 * 86_400_000 }, before).code,
    ).toBe('auth.denied');
  });

  it('SAS: names its start, by the clock of the service, when it is not valid yet', () => {
    const startsOn = new Date(nowMs + 3_600_000).toISOString();
    const scope = { level: 'account', rights: [], startsOn } as const;
    const early = rejection('AuthenticationFailed', { credential: 'sas', sas: { ...scope, rights: [] } });
    expect(early).toMatchObject({ code: 'auth.denied', context: { validFrom: startsOn } });
    expect(sentence(early)).toContain(`The SAS is not valid yet. The shared access signature for account`);
    expect(sentence(early)).toContain(`is valid from ${startsOn}. Wait until then`);
  });

  it.each([
    ['AuthorizationPermissionMismatch', 'PutBlock', 'write', 'right'],
    ['AuthorizationPermissionMismatch', 'ListBlobs', 'list', 'right'],
    ['AuthorizationResourceTypeMismatch', 'ListContainers', 'list', 'resource-type'],
    ['AuthorizationServiceMismatch', 'GetBlob', 'read', 'service'],
  ])('by a SAS: %s at %s', (code, operation, right, lacks) => {
    const scope = { level: 'account', rights: [] } as const;
    const error = rejection(code, { credential: 'sas', sas: { ...scope, rights: [] }, operation });
    expect(error).toMatchObject({ code: 'auth.sas-lacks-right', context: { right, lacks } });
  });

  it.each([
    [20, 'ahead'],
    [-37, 'behind'],
  ])('names the difference when the clock is %i minutes off', (minutes, direction) => {
    const error = rejection('AuthenticationFailed', { nowMs: nowMs + minutes * 60_000 });
    expect(error).toMatchObject({ code: 'auth.clock-skew', context: { minutes: Math.abs(minutes), direction } });
    expect(sentence(error)).toContain(`Your clock is off by ${Math.abs(minutes)} minutes.`);
    expect(rejection('AccountIsDisabled', { nowMs: nowMs + minutes * 60_000 }).code, 'another reason').toBe(
      'auth.denied',
    );
    const byToken = rejection('AuthenticationFailed', { nowMs: nowMs + minutes * 60_000, credential: 'token' });
    expect(byToken.code, 'no signature').toBe('auth.sign-in-needed');
  });
});

describe('error response: never leaks the secret that it repeats, however malformed it is', () => {
  it('in any field', () => {
    const secretText = fc.constantFrom(
      canary,
      `sig=${canary}`,
      `SharedKey ships:${canary}`,
      `?x&sig=${encodeURIComponent(canary)}`,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(400, 401, 403, 404, 409, 412, 416, 500, 503, 299, 700),
        fc.string(),
        secretText,
        fc.string(),
        fc.constantFrom('x-ms-error-code', 'x-ms-version', 'date', 'retry-after', 'authorization'),
        (status, before, secret, after, header) => {
          const bodies = [
            `${before}${secret}${after}`,
            xml(secret, secret),
            xml('InvalidInput', `${before} ${secret} ${after}`),
          ];
          for (const bodyText of bodies) {
            const error = answerError({ status, headers: { [header]: secret }, bodyText }, facts());
            expect(JSON.stringify(error.toShape()) + sentence(error)).not.toContain(canary.slice(0, 16));
          }
        },
      ),
    );
  });

  it('in the parts of a batch', () => {
    const failed = { status: 400, serviceCode: 'InvalidInput', serviceMessage: `AccountKey=${canary};` };
    expect(JSON.stringify(serviceError(failed, facts()).toShape())).not.toContain(canary.slice(0, 16));
  });

  it('in an address or a connection string that was cut short', () => {
    expect(redacted('GET /photos?se=2030-01-01&sig=ab%2Fcd&sp=r')).toBe('GET /photos?se=2030-01-01&sig=…&sp=r');
    expect(redacted('AccountName=ships;AccountKey=c2hvcnQ=;EndpointSuffix=x')).toBe(
      'AccountName=ships;AccountKey=…;EndpointSuffix=x',
    );
    expect(redacted('Authorization: SharedKey ships:c2hvcnQ=')).toBe('Authorization: SharedKey…');
  });

  it('leaves text without secrets readable', () => {
    expect(redacted('The property value exceeds the maximum allowed size (64KB).')).toBe(
      'The property value exceeds the maximum allowed size (64KB).',
    );
  });
});
