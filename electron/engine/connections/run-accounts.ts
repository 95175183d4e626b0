// Accounts that are given for this run only and are not saved.
import { createHash } from 'node:crypto';
import { parseConnectionString, parseSas } from '@shared/model/connection-string';
import type { AccountDescriptor } from '../azure/account';

export interface RunAccounts {
  /**
   * A connection string, SAS URL or SAS connection string. The same account gets the same id in every run, so that its
   * jobs can be resumed.
   * @returns its id
   * @throws StowageError `invalid.connection-string`, `invalid.sas`
   */
  add(text: string): string;
  get(connectionId: string): AccountDescriptor | undefined;
}

export function createRunAccounts(): RunAccounts {
  const accounts = new Map<string, AccountDescriptor>();
  return {
    get: (connectionId) => accounts.get(connectionId),
    add: (text) => {
      const parsed = /SharedAccessSignature\s*=|^\s*https?:/i.test(text) ? parseSas(text) : parseConnectionString(text);
      const { accountName, endpoints, credential } = parsed;
      const connectionId = runAccountId(parsed);
      accounts.set(connectionId, {
        connectionId,
        accountName,
        endpoints,
        credential: credential.kind === 'key' ? { ...credential, accountName } : credential,
      });
      return connectionId;
    },
  };
}

/** Says nothing of the secret, nor of a service that transfers do not use: a new SAS may name fewer services. */
export function runAccountId({ accountName, endpoints }: Pick<AccountDescriptor, 'accountName' | 'endpoints'>): string {
  const target = `${accountName} ${endpoints.blob ?? endpoints.table ?? ''}`;
  return `${prefix}${createHash('sha256').update(target).digest('hex').slice(0, 16)}`;
}

export const isRunAccountId = (connectionId: string): boolean => connectionId.startsWith(prefix);

const prefix = 'run-';
