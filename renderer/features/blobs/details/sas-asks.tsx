// The one shared access signature that is being made from outside a container's tab: for a table in the navigator.
import { KeyRound } from 'lucide-react';
import { create } from 'zustand';
import type { SasResource } from '@shared/sas/sas-request';
import type { MenuEntry } from '@renderer/ui';
import { SasDialog } from './sas-dialog';

interface SasAsk {
  readonly connectionId: string;
  readonly resource: SasResource;
}

const useSasAsk = create<{ readonly ask: SasAsk | null }>()(() => ({ ask: null }));

/** Shown by the shell, once. */
export function SasAsks() {
  const ask = useSasAsk((state) => state.ask);
  return ask === null ? null : <SasDialog {...ask} onClose={() => useSasAsk.setState({ ask: null })} />;
}

/** The entry of a table's menu. */
export function tableSasEntry(connectionId: string, table: string): MenuEntry {
  return {
    id: 'sas',
    label: 'Shared access signature…',
    icon: <KeyRound size={14} aria-hidden />,
    onAction: () => useSasAsk.setState({ ask: { connectionId, resource: { kind: 'table', table } } }),
  };
}
