// One blob in its own tab: its facts, and the view that suits its bytes. Only composes the tab; reading is in the
// store, and the actions on the blob are also available by name.
import { t } from '@shared/strings/t';
import { useViewActions } from '@renderer/pane/view-actions';
import { pickAndDownload } from '../preflight/pick-download';
import { leafName } from '../names/path';
import { spokenName } from '../names/visible-name';
import { runAndReport } from '../run-and-report';
import { useTransferPrompts } from '../preflight/use-transfer-prompts';
import { readOverwrite } from '../transfer/overwrite-choice';
import { claimText } from './blob-claim';
import { FindBar } from './find-bar';
import { Pager } from './pager';
import { previewActions } from './preview-actions';
import { PreviewBody } from './preview-body';
import { PreviewHead } from './preview-head';
import { isPaged, isWhole } from './preview-state';
import { type BlobPreviewInput, useBlobPreview } from './use-blob-preview';
import { useFindBar } from './use-find-bar';
import styles from './preview.module.css';

export interface BlobTabProps extends BlobPreviewInput {
  readonly onOpenContainer: () => void;
}

export function BlobTab({ onOpenContainer, ...place }: BlobTabProps) {
  const { connectionId, container, name, isActive } = place;
  const preview = useBlobPreview(place);
  const { state, actions } = preview;
  const { status, facts, kind, view } = state;
  const findBar = useFindBar(preview, isActive ? 'in-front' : 'behind');
  const prompts = useTransferPrompts(runAndReport);

  const prefix = name.slice(0, name.lastIndexOf('/') + 1);
  const leaf = leafName(name, prefix) || name;
  const onDownload = (): void => {
    if (facts === null) return;
    const entries = [{ kind: 'blob' as const, name, item: facts }];
    const overwrite = readOverwrite();
    runAndReport(pickAndDownload({ place: { connectionId, container, prefix }, entries, overwrite, prompts }));
  };
  useViewActions(() => previewActions({ leaf, state, actions, findBar, onDownload, onOpenContainer }));
  const claim =
    status !== 'ready' || facts === null || facts.bytes === 0 || kind === null
      ? null
      : claimText({ ...facts, totalBytes: facts.bytes }, kind);

  return (
    <section className={styles.tab} aria-label={t`Preview of ${spokenName(leaf)}`}>
      <PreviewHead leaf={leaf} preview={preview} findBar={findBar} onDownload={onDownload} />
      {findBar.isOpen ? (
        <FindBar
          find={findBar.find}
          totalBytes={facts?.bytes ?? 0}
          isHex={view === 'hex'}
          isWhole={isWhole(state)}
          onClose={findBar.close}
        />
      ) : null}
      {claim === null ? null : (
        <p className={styles.claim} role="note">
          {claim}
        </p>
      )}
      <div className={styles.body}>
        <PreviewBody leaf={leaf} preview={preview} onOpenContainer={onOpenContainer} find={findBar.find} />
      </div>
      {isPaged(state) ? <Pager state={state} actions={actions} /> : null}
      {prompts.element}
    </section>
  );
}
