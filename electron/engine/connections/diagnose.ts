// What the services of a connection answer, for a report that can be shown to others: codes, versions, times and known
// hosts. Names of accounts, tenants and hosts are replaced by placeholders; nothing else that was received is copied.
import { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { knownClouds, storageResource } from '@shared/model/identity';
import { type LearnedRight, roleFor } from '@shared/model/rights';
import { type TableService, cosmosResource, cosmosSuffixes, isCosmosAnswer } from '@shared/model/table-service';
import { type Account, partTargetOf } from '../azure/account';
import { parseChallenge } from '../azure/challenge';
import type { HttpClient } from '../azure/http/http-types';
import type { Clock } from '../ports';
import { sendPlain } from '../sign-in/authority-network';
import { probeAccount } from './probe';

export interface ServiceReport {
  readonly service: 'blob' | 'table';
  readonly host: string;
  readonly cloud: string;
  /** To a request without a credential; null when nothing answered. */
  readonly answer: {
    readonly status: number;
    readonly errorCode: string;
    readonly serviceVersion: string;
    readonly server: string;
    /** The clock of the service minus that of this machine; null without a date. */
    readonly clockDifferenceMs: number | null;
    readonly challenge: { readonly authority: string; readonly tenant: string } | null;
  } | null;
  /** To the listing that the connection is tested by. */
  readonly listing: string;
  readonly tableService?: TableService;
  readonly hierarchicalNamespace?: 'yes' | 'no' | 'unknown';
}

export interface ConnectionReport {
  readonly connection: string;
  readonly kind: ConnectionSummary['kind'];
  readonly account: string;
  /** Of a connection that signs in: what its tokens are for. */
  readonly signIn?: { readonly tenant: string; readonly scopes: readonly string[] };
  /** What requests have shown in this session, without the names of containers and tables. */
  readonly rights?: readonly RightReport[];
  readonly services: readonly ServiceReport[];
}

interface RightReport extends Pick<LearnedRight, 'service' | 'right' | 'state' | 'cause'> {
  readonly level: 'account' | 'container' | 'table';
  /** The one that would allow it. */
  readonly role?: string;
  /** Number of containers or tables. */
  readonly count: number;
}

/** The report on some connections as it is shown, saved and passed on. */
export function reportOf(version: string, connections: readonly ConnectionReport[]): object {
  return {
    stowage: /^[\w.+-]{1,40}$/u.exec(version)?.[0] ?? '',
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    connections,
    signedInConnections: connections.filter(({ kind }) => kind === 'sign-in').length,
  };
}

/** The same placeholder for the same name within one report. */
export class Placeholders {
  readonly #known = new Map<string, string>();

  of(kind: 'account' | 'authority' | 'connection' | 'host' | 'tenant', name: string): string {
    const key = `${kind} ${name}`;
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const count = [...this.#known.keys()].filter((known) => known.startsWith(`${kind} `)).length;
    const placeholder = `${kind}-${count + 1}`;
    this.#known.set(key, placeholder);
    return placeholder;
  }
}

export interface DiagnoseTools {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly placeholders: Placeholders;
}

/** Never rejects because of a service; what fails is part of the report. */
export async function diagnose(
  summary: Pick<ConnectionSummary, 'id' | 'kind' | 'accountName' | 'sas' | 'rights' | 'tableService'>,
  account: Account,
  tools: DiagnoseTools,
): Promise<ConnectionReport> {
  const { placeholders, clock, signal } = tools;
  const probe = await probeAccount(account, summary.sas, { clock, signal });
  const services: ServiceReport[] = [];
  for (const service of ['blob', 'table'] as const) {
    const endpoint = account.descriptor.endpoints[service];
    if (endpoint === undefined) continue;
    const answered = await answerOf(endpoint, tools);
    const { hostname } = new URL(endpoint);
    const found = probe[service];
    services.push({
      service,
      ...hostOf(hostname, placeholders),
      answer: answered?.answer ?? null,
      listing: found.state === 'failed' ? `${found.code} ${codeText(found.context.serviceCode)}`.trim() : found.state,
      ...(service === 'table'
        ? { tableService: answered?.isCosmos === true ? 'cosmos' : partTargetOf(account.descriptor).service }
        : { hierarchicalNamespace: await hierarchy(account, signal) }),
    });
  }
  return {
    connection: placeholders.of('connection', summary.id),
    kind: summary.kind,
    account: placeholders.of('account', summary.accountName),
    ...signInOf(account, placeholders),
    ...rightsOf(summary),
    services,
  };
}

function signInOf({ descriptor }: Account, placeholders: Placeholders): Pick<ConnectionReport, 'signIn'> {
  const { credential, endpoints } = descriptor;
  if (credential.kind !== 'token') return {};
  const scopes = [credential.resource, cosmosResource(new URL(endpoints.table ?? 'https://none').hostname)];
  return {
    signIn: {
      tenant: placeholders.of('tenant', credential.tenant),
      scopes: scopes.flatMap((scope) => (scope !== null && resources.includes(scope) ? [`${scope}/.default`] : [])),
    },
  };
}

function rightsOf({
  rights,
  tableService,
}: Pick<ConnectionSummary, 'rights' | 'tableService'>): Pick<ConnectionReport, 'rights'> {
  if (rights === undefined) return {};
  const counted = new Map<string, RightReport>();
  for (const { service, resource, right, state, cause } of rights) {
    const level = resource === '' ? 'account' : service === 'blob' ? 'container' : 'table';
    const role = state === 'denied' && cause !== 'sas' ? roleFor(service, right, tableService) : null;
    const key = [service, level, right, state, cause].join(' ');
    const count = (counted.get(key)?.count ?? 0) + 1;
    counted.set(key, {
      service,
      level,
      right,
      state,
      ...(cause && { cause }),
      ...(role === null ? {} : { role }),
      count,
    });
  }
  return { rights: [...counted.values()] };
}

async function answerOf(endpoint: string, { http, clock, signal, placeholders }: DiagnoseTools) {
  try {
    const url = `${endpoint}/?comp=list&maxresults=1`;
    // A token is requested by an empty one; over plain http there is nothing to request.
    const bearer: Readonly<Record<string, string>> = endpoint.startsWith('https://') ? { authorization: 'Bearer' } : {};
    const { status, headers } = await sendPlain(http, {
      method: 'GET',
      url,
      headers: { ...bearer, 'x-ms-version': '2020-10-02' },
      signal,
    });
    const dateMs = Date.parse(headers.date ?? '');
    const challenge = parseChallenge(headers['www-authenticate']);
    const answer = {
      status,
      errorCode: codeText(headers['x-ms-error-code']),
      serviceVersion: /^\d{4}-\d\d-\d\d$/u.exec(headers['x-ms-version'] ?? '')?.[0] ?? '',
      server: servers.find((name) => (headers.server ?? '').startsWith(name)) ?? '',
      clockDifferenceMs: Number.isNaN(dateMs) ? null : Math.round((dateMs - clock.now()) / 1000) * 1000,
      challenge:
        challenge === null
          ? null
          : {
              authority:
                known(authorities, challenge.authority ?? '') ??
                placeholders.of('authority', challenge.authority ?? ''),
              tenant: placeholders.of('tenant', challenge.tenant ?? ''),
            },
    };
    return { answer, isCosmos: isCosmosAnswer(headers) };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return null;
  }
}

async function hierarchy(account: Account, signal: AbortSignal): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const { headers } = await account.send({
      service: 'blob',
      operation: 'GetAccountInformation',
      method: 'GET',
      path: '/',
      resource: '',
      query: { restype: 'account', comp: 'properties' },
      replay: 'safe',
      signal,
    });
    const flag = headers['x-ms-is-hns-enabled'];
    return flag === 'true' ? 'yes' : flag === 'false' ? 'no' : 'unknown';
  } catch (thrown) {
    if (StowageError.from(thrown).kind === 'cancelled') throw thrown;
    return 'unknown';
  }
}

