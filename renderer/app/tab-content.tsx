// Maps each kind of tab to the feature that shows it. The only file that knows all of them.
import { CloudOff } from 'lucide-react';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { BlobTab, ContainerTab } from '@renderer/features/blobs';
import { refreshConnection, useConnectionState, useConnections } from '@renderer/features/connections';
import { HubTab } from '@renderer/features/hubs';
import { LabTab } from '@renderer/features/lab';
import { MonitorTab } from '@renderer/features/monitor';
import { SettingsTab, ShortcutsTab } from '@renderer/features/settings';
import { CompareTab, EntityTab, ImportTab, ImportTarget, TableTab, UndoTab } from '@renderer/features/tables';
import { JobTab } from '@renderer/features/activity';
import { copyLink } from '@renderer/links/copy-link';
import { Badge, Button, EmptyState, ErrorBoundary, RemedyContext, Truncate, classNames } from '@renderer/ui';
import { openDialog } from './dialog-store';
import { CloseTab, goneRemedies, rejectedRemedies } from './remedies/gone-remedies';
import { showActivity } from './layout-store';
import { openComparison } from './open-comparison';
import { type Tab, openTab } from './tabs/tabs-store';
import styles from './production-strip.module.css';

export interface TabContentProps {
  readonly tab: Tab;
  readonly isActive: boolean;
}

export function TabContent({ tab, isActive }: TabContentProps) {
  return (
    <ErrorBoundary>
      <Content tab={tab} isActive={isActive} />
    </ErrorBoundary>
  );
}

function Content({ tab, isActive }: TabContentProps) {
  const connections = useConnections();
  switch (tab.kind) {
    case 'table':
    case 'entity':
    case 'import':
    case 'container':
    case 'blob':
    case 'undo':
      return <ConnectedContent tab={tab} isActive={isActive} />;
    case 'compare': {
      const { left, right } = tab;
      return (
        <CompareTab
          left={left}
          right={right}
          connections={connections}
          onSwap={() => openComparison(right, left)}
          onShowJobs={showActivity}
        />
      );
    }
    case 'job':
      return <JobTab jobId={tab.jobId} isActive={isActive} wayOut={<CloseTab tab={tab} />} connections={connections} />;
    case 'hub':
      return <HubTab key={tab.hubId} hubId={tab.hubId} isActive={isActive} wayOut={<CloseTab tab={tab} />} />;
    case 'monitor':
      return <MonitorTab isActive={isActive} connections={connections} />;
    case 'lab':
      return <LabTab connections={connections.map(({ id, name, locked }) => ({ id, name, readOnly: locked }))} />;
    case 'settings':
      return (
        <SettingsTab
          onShowShortcuts={() => openTab({ kind: 'shortcuts' })}
          onNetworkChange={() => connections.forEach(({ id }) => void refreshConnection(id))}
        />
      );
    case 'shortcuts':
      return <ShortcutsTab />;
  }
}

interface ConnectedContentProps {
  readonly tab: Extract<Tab, { kind: 'table' | 'entity' | 'import' | 'container' | 'blob' | 'undo' }>;
  readonly isActive: boolean;
}

function ConnectedContent({ tab, isActive }: ConnectedContentProps) {
  const connections = useConnectionState((state) => state.connections);
  const connection = connections?.find(({ id }) => id === tab.connectionId);
  if (!connections) return null;
  if (!connection) {
    return (
      <EmptyState
        icon={<CloudOff size={24} strokeWidth={1.5} />}
        title={t`Connection removed`}
        actions={<CloseTab tab={tab} />}
      >
        {t`The connection was removed, so ${locationOf(tab)} cannot be reached.`}
      </EmptyState>
    );
  }
  const [gone, rejected] = [goneRemedies(tab, connection), rejectedRemedies(connection)];
  return (
    <RemedyContext.Provider value={(...failed) => gone(...failed) ?? rejected(...failed)}>
      {connection.marking.production && <ProductionStrip connection={connection} />}
      <PlacedContent tab={tab} isActive={isActive} connection={connection} />
    </RemedyContext.Provider>
  );
}

