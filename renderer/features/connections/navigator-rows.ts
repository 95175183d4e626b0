// The navigator's tree as the flat list of rows that are visible now. Pure.
import type { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { resourceDisabledReason } from '@renderer/pane/table-disabled-reasons';
import { type NameList, type Resource, isReachable, resourcesOf } from './connection-store';

/** Names shown before the user requests more; an account may hold tens of thousands. */
export const namesAtOnce = 500;

interface RowPosition {
  readonly id: string;
  readonly level: number;
  /** Position among its siblings, from 1, and their count. */
  readonly position: number;
  readonly siblings: number;
}

export type NavigatorRow = RowPosition &
  (
    | {
        readonly kind: 'connection';
        readonly connection: ConnectionSummary;
        readonly isExpanded: boolean;
        /** Names under it are read, where no other row shows it. */
        readonly isReading: boolean;
      }
    | {
        readonly kind: 'group';
        readonly connection: ConnectionSummary;
        readonly resource: Resource;
        readonly isExpanded: boolean;
        readonly count: number | undefined;
        /** Its names are read, where no other row shows it. */
        readonly isReading: boolean;
      }
    | {
        readonly kind: 'item';
        readonly connection: ConnectionSummary;
        readonly resource: Resource;
        readonly name: string;
      }
    | {
        readonly kind: 'more';
        readonly connection: ConnectionSummary;
        readonly resource: Resource;
        readonly hidden: number;
      }
    | { readonly kind: 'loading'; readonly connection: ConnectionSummary; readonly resource: Resource }
    | {
        readonly kind: 'note';
        readonly connection: ConnectionSummary;
        readonly text: string;
        /** The whole of it, where the text is only its beginning. */
        readonly hint?: string;
        /** Set if the connection contains none of these; absent for a connection that cannot be used. */
        readonly lacks?: Resource;
      }
    | {
        readonly kind: 'error';
        readonly connection: ConnectionSummary;
        readonly resource: Resource;
        readonly error: StowageError;
      }
  );

export interface NavigatorInput {
  readonly connections: readonly ConnectionSummary[];
  readonly expanded: ReadonlySet<string>;
  readonly listOf: (connectionId: string, resource: Resource) => NameList;
  /** How many names of a group are shown, by group id. */
  readonly shownOf: (groupId: string) => number;
  /** Description of what is being loaded into a connection. */
  readonly fillOf: (connectionId: string) => string | undefined;
}

export const connectionRowId = (connectionId: string): string => `connection:${connectionId}`;
export const groupRowId = (connectionId: string, resource: Resource): string => `${resource}:${connectionId}`;
export const itemRowId = (connectionId: string, resource: Resource, name: string): string =>
  `${resource}:${connectionId}:${name}`;

export function navigatorRows(input: NavigatorInput): readonly NavigatorRow[] {
  const { connections, expanded, listOf, shownOf, fillOf } = input;
  const rows: NavigatorRow[] = [];
  connections.forEach((connection, index) => {
    const id = connectionRowId(connection.id);
    const isExpanded = expanded.has(id);
    rows.push({
      kind: 'connection',
      id,
      level: 1,
      position: index + 1,
      siblings: connections.length,
      connection,
      isExpanded,
      isReading: !isExpanded && resourcesOf(connection).some((resource) => listOf(connection.id, resource).isLoading),
    });
    if (!isExpanded) return;
    const problem = unreachableNote(connection);
    if (problem !== null) {
      rows.push({ kind: 'note', id: `${id}:note`, level: 2, position: 1, siblings: 1, connection, text: problem });
      return;
    }
    const resources = resourcesOf(connection);
    resources.forEach((resource, at) => {
      const groupId = groupRowId(connection.id, resource);
      const list = listOf(connection.id, resource);
      const groupExpanded = expanded.has(groupId);
      rows.push({
        kind: 'group',
        id: groupId,
        level: 2,
        position: at + 1,
        siblings: resources.length,
        connection,
        resource,
        isExpanded: groupExpanded,
        count: list.error ? undefined : list.names?.length,
        isReading: list.isLoading && !(groupExpanded && isFirst(list)),
      });
      if (!groupExpanded) return;
      const others = resources.filter((other) => other !== resource).map((other) => listOf(connection.id, other));
      rows.push(
        ...(lacksService(list, others)
          ? [noServiceRow(connection, resource)]
          : childRows({ connection, resource, list, shown: shownOf(groupId), fill: fillOf(connection.id) })),
      );
    });
  });
  return rows;
}

/**
 * Whether the account has no such service at all, which no further try changes: there is nothing at its address, or the
 * address does not exist while that of the other service does.
 */
function lacksService({ error }: NameList, others: readonly NameList[]): boolean {
  if (error === null) return false;
  if (error.kind === 'notFound') return true;
  return error.code === 'network.name-unknown' && others.some(({ names }) => names !== undefined);
}

function noServiceRow(connection: ConnectionSummary, resource: Resource): NavigatorRow {
  const tables = resource === 'tables';
  return {
    kind: 'note',
    id: `${groupRowId(connection.id, resource)}/none`,
    level: 3,
    position: 1,
    siblings: 1,
    connection,
    text: tables ? t`No table service` : t`No blob service`,
    hint: tables
      ? t`This account has no table endpoint. Blob storage and premium accounts have none. The rest of the connection works; Refresh checks again.`
      : t`This account has no blob endpoint. Table-only accounts have none. The rest of the connection works; Refresh checks again.`,
  };
}

/** Whether nothing is known yet, so that a placeholder row is shown. */
function isFirst({ names, error }: NameList): boolean {
  return names === undefined && error === null;
}

interface Children {
  readonly connection: ConnectionSummary;
  readonly resource: Resource;
  readonly list: NameList;
  readonly shown: number;
  readonly fill: string | undefined;
}

function childRows({ connection, resource, list, shown, fill }: Children): readonly NavigatorRow[] {
  const groupId = groupRowId(connection.id, resource);
  const only = { level: 3, position: 1, siblings: 1, connection } as const;
  if (list.error) return [{ kind: 'error', id: `${groupId}/error`, ...only, resource, error: list.error }];
  if (list.names === undefined) return [{ kind: 'loading', id: `${groupId}/loading`, ...only, resource }];
  if (list.names.length === 0 && fill !== undefined) {
    return [{ kind: 'note', id: `${groupId}/empty`, ...only, text: fill }];
  }
  if (list.names.length === 0) {
    return [
      {
        kind: 'note',
        id: `${groupId}/empty`,
        ...only,
        text:
          resource === 'tables'
            ? t`No tables yet`
            : connection.kind === 's3'
              ? t`No buckets yet`
              : t`No containers yet`,
        lacks: resource,
      },
    ];
  }
  const hidden = Math.max(0, list.names.length - shown);
  const siblings = list.names.length;
  const rows: NavigatorRow[] = list.names.slice(0, shown).map((name, index) => ({
    kind: 'item',
    id: itemRowId(connection.id, resource, name),
    level: 3,
    position: index + 1,
    siblings,
    connection,
    resource,
    name,
  }));
  if (hidden > 0) {
    rows.push({
      kind: 'more',
      id: `${groupId}/more`,
      level: 3,
      position: shown + 1,
      siblings,
      connection,
      resource,
      hidden,
    });
  }
  return rows;
}

/** What an empty group offers to create; null where nothing can be. */
export function creatable(row: NavigatorRow): Resource | null {
  return row.kind === 'note' &&
    row.lacks !== undefined &&
    resourceDisabledReason(row.connection, 'create', row.lacks) === null
    ? row.lacks
    : null;
}

/**
 * Whether the connection may not list names, but may read a resource whose name it knows. A denial without a reason may
 * be caused by the signature; it is the missing permission if the SAS is for one table or container, which never lists.
 */
export function isUnlistable({ connection, error }: Extract<NavigatorRow, { readonly kind: 'error' }>): boolean {
  if (connection.kind !== 'sas') return false;
  const isOfOne = connection.sas !== undefined && connection.sas.level !== 'account';
  return error.code === 'auth.sas-lacks-right' || (isOfOne && error.code === 'auth.denied');
}

/** Whether rows are still to come in place of this one: names that are read, or a store that is starting. */
export function isFilling(row: NavigatorRow): boolean {
  if (row.kind === 'connection' || row.kind === 'group') return row.isReading;
  const { kind, connection } = row;
  return kind === 'loading' || (kind === 'note' && connection.store !== undefined && onItsWay.has(connection.store));
}

const onItsWay: ReadonlySet<NonNullable<ConnectionSummary['store']>> = new Set(['starting', 'restarting']);

function unreachableNote(connection: ConnectionSummary): string | null {
  if (connection.needsSecret) return t`The secret was only valid for the last session. Enter it again.`;
  if (isReachable(connection)) {
    return resourcesOf(connection).length === 0 ? t`This SAS gives access to neither tables nor containers.` : null;
  }
  switch (connection.store) {
    case 'failed':
      return t`The local store could not start.`;
    case 'stopped':
      return t`The local store is stopped.`;
    case 'restarting':
      return t`The local store is restarting…`;
    default:
      return t`The local store is starting…`;
  }
}

/** Of a connection, a table or a container; empty for rows that have none. */
export function nameOf(row: NavigatorRow): string {
  if (row.kind === 'connection') return row.connection.name;
  return row.kind === 'item' ? row.name : '';
}

/** The name of a row or group; `''` for those that only show a message. */
export function rowText(row: NavigatorRow): string {
  return row.kind === 'group' ? groupText(row) : nameOf(row);
}

/** What the service of the connection calls them. */
export function groupText({ resource, connection }: Extract<NavigatorRow, { readonly kind: 'group' }>): string {
  if (resource === 'tables') return t`Tables`;
  return connection.kind === 's3' ? t`Buckets` : t`Containers`;
}
