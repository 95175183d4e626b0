// Which dialog a row of the navigator, or a failure under a connection, leads to. Pure.
import type { ErrorCode, StowageError } from '@shared/errors';
import type { ConnectionInput, ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import type { Resource } from './connection-store';
import type { NavigatorRow } from './navigator-rows';

/** A user action that needs a dialog or a confirmation. */
export type ConnectionDialogRequest =
  | {
      readonly request: 'add';
      /** How to connect; otherwise by a connection string. */
      readonly method?: ConnectionInput['kind'] | 'hub';
    }
  | {
      readonly request:
        | 'edit'
        | 'enter-secret'
        | 'sign-in'
        | 'keys'
        | 'block-sizes'
        | 'test'
        | 'remove'
        | 'unlock'
        | 'lock';
      readonly connection: ConnectionSummary;
    }
  | {
      readonly request: 'create' | 'open-by-name';
      readonly connection: ConnectionSummary;
      readonly resource: Resource;
    }
  /** Of one connection, or of all. */
  | { readonly request: 'report'; readonly connection: ConnectionSummary | null }
  | {
      readonly request: 'rights';
      readonly connection: ConnectionSummary;
      readonly resource: Resource;
      /** Empty for the account. */
      readonly name: string;
    }
  | {
      readonly request: 'delete';
      readonly connection: ConnectionSummary;
      readonly resource: Resource;
      readonly name: string;
    };

/** Failures that another key, signature or address may end. */
const ofConnection: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['auth.denied', 'auth.key-rejected', 'auth.secret-missing', 'auth.sas-expired', 'auth.sas-lacks-right'] as const),
  ...(['network.refused', 'network.name-unknown', 'network.not-azure'] as const),
]);

/**
 * Where the credentials of the connection can be corrected after that failure; the embedded store has none to correct.
 */
export function mendingOf(connection: ConnectionSummary, code: ErrorCode): ConnectionDialogRequest | null {
  if (code === 'auth.sign-in-needed')
    return connection.identity === undefined ? null : { request: 'sign-in', connection };
  if (connection.kind === 'embedded' || !ofConnection.has(code)) return null;
  if (code === 'auth.key-rejected' && connection.keys !== undefined) return { request: 'keys', connection };
  return { request: connection.needsSecret ? 'enter-secret' : 'edit', connection };
}

/** As `mendingOf`, of a list: a role can be assigned for a single container or table, which the list would not show. */
export function mendingOfList(
  connection: ConnectionSummary,
  resource: Resource,
  { code, context }: Pick<StowageError, 'code' | 'context'>,
): ConnectionDialogRequest | null {
  return code === 'auth.denied' && context.lacks === 'role'
    ? { request: 'open-by-name', connection, resource }
    : mendingOf(connection, code);
}

/** What the dialog of `mendingOf` is opened with. */
export function mendingLabel({ request }: ConnectionDialogRequest): string {
  if (request === 'keys') return t`Paste a new key…`;
  if (request === 'sign-in') return t`Sign in…`;
  if (request === 'open-by-name') return t`Open by name…`;
  return request === 'enter-secret' ? t`Enter secret…` : t`Edit connection…`;
}

export function editingOf(row: NavigatorRow): ConnectionDialogRequest | null {
  if (row.kind === 'error') return mendingOfList(row.connection, row.resource, row.error);
  if (row.kind !== 'connection' || row.connection.kind === 'embedded') return null;
  return { request: 'edit', connection: row.connection };
}

export function deletionOf(row: NavigatorRow): ConnectionDialogRequest | null {
  if (row.kind === 'item')
    return { request: 'delete', connection: row.connection, resource: row.resource, name: row.name };
  if (row.kind !== 'connection' || row.connection.kind === 'embedded') return null;
  return { request: 'remove', connection: row.connection };
}
