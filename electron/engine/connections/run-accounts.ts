// Accounts that are given for this run only and are not saved.
import { createHash } from 'node:crypto';
import { carriesSas, parseConnectionString, parseSas } from '@shared/model/connection-string';
import type { AccountDescriptor } from '../azure/account';
import { placeOfSas, secretIn } from './connection-forms';

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

export type AccountAddress = Pick<AccountDescriptor, 'accountName' | 'endpoints'>;

export function createRunAccounts(): RunAccounts {
  const accounts = new Map<string, AccountDescriptor>();
  return {
    get: (connectionId) => accounts.get(connectionId),
    add: (text) => {
      const parsed = carriesSas(text) ? parseSas(text) : parseConnectionString(text);
      const { accountName, endpoints, credential, sas } = parsed;
      const connectionId = runAccountId(parsed);
      accounts.set(connectionId, {
        connectionId,
        accountName,
        endpoints,
        credential:
          credential.kind === 'key' ? { ...credential, accountName } : { kind: 'sas', token: secretIn(parsed) ?? '' },
        ...placeOfSas(sas),
      });
      return connectionId;
    },
  };
}

/** Omits the secret, and services that transfers do not use: a new SAS may name fewer services. */
export function runAccountId({ accountName, endpoints }: AccountAddress): string {
  const target = `${accountName} ${endpoints.blob ?? endpoints.table ?? ''}`;
  return `${prefix}${createHash('sha256').update(target).digest('hex').slice(0, 16)}`;
}

/** Whether both are of one account. Either may name only one of the two services. */
export function isSameAccount(one: AccountAddress, other: AccountAddress): boolean {
  const ids = idsOf(other);
  return idsOf(one).some((id) => ids.includes(id));
}

/** Whether a connection string of that account, in any run, has this id. */
export const isRunAccountOf = (id: string, account: AccountAddress): boolean => idsOf(account).includes(id);

export const isRunAccountId = (connectionId: string): boolean => connectionId.startsWith(prefix);

const prefix = 'run-';

/** Every id that strings of this account may have: some name only one of its services. */
function idsOf({ accountName, endpoints: { blob, table } }: AccountAddress): readonly string[] {
  const each = [blob === undefined ? [] : { blob }, table === undefined ? [] : { table }].flat();
  return each.map((endpoints) => runAccountId({ accountName, endpoints }));
}
