// An authority of Entra ID and a Resource Manager on this machine, over https: signs a user in, issues tokens that
// Azurite accepts with `--oauth basic`, and lists tenants, subscriptions and storage accounts. Every special behaviour
// of the real ones that a test needs is a switch. It protects nothing: its tokens are not signed.
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { testCertificate, testCertificateKey } from './tls-certificate';

export const homeTenant = '11111111-1111-4111-8111-111111111111';
export const guestTenant = '22222222-2222-4222-8222-222222222222';
export const strictTenant = '33333333-3333-4333-8333-333333333333';
export const fakeClientId = '99999999-9999-4999-8999-999999999999';
const userObject = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const subscription = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';

export interface FakeAccount {
  readonly name: string;
  readonly blob?: string;
  readonly table?: string;
  readonly dfs?: string;
  readonly allowSharedKeyAccess?: boolean;
  readonly isHnsEnabled?: boolean;
}

/** Can be changed while it runs. */
export interface AuthoritySwitches {
  /** Of access tokens. */
  lifetimeS: number;
  /** Its clock minus that of this machine. */
  clockOffMs: number;
  /** The response to refreshing a token instead of a token. */
  refreshAnswer: {
    readonly status: number;
    readonly error: string;
    readonly suberror?: string;
    readonly claims?: string;
  } | null;
  /** The redirect of the sign-in page: the user, or an OAuth error. */
  page: 'signs in' | { readonly error: string; readonly description: string };
  device: 'signs in' | 'pending' | 'declined';
  resourceGraph: 'answers' | 'absent';
  /** Resource Manager rejects tokens without these claims once, as continuous access evaluation does. */
  managementClaims: string | null;
  accounts: readonly FakeAccount[];
}

