// Opens accounts for the rooms: one Account per connection, created on demand and recreated when the connection has
// changed. Where connections come from is up to the caller.
import { StowageError } from '@shared/errors';
import type { Account, AccountDescriptor, AccountSource } from './account';
import type { AccountDeps } from './account-deps';

export interface FoundConnection {
  readonly name: string;
  readonly descriptor: AccountDescriptor;
  readonly writes: 'allowed' | 'locked';
}

export interface AccountRegistry extends AccountSource {
  /** The connection changed or is gone: the next `open` creates the account again. */
  forget(connectionId: string): void;
  dispose(): void;
}

/** `find` throws `not-found.connection`, `auth.secret-missing` or `network.emulator-down`. */
export function createAccountRegistry(
  find: (connectionId: string) => Promise<FoundConnection>,
  deps: AccountDeps,
): AccountRegistry {
  const accounts = new Map<string, Account>();

  const accountFor = async (descriptor: AccountDescriptor): Promise<Account> => {
    // Includes both SDKs, which therefore need not be loaded before the engine can answer a starting window.
    const { createAccount } = await import('./create-account');
    const known = accounts.get(descriptor.connectionId);
    if (known !== undefined && sameTarget(known.descriptor, descriptor)) return known;
    known?.dispose();
    const account = createAccount(descriptor, deps);
    accounts.set(descriptor.connectionId, account);
    return account;
  };

  return {
    open: async (connectionId) => accountFor((await find(connectionId)).descriptor),
    openForWriting: async (connectionId) => {
      const { name, descriptor, writes } = await find(connectionId);
      if (writes === 'allowed') return accountFor(descriptor);
      throw new StowageError('conflict.read-only', 'The connection is locked.', { context: { connection: name } });
    },
    forget: (connectionId) => {
      accounts.get(connectionId)?.dispose();
      accounts.delete(connectionId);
    },
    dispose: () => {
      for (const account of accounts.values()) account.dispose();
      accounts.clear();
    },
  };
}

function sameTarget(one: AccountDescriptor, other: AccountDescriptor): boolean {
  return (
    one.accountName === other.accountName &&
    one.endpoints.blob === other.endpoints.blob &&
    one.endpoints.table === other.endpoints.table &&
    one.endpoints.dfs === other.endpoints.dfs &&
    secretOf(one) === secretOf(other)
  );
}

function secretOf({ credential }: AccountDescriptor): string {
  switch (credential.kind) {
    case 'key':
      return credential.accountKey;
    case 'sas':
      return credential.token;
    case 'token':
      return `${credential.identityId} ${credential.tenant}`;
    case 's3':
      return JSON.stringify(credential);
  }
}
