// The list of deleted blobs below a folder that the account still keeps and that can be restored.
import { RotateCcw, Trash2 } from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { retentionText } from '@shared/blob-details/retention';
import type { BlobRetention, RestoreProgress } from '@shared/model/deleted-blobs';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { EmptyState, ErrorState, LoadingRows, showToast, useContextMenu } from '@renderer/ui';
import { BlobList } from '../rows/blob-list';
import styles from '../rows/blob-list.module.css';
import { type ListingEntry, selectedOf } from '../listing/listing';
import { spokenPath } from '../names/path';
import { DeletedFoot } from './deleted-foot';
import type { DeletedStore } from './deleted-store';

export interface DeletedRowsProps {
  readonly container: string;
  readonly prefix: string;
  readonly deleted: DeletedStore;
  readonly retention: BlobRetention | undefined;
  /** Why nothing can be restored; null when it can. */
  readonly disabledReason: string | null;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  /** Shows a failure where the user is looking. */
  readonly run: (work: Promise<unknown>) => void;
  readonly onUp: () => void;
  readonly onRestored: (progress: RestoreProgress) => void;
}

export function DeletedRows(props: DeletedRowsProps) {
  const { container, prefix, deleted, retention, disabledReason, gridRef, run, onUp, onRestored } = props;
  const { store, actions } = deleted;
  const state = useStore(store);
  const { entries, selection, status, error, counts } = state;
  const menu = useContextMenu();
  /** Null while none is looked at. */
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = prefix;
    void actions.start(prefix);
    return () => {
      shown.current = null;
      actions.stop();
    };
  }, [actions, prefix]);
  // A restore may end after the user has left the folder that it began in.
  const listShown = (): void => {
    if (shown.current !== null) void actions.start(shown.current);
  };
  const selected = useMemo(() => selectedOf(entries, selection), [entries, selection]);

  const restore = (chosen: readonly ListingEntry[]): void => {
    if (disabledReason !== null) {
      showToast({ tone: 'information', title: t`Nothing was restored`, text: disabledReason });
      return;
    }
    const work = actions.restore(chosen).then((progress) => {
      if (progress !== null) onRestored(progress);
    });
    run(work.finally(listShown));
  };
  const openMenu = (event: MouseEvent): void => {
    const { entries: rows, selection: now } = store.getState();
    const chosen = selectedOf(rows, now);
    menu.open(event, t`Deleted blob`, [
      {
        id: 'restore',
        label: chosen.length === 1 ? t`Restore` : t`Restore ${formatCount(chosen.length)} blobs`,
        icon: <RotateCcw size={14} />,
        shortcut: 'Enter',
        isDisabled: disabledReason !== null,
        ...(disabledReason === null ? {} : { description: disabledReason }),
        onAction: () => restore(chosen),
      },
    ]);
  };

  return (
    <>
      {entries.length > 0 ? (
        <BlobList
          label={t`Deleted below ${spokenPath(container, prefix)}`}
          kind="deleted"
          rows={{ entries, prefix, order: 'service', selection }}
          isWhole={status === 'complete' && counts.found === entries.length}
          sortDisabledReason={t`Deleted blobs are listed in the order of the service`}
          gridRef={gridRef}
          sizeOf={() => undefined}
          onSelect={actions.select}
          onOpen={(entry) => restore(selected.includes(entry) ? selected : [entry])}
          onUp={onUp}
          onSort={() => undefined}
          onNearEnd={null}
          onContextMenu={openMenu}
          onDelete={() => undefined}
          onDragOut={(event) => event.preventDefault()}
        />
      ) : (
        <div className={styles.instead}>
          {status === 'listing' ? (
            <LoadingRows label={t`Searching for deleted blobs`} rows={14} columns={[36, 8, 10, 14]} />
          ) : status === 'failed' && error ? (
            <ErrorState error={error} onRetry={() => void actions.start(prefix)} />
          ) : (
            <EmptyState icon={<Trash2 size={24} strokeWidth={1.5} />} title={t`No deleted blobs found here`}>
              {retention?.kind === 'on'
                ? t`This account retains deleted blobs for ${retentionText(retention.days)}.`
                : null}
              {retention?.kind === 'versions' ? t`This account retains versions of deleted blobs.` : null}
            </EmptyState>
          )}
        </div>
      )}
      <DeletedFoot
        state={state}
        actions={actions}
        disabledReason={disabledReason}
        selected={selected}
        onRestore={restore}
      />
      {menu.element}
    </>
  );
}