export interface FakeAuthority {
  readonly address: string;
  /** Of its certificate, to be trusted. */
  readonly certificate: string;
  readonly switches: AuthoritySwitches;
  /** `GET /path` of every request, in order; without queries and bodies. */
  readonly requests: readonly string[];
  /** Every token, code and device code that was issued, to search for them where they must not be. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

export async function startFakeAuthority(given: Partial<AuthoritySwitches> = {}): Promise<FakeAuthority> {
  const switches: AuthoritySwitches = {
    lifetimeS: 3600,
    clockOffMs: 0,
    refreshAnswer: null,
    page: 'signs in',
    device: 'signs in',
    resourceGraph: 'answers',
    managementClaims: null,
    accounts: [],
    ...given,
  };
  const requests: string[] = [];
  const secrets: string[] = [];
  const grants = new Map<string, Grant>();
  const secret = (prefix: string): string => {
    const made = `${prefix}-${randomUUID()}`;
    secrets.push(made);
    return made;
  };

  /** The strict tenant has seen its second factor. */
  let signedInStrictly = false;
  const jwt = (claims: Record<string, unknown>): string => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const made = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.${part(randomUUID())}`;
    secrets.push(made);
    return made;
  };
  const tokensFor = (tenant: string, form: URLSearchParams): Record<string, unknown> => {
    const nowS = Math.floor((Date.now() + switches.clockOffMs) / 1000);
    const scope = (form.get('scope') ?? '').split(' ').find((each) => each.startsWith('https://')) ?? '';
    const times = { iat: nowS - 60, nbf: nowS - 60, exp: nowS + switches.lifetimeS };
    const access = jwt({
      aud: scope.replace(/\/\.default$/u, ''),
      iss: `https://sts.windows.net/${tenant}/`,
      tid: tenant,
      oid: userObject,
      ...times,
      claims: form.get('claims') ?? '',
    });
    return {
      token_type: 'Bearer',
      scope,
      expires_in: switches.lifetimeS,
      ext_expires_in: switches.lifetimeS,
      access_token: access,
      refresh_token: secret('refresh'),
      id_token: jwt({
        aud: form.get('client_id'),
        iss: `${address}/${tenant}/v2.0`,
        sub: userObject,
        oid: userObject,
        tid: tenant,
        preferred_username: 'ada@contoso.example',
        name: 'Ada',
        ...times,
        exp: nowS + 3600,
        ver: '2.0',
      }),
      client_info: Buffer.from(JSON.stringify({ uid: userObject, utid: homeTenant })).toString('base64url'),
    };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', address);
    requests.push(`${request.method} ${url.pathname}`);
    const json = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const oauthError = (status: number, error: string, more: Record<string, unknown> = {}): void =>
      json(status, { error, error_description: `${error}: AADSTS99999 refused. Trace ID: 1`, ...more });
    const [, first = '', ...rest] = url.pathname.split('/');
    const tenant = first === 'organizations' || first === 'common' ? homeTenant : first;
    const path = rest.join('/');

    if (path === 'v2.0/.well-known/openid-configuration') {
      json(200, {
        issuer: `${address}/${first}/v2.0`,
        authorization_endpoint: `${address}/${first}/oauth2/v2.0/authorize`,
        token_endpoint: `${address}/${first}/oauth2/v2.0/token`,
        device_authorization_endpoint: `${address}/${first}/oauth2/v2.0/devicecode`,
        jwks_uri: `${address}/${first}/discovery/v2.0/keys`,
      });
    } else if (path === 'oauth2/v2.0/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      if (switches.page === 'signs in') {
        const code = secret('code');
        grants.set(code, {
          challenge: url.searchParams.get('code_challenge') ?? '',
          redirectUri: url.searchParams.get('redirect_uri') ?? '',
        });
        back.searchParams.set('code', code);
      } else {
        back.searchParams.set('error', switches.page.error);
        back.searchParams.set('error_description', switches.page.description);
      }
      response.writeHead(302, { location: back.href }).end();
    } else if (path === 'oauth2/v2.0/devicecode') {
      json(200, {
        user_code: 'ABCD-EFGH',
        device_code: secret('device'),
        verification_uri: `${address}/device`,
        expires_in: 900,
        interval: 1,
        message: 'Enter the code.',
      });
    } else if (path === 'oauth2/v2.0/token') {
      const form = new URLSearchParams(await text(request));
      const kind = form.get('grant_type');
      if (kind === 'authorization_code') {
        const grant = grants.get(form.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const isValid = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
        grants.delete(form.get('code') ?? '');
        if (isValid && form.get('claims')?.includes('acrs') === true) signedInStrictly = true;
        if (isValid) json(200, tokensFor(tenant, form));
        else oauthError(400, 'invalid_grant');
      } else if (kind === 'device_code' || kind?.endsWith(':device_code') === true) {
        if (switches.device === 'signs in') json(200, tokensFor(tenant, form));
        else oauthError(400, switches.device === 'pending' ? 'authorization_pending' : 'authorization_declined');
      } else if (kind === 'refresh_token') {
        const { refreshAnswer } = switches;
        if (tenant === strictTenant && form.get('claims')?.includes('acrs') !== true && !signedInStrictly) {
          oauthError(400, 'interaction_required', {
            suberror: 'basic_action',
            claims: '{"access_token":{"acrs":{"value":"c1"}}}',
          });
        } else if (refreshAnswer === null) json(200, tokensFor(tenant, form));
        else {
          const { status, error, ...more } = refreshAnswer;
          oauthError(status, error, more);
        }
      } else json(200, tokensFor(tenant, form));
    } else answerManagement(url, request, json, await text(request));
  };

  let challenged = false;
  const answerManagement = (
    url: URL,
    request: IncomingMessage,
    json: (status: number, body: unknown, headers?: Record<string, string>) => void,
    body: string,
  ): void => {
    if (request.headers.authorization?.startsWith('Bearer ey') !== true) return json(401, {});
    if (switches.managementClaims !== null && !challenged) {
      challenged = true;
      const claims = Buffer.from(switches.managementClaims).toString('base64');
      const challenge = `Bearer authorization_uri="${address}/${homeTenant}", error="insufficient_claims", claims="${claims}"`;
      return json(401, {}, { 'www-authenticate': challenge });
    }
    const tenantOf = JSON.parse(
      Buffer.from(request.headers.authorization.split('.')[1] ?? '', 'base64url').toString(),
    ) as { readonly tid: string };
    if (url.pathname === '/tenants') {
      return json(200, {
        value: [
          { tenantId: homeTenant, displayName: 'Contoso', defaultDomain: 'contoso.example' },
          { tenantId: guestTenant, displayName: 'Fabrikam', defaultDomain: 'fabrikam.example' },
          { tenantId: strictTenant, displayName: 'Strict', defaultDomain: 'strict.example' },
        ],
      });
    }
    const entries = switches.accounts.map(({ name, blob, table, dfs, ...properties }) => ({
      id: `/subscriptions/${subscription}/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/${name}`,
      name,
      location: 'westeurope',
      kind: 'StorageV2',
      subscriptionId: subscription,
      properties: {
        ...properties,
        primaryEndpoints: { ...(blob && { blob }), ...(table && { table }), ...(dfs && { dfs }) },
      },
    }));
    if (url.pathname === '/subscriptions') {
      return json(200, {
        value: [{ subscriptionId: subscription, displayName: `Pay as you go ${tenantOf.tid.slice(0, 1)}` }],
      });
    }
    if (url.pathname === '/providers/Microsoft.ResourceGraph/resources') {
      if (switches.resourceGraph === 'absent') return json(404, {});
      const { options } = JSON.parse(body) as { readonly options: { readonly $skipToken?: string } };
      const from = Number(options.$skipToken ?? 0);
      const next = from + 1 < entries.length ? { $skipToken: String(from + 1) } : {};
      return json(200, { data: entries.slice(from, from + 1), ...next });
    }
    if (url.pathname.endsWith('/storageAccounts')) {
      const from = Number(url.searchParams.get('$skiptoken') ?? 0);
      const next = from + 1 < entries.length ? { nextLink: `${address}${url.pathname}?$skiptoken=${from + 1}` } : {};
      return json(200, { value: entries.slice(from, from + 1), ...next });
    }
    return json(404, { error: { code: 'NotFound', message: url.pathname } });
  };

  const server = createServer({ cert: testCertificate, key: testCertificateKey }, (request, response) => {
    answer(request, response).catch((thrown: unknown) => {
      response.writeHead(500).end(String(thrown));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    address,
    certificate: testCertificate,
    switches,
    requests,
    secrets,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
