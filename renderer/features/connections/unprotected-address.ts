// The address that a connection would access over plain HTTP outside this machine. Pure.
import { isThisMachine } from '@shared/model/endpoint-address';
import { t } from '@shared/strings/t';
import type { ConnectionDraft } from './connection-draft';

/** The first such host of a draft as it is typed; null where there is none. */
export function unprotectedHost(draft: ConnectionDraft): string | null {
  if (draft.kind === 'emulator') return isThisMachine(draft.host.trim()) ? null : draft.host.trim() || null;
  const text = draft.kind === 'sas' ? draft.sas : draft.kind === 'connection-string' ? draft.connectionString : '';
  for (const [, host = ''] of text.matchAll(/\bhttp:\/\/(\[[^\]\s]*\]|[^\s/:;?]+)/gi)) {
    if (!isThisMachine(host)) return host;
  }
  // The protocol counts for addresses that are made from the account's name only.
  if (/(?:^|;)\s*(?:Blob|Table)Endpoint=/i.test(text)) return null;
  if (!/(?:^|;)\s*DefaultEndpointsProtocol=http\s*(?:;|$)/i.test(text)) return null;
  const account = /(?:^|;)\s*AccountName=([^;\s]+)/i.exec(text)?.[1];
  return account === undefined ? null : t`The account ${account}`;
}
