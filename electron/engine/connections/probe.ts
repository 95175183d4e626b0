// Tests a connection against the real service: lists what its credential may list, service by service.
import { StowageError } from '@shared/errors';
import type { ConnectionProbe, SasScope } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import type { Account, ServiceRequest } from '../azure/account';
import type { Clock } from '../ports';
import { containerPath } from '../azure/container-path';

type ServiceProbe = ConnectionProbe['blob'];
type Reachable = Extract<ServiceProbe, { state: 'reachable' }>;

/** The longest that a connection test may take. */
const patienceMs = 20_000;

/** `sas`: the scope of the account's SAS, where it has one. Rejects only when `signal` aborts. */
export async function probeAccount(
  account: Account,
  sas: SasScope | undefined,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<ConnectionProbe> {
  const tools = { account, clock, signal };
  const [blob, table] = await Promise.all([
    probeService('blob', blobRequest(sas), sas, tools),
    probeService('table', tableRequest(sas), sas, tools),
  ]);
  return { blob, table, ...(sas === undefined ? {} : { sas }) };
}

interface ProbeTools {
  readonly account: Account;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function probeService(
  service: 'blob' | 'table',
  request: ServiceRequest | null,
  sas: SasScope | undefined,
  { account, clock, signal }: ProbeTools,
): Promise<ServiceProbe> {
  if (account.descriptor.endpoints[service] === undefined) {
    const isS3 = account.descriptor.credential.kind === 's3';
    const reason = isS3
      ? t`S3 has none.`
      : sas === undefined
        ? t`The connection has no endpoint for it.`
        : t`The SAS does not cover it.`;
    return { state: 'not-covered', reason };
  }
  if (request === null) {
    return { state: 'not-covered', reason: t`The SAS is for a single blob and is tested when that blob is used.` };
  }
  const startedMs = clock.monotonic();
  const [late, timer] = [new AbortController(), new AbortController()];
  const expiry = clock.sleep(patienceMs, timer.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    const answer = await account.send({ ...request, signal: AbortSignal.any([signal, late.signal]) });
    return {
      state: 'reachable',
      elapsedMs: answer.totalMs,
      serviceVersion: answer.headers['x-ms-version'] ?? '',
    };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = late.signal.aborted ? tooSlow(account, service) : StowageError.from(thrown);
    // The service recognises the SAS if it denies only the right to list.
    if (error.code === 'auth.sas-lacks-right' && error.context.lacks !== 'service') {
      const elapsedMs = clock.monotonic() - startedMs;
      return { state: 'reachable', elapsedMs, serviceVersion: '', unlisted: listedBy(service, request) };
    }
    return { state: 'failed', code: error.code, detail: error.message, context: error.context };
  } finally {
    timer.abort();
    await expiry;
  }
}

function listedBy(service: 'blob' | 'table', { resource }: ServiceRequest): NonNullable<Reachable['unlisted']> {
  if (service === 'blob') return resource === '' ? 'containers' : 'blobs';
  return resource === '' ? 'tables' : 'entities';
}

function blobRequest(sas: SasScope | undefined): ServiceRequest | null {
  const listed = { service: 'blob', method: 'GET', replay: 'safe' } as const;
  if (sas?.level === 'blob') return null;
  if (sas?.level !== 'container') {
    return {
      ...listed,
      operation: 'ListContainers',
      path: '/',
      resource: '',
      query: { comp: 'list', maxresults: '1' },
    };
  }
  const container = sas.resource ?? '';
  return {
    ...listed,
    operation: 'ListBlobs',
    path: containerPath(container),
    resource: container,
    query: { restype: 'container', comp: 'list', maxresults: '1' },
  };
}

function tableRequest(sas: SasScope | undefined): ServiceRequest {
  const table = sas?.level === 'table' ? (sas.resource ?? '') : '';
  return {
    service: 'table',
    operation: table === '' ? 'QueryTables' : 'QueryEntities',
    method: 'GET',
    path: table === '' ? '/Tables' : `/${table}()`,
    resource: table,
    query: { $top: '1' },
    headers: { accept: 'application/json;odata=nometadata', dataserviceversion: '3.0' },
    replay: 'safe',
  };
}

function tooSlow(account: Account, service: 'blob' | 'table'): StowageError {
  const host = /^https?:\/\/([^/]+)/.exec(account.descriptor.endpoints[service] ?? '')?.[1] ?? '';
  return new StowageError('network.timeout', `${host}: no answer to the test.`, {
    context: { host, limitMs: patienceMs, phase: 'waiting' },
  });
}
