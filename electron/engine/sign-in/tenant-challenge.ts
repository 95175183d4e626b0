// Finds out which tenant a storage account belongs to, from the challenge that its service answers a request without a
// valid token with. Needs no rights and no management API.
// Source: "Authorize with Microsoft Entra ID", bearer challenge.
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import { type BearerChallenge, parseChallenge } from '../azure/challenge';
import type { HttpClient } from '../azure/http/http-types';
import { sendPlain } from './authority-network';

/**
 * The challenge of the service at `endpoint`, such as `https://ACCOUNT.blob.core.windows.net`; null when it does not send
 * one. Throws StowageError `network.*`.
 */
export async function challengeOf(
  http: HttpClient,
  endpoint: string,
  signal?: AbortSignal,
): Promise<BearerChallenge | null> {
  if (!endpoint.startsWith('https://')) {
    throw invalidInput('Endpoint', t`starts with http.`, t`Use https instead.`);
  }
  const answer = await sendPlain(http, {
    method: 'GET',
    url: `${endpoint}/?comp=list&maxresults=1`,
    headers: { authorization: 'Bearer', 'x-ms-version': '2020-10-02' },
    ...(signal === undefined ? {} : { signal }),
  });
  return parseChallenge(answer.headers['www-authenticate']);
}
