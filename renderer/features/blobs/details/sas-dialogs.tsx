// The dialog for a shared access signature, or for the stored access policies of a table in the navigator, when it is
// opened from outside a container's tab.
import { KeyRound, PanelRight, ScrollText } from 'lucide-react';
import { create } from 'zustand';
import { keyShares, keySigns, tableAccessDisabledReasons } from '@shared/model/action-rules';
import type { ConnectionSummary } from '@shared/model/connection';
import type { SasResource } from '@shared/sas/sas-request';
import { t } from '@shared/strings/t';
import { type MenuEntry, lazyView } from '@renderer/ui';
import type { DetailsVerb } from './details-actions';
import { requestDetails } from '../use-details-pane';

const SasDialog = lazyView(() => import('./sas-dialog').then(({ SasDialog }) => SasDialog));

const TablePolicies = lazyView(() => import('./table-policies').then(({ TablePolicies }) => TablePolicies));

type SasDialogRequest =
  | { readonly kind: 'signature'; readonly connectionId: string; readonly resource: SasResource }
  | { readonly kind: 'policies'; readonly connectionId: string; readonly table: string };

const useSasDialog = create<{ readonly request: SasDialogRequest | null }>()(() => ({ request: null }));

/** Shown by the shell, once. */
export function SasDialogs() {
  const request = useSasDialog((state) => state.request);
  const onClose = (): void => useSasDialog.setState({ request: null });
  if (request === null) return null;
  if (request.kind === 'policies') {
    return <TablePolicies connectionId={request.connectionId} table={request.table} onClose={onClose} />;
  }
  return <SasDialog connectionId={request.connectionId} resource={request.resource} onClose={onClose} />;
}

/** Of anything that a signature can be for. */
export function requestSas(connectionId: string, resource: SasResource): void {
  useSasDialog.setState({ request: { kind: 'signature', connectionId, resource } });
}

/** The entries of a container's menu; disabled with the reason if the connection has no account key. */
export function containerMenuActions(
  { id: connectionId, sas }: Pick<ConnectionSummary, 'id' | 'sas'>,
  container: string,
  onOpen: () => void,
): readonly MenuEntry[] {
  const inTab = (action: DetailsVerb | null) => (): void => {
    onOpen();
    requestDetails(connectionId, container, action);
  };
  return [
    {
      id: 'properties',
      label: t`Properties`,
      icon: <PanelRight size={14} aria-hidden />,
      onAction: inTab(null),
    },
    {
      id: 'policies',
      label: t`Stored access policies…`,
      icon: <ScrollText size={14} aria-hidden />,
      ...(sas === undefined ? {} : { isDisabled: true, description: keyShares }),
      onAction: inTab('policies'),
    },
    {
      id: 'sas',
      label: t`Share (SAS)…`,
      icon: <KeyRound size={14} aria-hidden />,
      ...(sas === undefined ? {} : { isDisabled: true, description: keySigns }),
      onAction: () => requestSas(connectionId, { kind: 'container', container }),
    },
  ];
}

/** The entries of a table's menu; disabled with the reason if the connection has no account key. */
export function tableSasActions(
  connection: Pick<ConnectionSummary, 'id' | 'sas' | 'kind' | 'tableService'>,
  table: string,
): readonly MenuEntry[] {
  const { id: connectionId } = connection;
  const { sign, policies } = tableAccessDisabledReasons(connection);
  const greyed = (why: string | null) =>
    why === null ? { isDisabled: false } : { isDisabled: true, description: why };
  const asking = (request: SasDialogRequest) => (): void => useSasDialog.setState({ request });
  return [
    {
      id: 'sas',
      label: t`Share (SAS)…`,
      icon: <KeyRound size={14} aria-hidden />,
      ...greyed(sign),
      onAction: asking({ kind: 'signature', connectionId, resource: { kind: 'table', table } }),
    },
    {
      id: 'policies',
      label: t`Stored access policies…`,
      icon: <ScrollText size={14} aria-hidden />,
      ...greyed(policies),
      onAction: asking({ kind: 'policies', connectionId, table }),
    },
  ];
}
