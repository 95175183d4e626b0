// Remedies for a tab whose connection is denied access, or whose table, container or blob does not exist: create it
// again, see what exists, or close the tab.
import { FolderOpen, ListRestart, LogIn, Pencil, Plus, X } from 'lucide-react';
import type { ErrorContext, StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import type { RightsTarget } from '@shared/model/rights';
import { t } from '@shared/strings/t';
import {
  type ConnectionDialogRequest,
  type Resource,
  createResource,
  loadNames,
  mendingLabel,
  mendingOf,
  useConnectionSaved,
} from '@renderer/features/connections';
import { resourceDisabledReason } from '@renderer/pane/table-disabled-reasons';
import { Button, type Remedies, lazyView, showFailure, useAction } from '@renderer/ui';
import { requestClose } from '../closing/closing';
import { faultRemedy } from './fault-remedy';
import { type Tab, openTab, tabId } from '../tabs/tabs-store';
import { openDialog } from '../dialog-store';

const CopyRequest = lazyView(() => import('@renderer/pane/rights-list').then(({ CopyRequest }) => CopyRequest));

type PlacedTab = Extract<Tab, { connectionId: string }>;

/** Remedies for the failures of that tab; for failures outside its content the only remedy is to report a fault. */
export function goneRemedies(tab: PlacedTab, connection: ConnectionSummary): Remedies {
  return function Remedy(error, again) {
    if (error.code === 'not-found.blob' && tab.kind === 'blob') return <BlobGone tab={tab} />;
    const gone = goneOf(error, tab);
    return gone === null ? (
      faultRemedy(error, again)
    ) : (
      <ResourceGone {...gone} tab={tab} connection={connection} again={again} />
    );
  };
}

interface Gone {
  readonly resource: Resource;
  readonly name: string;
}

function goneOf({ code, context }: StowageError, tab: PlacedTab): Gone | null {
  if (code === 'not-found.table' && 'table' in tab && tab.table !== undefined && context.table === tab.table) {
    return { resource: 'tables', name: tab.table };
  }
  if (code === 'not-found.container' && 'container' in tab && context.container === tab.container) {
    return { resource: 'containers', name: tab.container };
  }
  return null;
}

interface ResourceGoneProps extends Gone {
  readonly tab: PlacedTab;
  readonly connection: ConnectionSummary;
  readonly again: (() => void) | undefined;
}

function ResourceGone({ resource, name, tab, connection, again }: ResourceGoneProps) {
  const { isRunning, run } = useAction(again);
  const create = async (): Promise<void> => {
    try {
      await createResource(connection.id, resource, name);
    } catch (thrown) {
      showFailure(thrown);
      throw thrown;
    }
  };
  return (
    <>
      {resourceDisabledReason(connection, 'create', resource) !== null ? null : (
        <Button icon={<Plus size={14} aria-hidden />} isPending={isRunning} onPress={() => void run(create)}>
          {resource === 'tables' ? t`Create table` : t`Create container`}
        </Button>
      )}
      <Button icon={<ListRestart size={14} aria-hidden />} onPress={() => void loadNames(connection.id, resource)}>
        {t`Refresh list`}
      </Button>
      <CloseTab tab={tab} />
    </>
  );
}

function BlobGone({ tab }: { readonly tab: Extract<Tab, { kind: 'blob' }> }) {
  const { connectionId, container } = tab;
  return (
    <>
      <Button
        icon={<FolderOpen size={14} aria-hidden />}
        onPress={() => openTab({ kind: 'container', connectionId, container })}
      >
        {t`Open ${container}`}
      </Button>
      <CloseTab tab={tab} />
    </>
  );
}

/** Prompts first if that would lose staged changes. */
export function CloseTab({ tab }: { readonly tab: Tab }) {
  return (
    <Button
      variant="quiet"
      icon={<X size={14} aria-hidden />}
      onPress={() => requestClose((one) => tabId(one) === tabId(tab))}
    >
      {t`Close tab`}
    </Button>
  );
}

/**
 * Opens the dialog of that connection, and retries once it was saved, from here or elsewhere. The embedded store has no
 * settings to fix.
 */
export function rejectedRemedies(connection: ConnectionSummary): Remedies {
  return function Remedy({ code, context }, again) {
    if (context.lacks === 'role' && connection.identity !== undefined) {
      return <CopyRequest connection={connection} target={targetOf(context)} role={String(context.role)} />;
    }
    const mending = mendingOf(connection, code);
    return mending === null ? null : <Mend connection={connection} mending={mending} again={again} />;
  };
}

/** Where the role has to be assigned. */
function targetOf({ container, table, scope }: ErrorContext): RightsTarget {
  const service = table === undefined ? 'blob' : 'table';
  return { service, resource: scope === 'account' ? '' : String(table ?? container ?? '') };
}

interface MendProps {
  readonly connection: ConnectionSummary;
  readonly mending: ConnectionDialogRequest;
  readonly again: (() => void) | undefined;
}

function Mend({ connection, mending, again }: MendProps) {
  useConnectionSaved(connection.id, again);
  return (
    <Button
      icon={mending.request === 'sign-in' ? <LogIn size={14} aria-hidden /> : <Pencil size={14} aria-hidden />}
      onPress={() => openDialog(mending)}
    >
      {mendingLabel(mending)}
    </Button>
  );
}
