// Deletion in a container's tab: the selection at the time of the request, the dialog, and refreshing afterwards.
import { type ReactNode, useState } from 'react';
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';
import { DeleteDialog, type DeleteDialogProps } from './delete-dialog';
import type { ListingEntry } from '../listing/listing';
import type { ListingActions } from '../listing/listing-store';
import { runAndReport } from '../run-and-report';
import type { SearchActions } from '../search/search-store';
import { type ChosenBlobs, chosenOf } from '../listing/selection-text';

export interface DeletingPorts extends Pick<
  DeleteDialogProps,
  'connectionId' | 'container' | 'environment' | 'undelete'
> {
  readonly prefix: string;
  /** Why nothing can be deleted here; null where it can. */
  readonly disabledReason: string | null;
  readonly selectedNow: () => readonly ListingEntry[];
  readonly searching: Pick<SearchActions, 'forget' | 'again'>;
  readonly listing: Pick<ListingActions, 'forget'>;
  /** The current contents may differ from what is shown. */
  readonly noteChange: () => void;
  readonly notifyOthers: () => void;
  /** Returns the focus to the rows. */
  readonly focusRows: () => void;
}

export interface Deleting {
  /** Applies to the selection at that moment; does nothing if it is empty. */
  readonly request: () => void;
  readonly element: ReactNode;
}

export function useDeleting(ports: DeletingPorts): Deleting {
  const { connectionId, container, environment, undelete, prefix, disabledReason, searching, listing, noteChange } =
    ports;
  /** The selection continues to change. */
  const [doomed, setDoomed] = useState<ChosenBlobs | null>(null);
  return {
    request: () => {
      const chosen = ports.selectedNow();
      if (chosen.length === 0) return;
      // The key was pressed with no button to show the reason.
      if (disabledReason === null) setDoomed(chosenOf(chosen, prefix));
      else showToast({ tone: 'information', title: t`Nothing was deleted`, text: disabledReason });
    },
    element:
      doomed === null ? null : (
        <DeleteDialog
          connectionId={connectionId}
          container={container}
          environment={environment}
          undelete={undelete}
          selection={doomed.selection}
          what={doomed.what}
          onClose={() => {
            setDoomed(null);
            ports.focusRows();
          }}
          run={runAndReport}
          onUndone={noteChange}
          onDeleted={(gone) => {
            if (gone === 'all') {
              searching.forget(doomed.entries);
              void listing.forget(doomed.entries);
              ports.notifyOthers();
            } else {
              noteChange();
              void searching.again();
            }
          }}
        />
      ),
  };
}
