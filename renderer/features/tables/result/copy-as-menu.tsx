// The menu beside the filter's copy button: the whole query as text for other tools.
import { credentialOf } from '@shared/commands/command-credential';
import { t } from '@shared/strings/t';
import { useStream } from '@renderer/bridge';
import { copyLink } from '@renderer/links/copy-link';
import { IconButton, type MenuAction, MenuButton, showFailure } from '@renderer/ui';
import { type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import { type CopyTarget, curlCommand, odataUrl, sdkCode, stowageCommand } from '@shared/query/copy-as';
import type { TableQuery } from '@shared/model/table-query';
import { ClipboardCopy } from 'lucide-react';
import { copyText } from './copy-text';

export interface CopyAsMenuProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly query: TableQuery;
}

export function CopyAsMenu({ connectionId, connectionName, query }: CopyAsMenuProps) {
  const entries = useCopyAsActions(connectionId, connectionName);
  return (
    <MenuButton label={t`Copy as`} entries={entries(query)}>
      <IconButton label={t`Copy as`} size="small" icon={<ClipboardCopy size={13} aria-hidden />} />
    </MenuButton>
  );
}

/** The ways to copy a query of the connection, as entries of a menu. */
export function useCopyAsActions(
  connectionId: string,
  connectionName: string,
): (query: TableQuery) => readonly MenuAction[] {
  const connections = useStream('connections.watch', {}).latest;
  const target = copyTarget(
    connectionId,
    connectionName,
    connections?.find(({ id }) => id === connectionId),
  );
  const copy = (what: string, make: () => string): void => {
    try {
      copyText(make(), what);
    } catch (thrown) {
      showFailure(thrown, t`Could not copy`);
    }
  };
  const connection = connections?.find(({ id }) => id === connectionId);
  return (query) => [
    ...(connection === undefined
      ? []
      : [
          {
            id: 'link',
            label: t`Link`,
            description: t`Opens in Stowage on any computer`,
            onAction: () => {
              const { table, pageSize: _pageSize, ...terms } = query;
              copyLink(connection, { kind: 'table', table, terms });
            },
          },
        ]),
    {
      id: 'url',
      label: t`OData URL`,
      description: t`Of the first page, without a SAS`,
      onAction: () => copy(t`the URL`, () => odataUrl(target, query)),
    },
    {
      id: 'curl',
      label: 'curl',
      description: t`With a placeholder for the SAS`,
      onAction: () => copy(t`the curl command`, () => curlCommand(target, query)),
    },
    {
      id: 'stowage',
      label: t`Stowage command`,
      description: t`Reads the same rows on the command line`,
      onAction: () => copy(t`the Stowage command`, () => stowageCommand(target, query)),
    },
    {
      id: 'sdk',
      label: t`TypeScript`,
      description: t`For @azure/data-tables`,
      onAction: () => copy(t`the code`, () => sdkCode(query)),
    },
  ];
}

/** While the connection is unknown, placeholders in capitals are used for missing values. */
function copyTarget(id: string, name: string, connection: ConnectionSummary | undefined): CopyTarget {
  return {
    endpoint: connection?.endpoints.table ?? 'https://ACCOUNT.table.core.windows.net',
    accountName: connection?.accountName ?? 'ACCOUNT',
    credential: credentialOf(connection),
    connectionName: id === embeddedConnectionId ? embeddedConnectionId : name,
  };
}
