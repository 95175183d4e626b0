// Which `x-ms-version` is sent to which endpoint. Emulators reject versions newer than themselves; an older version is
// then used for that endpoint from there on, and logged once.
import { isCosmosAnswer } from '@shared/model/table-service';
import type { HttpHead } from './http/http-types';

type Service = 'blob' | 'table';

/**
 * Newest first. The first blob version is the one that the SDK uses; the last is understood by every service and
 * emulator.
 */
const versions: Readonly<Record<Service, readonly string[]>> = {
  blob: ['2026-04-06', '2025-05-05', '2024-08-04', '2023-01-03', '2021-12-02', '2020-10-02', '2019-02-02'],
  table: ['2019-02-02', '2017-11-09', '2015-12-11'],
};

export interface ServiceVersions {
  /** The version to send to that endpoint now. */
  current(service: Service, endpoint: string): string;
  /** Reports that `version` was rejected there. Returns whether an older one is left to try. */
  rejected(service: Service, endpoint: string, version: string): boolean;
}

/** Create one per process. `log` receives a line for each version that an endpoint rejected. */
export function createServiceVersions(log: (line: string) => void): ServiceVersions {
  const steps = new Map<string, number>();
  const key = (service: Service, endpoint: string): string => `${service} ${endpoint}`;
  const current: ServiceVersions['current'] = (service, endpoint) => {
    const all = versions[service];
    return all[Math.min(steps.get(key(service, endpoint)) ?? 0, all.length - 1)] ?? '';
  };
  return {
    current,
    rejected: (service, endpoint, version) => {
      // Concurrent requests are rejected together; only the first of them steps down.
      if (current(service, endpoint) !== version) return true;
      const step = (steps.get(key(service, endpoint)) ?? 0) + 1;
      if (step >= versions[service].length) return false;
      steps.set(key(service, endpoint), step);
      log(`${endpoint} does not know service version ${version}; using ${current(service, endpoint)} there.`);
      return true;
    },
  };
}

/** Whether a response rejects the `x-ms-version` that was sent, as the service and as emulators word it. */
export function refusesVersion(head: Pick<HttpHead, 'status' | 'headers'>, bodyText: string): boolean {
  if (head.status !== 400) return false;
  if (!(head.headers['x-ms-error-code'] ?? bodyText).includes('InvalidHeaderValue')) return false;
  return (
    /<HeaderName>x-ms-version<\/HeaderName>/i.test(bodyText) || /The API version \S+ is not supported/.test(bodyText)
  );
}

/** Whether a response bears a header that only a storage service sets. */
export function bearsServiceHeaders({ headers }: Pick<HttpHead, 'headers'>): boolean {
  return headers['x-ms-request-id'] !== undefined || headers['x-ms-version'] !== undefined;
}

/**
 * Whether a response comes from a storage service at all. Captive portals and company proxies answer in its place,
 * often with 200 and a page. Overload responses may come from gateways in front of the service and count as the
 * service's; so do those of its web server, which rejects addresses and headers that are too long before the service
 * sees them.
 */
export function isFromStorageService(head: Pick<HttpHead, 'status' | 'headers'>): boolean {
  return bearsServiceHeaders(head) || ofGateways.has(head.status) || head.status >= 520;
}

/**
 * Whether a response comes from Cosmos DB for Table, which omits the version and sometimes the request id. A captive
 * portal answers with a page. Behind the certificate of its host, an answer without content is its own, too.
 */
export function isFromTableApi({ headers }: Pick<HttpHead, 'headers'>, protocol: 'http:' | 'https:'): boolean {
  const type = headers['content-type'] ?? '';
  return (
    Object.keys(headers).some((name) => name.startsWith('x-ms-')) ||
    headers.dataserviceversion !== undefined ||
    /^application\/(?:json|atom\+xml|xml)|^multipart\/mixed/i.test(type) ||
    (protocol === 'https:' && type === '')
  );
}

/**
 * Whether an answer reveals that the table service is Cosmos DB. What may stand in front of it, such as a proxy that
 * copies headers into its own page or redirects, does not count.
 */
export function revealsCosmos({ status, headers }: Pick<HttpHead, 'status' | 'headers'>, protocol: 'http:' | 'https:') {
  const isRelayed = (status >= 300 && status <= 399 && status !== 304) || status === 407;
  const isPage = /^text\/html/iu.test(headers['content-type'] ?? '');
  return !isRelayed && !isPage && isCosmosAnswer(headers) && isFromTableApi({ headers }, protocol);
}

const ofGateways: ReadonlySet<number> = new Set([408, 413, 414, 429, 431, 500, 502, 503, 504, 507, 508, 509]);
