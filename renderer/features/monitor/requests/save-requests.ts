// Saves the filtered requests to a file: the newest first, as many as a file can hold.
import { maxRequestsAtOnce } from '@shared/ipc/contract/monitor';
import { type LoggedRequest, type RequestFilter, type RequestPage, newestFirst } from '@shared/model/monitor';
import { requestsCsv, requestsHar } from '@shared/monitor/requests-file';
import { call } from '@renderer/bridge';

export type RequestsFormat = 'csv' | 'har';
/** Browsers' own views of such archives do not open much more. */
export const maxSaved: Readonly<Record<RequestsFormat, number>> = { csv: 100_000, har: 10_000 };

export interface Saved {
  readonly saved: boolean;
  readonly requests: number;
  readonly matched: number;
}

export async function saveRequests(
  filter: RequestFilter,
  format: RequestsFormat,
  nameOf: (connectionId: string) => string,
): Promise<Saved> {
  const requests: LoggedRequest[] = [];
  let newest: number | null = null;
  let matched = Infinity;
  while (requests.length < Math.min(matched, maxSaved[format])) {
    const limit = Math.min(maxRequestsAtOnce, maxSaved[format] - requests.length);
    const page: RequestPage = await call('monitor.requests', {
      filter,
      order: newestFirst,
      newest,
      offset: requests.length,
      limit,
    });
    if (page.rows.length === 0) break;
    requests.push(...page.rows);
    ({ newest, matched } = page);
  }
  const { version } = await call('app.info', {});
  const text = format === 'csv' ? requestsCsv(requests, nameOf) : requestsHar(requests, nameOf, version);
  const { saved } = await call('files.save-text', { suggestedName: `requests.${format}`, text });
  return { saved, requests: requests.length, matched: Number.isFinite(matched) ? matched : 0 };
}