interface PlacedContentProps extends ConnectedContentProps {
  readonly connection: ConnectionSummary;
}

function PlacedContent({ tab, isActive, connection }: PlacedContentProps) {
  const common = {
    connectionId: connection.id,
    connectionName: connection.name,
    readOnly: connection.locked,
    sas: connection.sas,
    isActive,
  };
  const environment = connection.marking.production ? 'production' : 'other';
  const { connectionId } = tab;
  switch (tab.kind) {
    case 'table': {
      const openImport = (): void => openTab({ kind: 'import', connectionId, table: tab.table });
      return (
        <ImportTarget {...common} table={tab.table} onImport={openImport}>
          <TableTab
            {...common}
            table={tab.table}
            environment={environment}
            onOpenUndo={() => openTab({ kind: 'undo', connectionId, table: tab.table })}
            onUnlock={() => openDialog({ request: 'unlock', connection })}
            onShowJobs={showActivity}
            onImport={openImport}
            onOpenEntity={(key) => openTab({ kind: 'entity', connectionId, table: tab.table, ...key })}
          />
        </ImportTarget>
      );
    }
    case 'entity':
      return (
        <EntityTab
          {...common}
          table={tab.table}
          partitionKey={tab.partitionKey}
          rowKey={tab.rowKey}
          environment={environment}
          onUnlock={() => openDialog({ request: 'unlock', connection })}
          onOpenTable={() => openTab({ kind: 'table', connectionId, table: tab.table })}
          wayOut={<CloseTab tab={tab} />}
        />
      );
    case 'import':
      return (
        <ImportTab
          {...common}
          table={tab.table}
          onOpenTable={() => openTab({ kind: 'table', connectionId, table: tab.table })}
        />
      );
    case 'container':
      return (
        <ContainerTab
          {...common}
          environment={environment}
          container={tab.container}
          {...(connection.kind === 's3' ? { service: 's3' as const } : {})}
          onOpenBlob={(name) =>
            openTab({ kind: 'blob', connectionId, container: tab.container, name, isPreview: true })
          }
          onCopyLink={(blob) => copyLink(connection, { kind: 'blob', container: tab.container, blob })}
          onUnlock={() => openDialog({ request: 'unlock', connection })}
        />
      );
    case 'blob': {
      const { container } = tab;
      return (
        <BlobTab
          connectionId={connectionId}
          container={container}
          name={tab.name}
          isActive={isActive}
          onOpenContainer={() => openTab({ kind: 'container', connectionId, container })}
        />
      );
    }
    case 'undo':
      return (
        <UndoTab
          {...common}
          environment={environment}
          table={tab.table}
          onTableChange={(table) => openTab({ kind: 'undo', connectionId, ...(table === undefined ? {} : { table }) })}
        />
      );
  }
}

function locationOf(tab: ConnectedContentProps['tab']): string {
  switch (tab.kind) {
    case 'container':
      return t`container ${tab.container}`;
    case 'blob':
      return t`blob ${tab.name}`;
    case 'undo':
      return t`its applied changes`;
    default:
      return t`table ${tab.table}`;
  }
}

interface ProductionStripProps {
  readonly connection: ConnectionSummary;
}

/** The strip above a tab of a production connection: its name, and whether it can be written to. */
export function ProductionStrip({ connection }: ProductionStripProps) {
  const { name, locked } = connection;
  return (
    <div className={classNames(styles.strip, !locked && styles.unlocked)} role="note" aria-label={t`Production`}>
      <Badge tone="bad" appearance="outlined">{t`PROD`}</Badge>
      <Truncate className={styles.name ?? ''}>{name}</Truncate>
      <Truncate className={styles.state ?? ''}>
        {locked ? t`read-only` : t`unlocked for writing, until 15 minutes after the last write`}
      </Truncate>
      {!locked && <Button size="small" onPress={() => openDialog({ request: 'lock', connection })}>{t`Lock`}</Button>}
    </div>
  );
}
