// The panel beside the list: the one selected blob with everything that can be changed on it.
import { X } from 'lucide-react';
import type { BlobAccountFacts } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { HelpButton, helpTopics } from '@renderer/help/help';
import { IconButton } from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { selectionText } from '../rows/list-foot';
import type { ListingEntry } from '../listing/listing';
import { leafName } from '../names/path';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';
import { BlobDetailsView } from './blob-details-view';
import { ContainerView } from './container-view';
import type { DetailsVerb } from './details-actions';
import { RequestedActionProvider } from './panel-action';
import styles from './details-panel.module.css';

/** An action to run once the panel shows its target: a blob by its full name, or the container. */
export interface DetailsRequest {
  readonly action: DetailsVerb;
  readonly blob: string | null;
}

export interface DetailsPanelProps {
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
  readonly selected: readonly ListingEntry[];
  readonly disabledReasons: ContainerDisabledReasons;
  readonly requested: DetailsRequest | null;
  /** The action ran, or the reason why it cannot was shown. */
  readonly onTaken: () => void;
  readonly onClose: () => void;
  /** What the list shows of the blob may be different now. */
  readonly onChanged: () => void;
}

export function DetailsPanel(props: DetailsPanelProps) {
  const { connectionId, container, prefix, selected, disabledReasons, requested, onTaken, onClose, onChanged } = props;
  const only = selected.length === 1 ? selected[0] : undefined;
  const { data: account } = useCall(
    'blob-details.account',
    only?.kind === 'folder' ? { connectionId, container } : null,
  );
  return (
    <aside className={styles.panel} aria-label={t`Properties`}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          {only ? (
            <BlobName name={leafName(only.name, prefix)} />
          ) : selected.length > 1 ? (
            selectionText(selected)
          ) : (
            t`Properties`
          )}
        </h2>
        <HelpButton label={t`Help for properties`} topic={helpTopics.blobDetails} />
        <IconButton label={t`Close properties`} icon={<X size={15} />} size="small" onPress={onClose} />
      </header>
      <RequestedActionProvider
        value={{ requested: requested?.blob === (only?.name ?? null) ? requested.action : null, onTaken }}
      >
        {only?.kind === 'blob' ? (
          <BlobDetailsView
            key={only.name}
            blob={{ connectionId, container, name: only.name }}
            listed={only.item}
            disabledReasons={disabledReasons}
            onChanged={onChanged}
          />
        ) : (
          <>
            <p className={styles.hint}>
              {only
                ? folderText(account)
                : selected.length > 1
                  ? t`Select a single blob to see its properties.`
                  : t`Select a blob to see its properties, headers and metadata.`}
            </p>
            {selected.length === 0 ? (
              <ContainerView connectionId={connectionId} container={container} disabledReasons={disabledReasons} />
            ) : null}
          </>
        )}
      </RequestedActionProvider>
    </aside>
  );
}

function folderText(account: BlobAccountFacts | undefined): string {
  return account?.isHierarchical === true
    ? t`A real folder. “Access control (ACL)…” in its menu shows its owner and who has access.`
    : t`A folder is only a common prefix of blob names. The service stores no properties for it.`;
}
