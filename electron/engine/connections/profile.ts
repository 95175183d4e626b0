// How a connection looks in its three forms: saved without its secret, as the window sees it, and as the plain
// description from which an account is made. Pure.
import { StowageError } from '@shared/errors';
import { type ParsedConnection, emulatorAccount, parseConnectionInput } from '@shared/model/connection-string';
import { type ConnectionInput, type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import type { AccountDescriptor } from '../azure/account';
import type { SavedConnection } from './saved-file';

/** What the connections room needs to know of the embedded store. */
export interface EmbeddedStoreView {
  readonly state: NonNullable<ConnectionSummary['store']>;
  /** Null while it does not answer. */
  readonly endpoints: { readonly blob: string; readonly table: string } | null;
  /** Answers how to stop listening. */
  onChange(listen: () => void): () => void;
}

export const embeddedName = 'Local (embedded)';

export function embeddedSummary({ state, endpoints }: EmbeddedStoreView): ConnectionSummary {
  return {
    id: embeddedConnectionId,
    name: embeddedName,
    kind: 'embedded',
    accountName: emulatorAccount.name,
    endpoints: endpoints === null ? {} : { blob: endpoints.blob, table: endpoints.table },
    marking: { production: false, colour: 'none' },
    locked: false,
    secretStorage: 'none',
    needsSecret: false,
    store: state,
  };
}

/** Resolves once the store answers or has given up: who asks during its start waits instead of failing. */
export async function embeddedSettled(embedded: EmbeddedStoreView | null): Promise<void> {
  while (embedded?.state === 'starting' || embedded?.state === 'restarting') {
    await new Promise<void>((resolve) => {
      const stop = embedded.onChange(() => {
        stop();
        resolve();
      });
    });
  }
}

/** Throws `network.emulator-down` while the store does not answer. */
export function embeddedDescriptor(embedded: EmbeddedStoreView | null): AccountDescriptor {
  const endpoints = embedded?.endpoints ?? null;
  if (endpoints === null) {
    throw new StowageError('network.emulator-down', 'The embedded store does not answer.', {
      context: { state: embedded?.state ?? 'stopped' },
      retry: { afterMs: 500 },
    });
  }
  return {
    connectionId: embeddedConnectionId,
    accountName: emulatorAccount.name,
    endpoints: { blob: endpoints.blob, table: endpoints.table },
    credential: { kind: 'key', accountName: emulatorAccount.name, accountKey: emulatorAccount.key },
  };
}

export function savedFrom(id: string, input: ConnectionInput, parsed: ParsedConnection): SavedConnection {
  const { accountName, endpoints, credential, sas } = parsed;
  return {
    id,
    name: input.name,
    kind: input.kind,
    accountName,
    endpoints,
    credential: secretIn(parsed) === null ? 'emulator' : credential.kind,
    marking: input.marking,
    ...(sas === undefined ? {} : { sas }),
  };
}

/** The key or the SAS token; null for the emulator's published key, which is no secret. */
export function secretIn({ credential }: ParsedConnection): string | null {
  if (credential.kind === 'sas') return credential.token;
  return credential.accountKey === emulatorAccount.key ? null : credential.accountKey;
}

/** `secret` is ignored for the emulator. */
export function descriptorOf(saved: SavedConnection, secret: string): AccountDescriptor {
  const { id, accountName, endpoints } = saved;
  return {
    connectionId: id,
    accountName,
    endpoints: {
      ...(endpoints.blob === undefined ? {} : { blob: endpoints.blob }),
      ...(endpoints.table === undefined ? {} : { table: endpoints.table }),
    },
    credential:
      saved.credential === 'sas'
        ? { kind: 'sas', token: secret }
        : {
            kind: 'key',
            accountName,
            accountKey: saved.credential === 'emulator' ? emulatorAccount.key : secret,
          },
  };
}

/** Whether the field for the secret was left empty, as it is when somebody edits the rest. */
export function hasNoSecret(input: ConnectionInput): boolean {
  switch (input.kind) {
    case 'emulator':
      return false;
    case 'connection-string':
      return input.connectionString.trim() === '';
    case 'account-key':
      return input.accountKey.trim() === '';
    case 'sas':
      return input.sas.trim() === '';
  }
}

/** The connection with what can be seen of it changed; the stored secret stays in use. */
export function withoutNewSecret(before: SavedConnection, input: ConnectionInput): SavedConnection {
  const { name, marking } = input;
  if (input.kind !== 'account-key') return { ...before, name, marking };
  // Any well-formed key will do to check the other fields.
  const { accountName, endpoints } = parseConnectionInput({ ...input, accountKey: emulatorAccount.key });
  return { ...before, name, marking, accountName, endpoints };
}
