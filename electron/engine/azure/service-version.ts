// Which `x-ms-version` goes to which endpoint. Emulators refuse versions younger than themselves: then an older
// one is used for that endpoint from there on, and said once.
import type { HttpHead } from './http-types';

type Service = 'blob' | 'table';

/** Youngest first. The first blob version is the one our SDK speaks; the last is understood by everything alive. */
const versions: Readonly<Record<Service, readonly string[]>> = {
  blob: ['2026-04-06', '2025-05-05', '2024-08-04', '2023-01-03', '2021-12-02', '2020-10-02', '2019-02-02'],
  table: ['2019-02-02', '2017-11-09', '2015-12-11'],
};

export interface ServiceVersions {
  /** The version to send to that endpoint now. */
  current(service: Service, endpoint: string): string;
  /** `version` was refused there. Answers whether an older one remains to be tried. */
  refused(service: Service, endpoint: string, version: string): boolean;
}

/** One for the process. `log` gets one line for each endpoint and version that had to be given up. */
export function createServiceVersions(log: (line: string) => void): ServiceVersions {
  const steps = new Map<string, number>();
  const key = (service: Service, endpoint: string): string => `${service} ${endpoint}`;
  const current: ServiceVersions['current'] = (service, endpoint) => {
    const all = versions[service];
    return all[Math.min(steps.get(key(service, endpoint)) ?? 0, all.length - 1)] ?? '';
  };
  return {
    current,
    refused: (service, endpoint, version) => {
      // Requests under way together are refused together; only the first of them moves on.
      if (current(service, endpoint) !== version) return true;
      const step = (steps.get(key(service, endpoint)) ?? 0) + 1;
      if (step >= versions[service].length) return false;
      steps.set(key(service, endpoint), step);
      log(`${endpoint} does not know service version ${version}; using ${current(service, endpoint)} there.`);
      return true;
    },
  };
}

/** Whether an answer refuses the `x-ms-version` that was sent, as the service and as emulators word it. */
export function refusesVersion(head: Pick<HttpHead, 'status' | 'headers'>, bodyText: string): boolean {
  if (head.status !== 400) return false;
  if (!(head.headers['x-ms-error-code'] ?? bodyText).includes('InvalidHeaderValue')) return false;
  return (
    /<HeaderName>x-ms-version<\/HeaderName>/i.test(bodyText) || /The API version \S+ is not supported/.test(bodyText)
  );
}

/**
 * Whether an answer came from a storage service at all. Captive portals and company proxies answer in its place,
 * often with 200 and a page; overload answers may come from gateways in front of the service and are believed.
 */
export function isFromStorageService(head: Pick<HttpHead, 'status' | 'headers'>): boolean {
  if (head.headers['x-ms-request-id'] !== undefined || head.headers['x-ms-version'] !== undefined) return true;
  return head.status >= 500 || head.status === 429 || head.status === 408;
}
