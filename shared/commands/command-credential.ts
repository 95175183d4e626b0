// How a command for another tool is authorised, as far as that shows in its text.
import type { ConnectionSummary } from '../model/connection';

export type CommandCredential = 'key' | 'sas' | 'token';

/** A connection that is not known yet counts as one with a key. */
export function credentialOf(connection: Pick<ConnectionSummary, 'kind' | 'sas'> | undefined): CommandCredential {
  if (connection?.kind === 'sign-in') return 'token';
  return connection?.sas === undefined ? 'key' : 'sas';
}

/** Headers without a secret: words in capitals take its place. None for a SAS, which is part of the address. */
export function authorizationHeaders(
  credential: CommandCredential,
  accountName: string,
  scheme: 'SharedKey' | 'SharedKeyLite',
): readonly string[] {
  switch (credential) {
    case 'key':
      return [`Authorization: ${scheme} ${accountName}:SIGNATURE`, 'x-ms-date: DATE'];
    case 'token':
      return ['Authorization: Bearer TOKEN'];
    case 'sas':
      return [];
  }
}
