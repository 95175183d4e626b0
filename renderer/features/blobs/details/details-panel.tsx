// The panel beside the list: the one selected blob with everything that can be changed on it.
import { X } from 'lucide-react';
import { IconButton } from '@renderer/ui';
import { BlobName } from '../blob-name';
import { selectionWords } from '../list-foot';
import type { ListingEntry } from '../listing';
import { leafName } from '../path';
import { BlobDetailsView } from './blob-details-view';
import { ContainerView } from './container-view';
import styles from './details-panel.module.css';

export interface DetailsPanelProps {
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
  readonly selected: readonly ListingEntry[];
  /** Why nothing can be changed here; null where it can. */
  readonly refusal: string | null;
  readonly onClose: () => void;
  /** What the list shows of the blob may be different now. */
  readonly onChanged: () => void;
}

export function DetailsPanel(props: DetailsPanelProps) {
  const { connectionId, container, prefix, selected, refusal, onClose, onChanged } = props;
  const only = selected.length === 1 ? selected[0] : undefined;
  return (
    <aside className={styles.panel} aria-label="Properties">
      <header className={styles.header}>
        <h2 className={styles.title}>
          {only ? (
            <BlobName name={leafName(only.name, prefix)} />
          ) : selected.length > 1 ? (
            selectionWords(selected)
          ) : (
            'Properties'
          )}
        </h2>
        <IconButton label="Close properties" icon={<X size={15} />} size="small" onPress={onClose} />
      </header>
      {only?.kind === 'blob' ? (
        <BlobDetailsView
          key={only.name}
          blob={{ connectionId, container, name: only.name }}
          refusal={refusal}
          onChanged={onChanged}
        />
      ) : (
        <>
          <p className={styles.hint}>
            {only
              ? 'A folder is only a shared start of names. The service keeps no properties for it.'
              : selected.length > 1
                ? 'Select one blob to see its properties.'
                : 'Select a blob to see its properties, headers and metadata.'}
          </p>
          {selected.length === 0 ? (
            <ContainerView connectionId={connectionId} container={container} refusal={refusal} />
          ) : null}
        </>
      )}
    </aside>
  );
}