const resources = [storageResource, ...['com', 'us', 'cn'].map((ending) => `https://cosmos.azure.${ending}`)];
const clouds = Object.values(knownClouds);
const authorities = clouds.map(({ authority }) => authority);
const servers = ['Windows-Azure-Blob', 'Windows-Azure-Table', 'Microsoft-HTTPAPI', 'Azurite-Blob', 'Azurite-Table'];

function known(values: readonly string[], text: string): string | undefined {
  return values.find((value) => text === value || text === `${value}/`);
}

/** The suffix of a known cloud stays; everything before it may be a name. */
function hostOf(hostname: string, placeholders: Placeholders): { readonly host: string; readonly cloud: string } {
  for (const { id, storageSuffix } of clouds) {
    for (const suffix of [`blob.${storageSuffix}`, `table.${storageSuffix}`, ...cosmosSuffixes(id)]) {
      if (hostname.endsWith(`.${suffix}`)) return { host: `${placeholders.of('host', hostname)}.${suffix}`, cloud: id };
    }
  }
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return isLocal
    ? { host: 'localhost', cloud: 'emulator' }
    : { host: placeholders.of('host', hostname), cloud: 'other' };
}

/** Error codes of the service are words without blanks. */
function codeText(code: unknown): string {
  return typeof code === 'string' && /^[A-Za-z]{3,64}$/u.test(code) ? code : '';
}
