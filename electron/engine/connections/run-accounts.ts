// Accounts that are given for this run only and are not saved.
import { createHash } from 'node:crypto';
import { carriesSas, parseConnectionInput, parseConnectionString, parseSas } from '@shared/model/connection-string';
import type { AccountDescriptor } from '../azure/account';
import { sasTarget, secretIn } from './connection-forms';

export interface RunAccounts {
  /**
   * A connection string, SAS URL or SAS connection string. The same account gets the same id in every run, so that its
   * jobs can be resumed.
   * @returns its id
   * @throws StowageError `invalid.connection-string`, `invalid.sas`
   */
  add(text: string): string;
  /** The S3 account that the variables of Amazon's tools name, or the profile that they name. Throws `invalid.input`. */
  addS3(environment: Readonly<Record<string, string | undefined>>): Promise<string>;
  get(connectionId: string): AccountDescriptor | undefined;
}

export type AccountAddress = Pick<AccountDescriptor, 'accountName' | 'endpoints'>;

export function createRunAccounts(): RunAccounts {
  const accounts = new Map<string, AccountDescriptor>();
  return {
    get: (connectionId) => accounts.get(connectionId),
    addS3: async (environment) => {
      const { s3Account, s3InputOf } = await import('../s3/s3-account');
      const input = s3InputOf('s3', environment);
      const { accountName, endpoints, credential } = parseConnectionInput(input);
      if (credential.kind !== 's3') throw new Error('The input of an S3 connection is one of S3.');
      const id = runAccountId({ accountName, endpoints });
      accounts.set(id, await s3Account({ id, accountName, endpoints, s3: credential.s3 }, '', environment));
      return id;
    },
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
        ...sasTarget(sas),
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
