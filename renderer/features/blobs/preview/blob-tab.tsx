// One blob in its own tab: its properties, and the view for its type. Only composes the tab; reading is in the store,
// and the actions on the blob are also available in the palette.
import { useState } from 'react';
import { maxEditedBytes } from '@shared/model/opened';
import { t } from '@shared/strings/t';
import { type ViewAction, useViewActions } from '@renderer/pane/view-actions';
import { pickAndDownload } from '../preflight/pick-download';
import { leafName } from '../names/path';
import { spokenName } from '../names/visible-name';
import { runAndReport } from '../run-and-report';
import { useTransferPrompts } from '../preflight/use-transfer-prompts';
import { readOverwrite } from '../transfer/overwrite-choice';
import { claimText } from './blob-kind';
import { FindBar } from './find-bar';
import { EditDialog } from './edit-dialog';
import { OpenedBar, openInProgram } from './opened-bar';
import { Pager } from './pager';
import { PreviewBody } from './preview-body';
import { PreviewHead } from './preview-head';
import { isPaged, isReadable, isWhole } from './preview-state';
import { type BlobPreview, type BlobPreviewInput, useBlobPreview } from './use-blob-preview';
import { type FindBarState, useFindBar } from './use-find-bar';
import styles from './preview.module.css';
import { shortcutOf } from '@renderer/keys/keys';
import { viewLabels } from './view-labels';

export interface BlobTabProps extends BlobPreviewInput {
  readonly onOpenContainer: () => void;
}

export function BlobTab({ onOpenContainer, ...location }: BlobTabProps) {
  const { connectionId, container, name, isActive } = location;
  const preview = useBlobPreview(location);
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
    runAndReport(pickAndDownload({ location: { connectionId, container, prefix }, entries, overwrite, prompts }));
  };
  const [isEditing, setEditing] = useState(false);
  const canEdit =
    isReadable(state) && (kind?.views.includes('text') ?? false) && (facts?.bytes ?? Infinity) <= maxEditedBytes;
  const onEdit = canEdit ? (): void => setEditing(true) : null;
  const onOpen = (): void => runAndReport(openInProgram(preview.blob));
  useViewActions(() => previewActions({ leaf, state, actions, findBar, onDownload, onEdit, onOpen, onOpenContainer }));
  const claim =
    status !== 'ready' || facts === null || facts.bytes === 0 || kind === null
      ? null
      : claimText({ ...facts, totalBytes: facts.bytes }, kind);

  return (
    <section className={styles.tab} aria-label={t`Preview of ${spokenName(leaf)}`}>
      <PreviewHead
        leaf={leaf}
        preview={preview}
        findBar={findBar}
        onDownload={onDownload}
        onEdit={onEdit}
        onOpen={onOpen}
      />
      <OpenedBar blob={preview.blob} onSaved={() => void actions.open()} />
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
      {isEditing ? (
        <EditDialog
          blob={preview.blob}
          leaf={leaf}
          onSaved={() => void actions.open()}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </section>
  );
}

// The named actions on a blob in its preview.

interface PreviewActionsInput extends Pick<BlobPreview, 'state' | 'actions'> {
  /** The last part of the blob's name. */
  readonly leaf: string;
  readonly findBar: FindBarState;
  readonly onDownload: () => void;
  /** Null for what is no text, or too large. */
  readonly onEdit: (() => void) | null;
  readonly onOpen: () => void;
  readonly onOpenContainer: () => void;
}

function previewActions(input: PreviewActionsInput): readonly ViewAction[] {
  const { leaf, state, actions, findBar } = input;
  const of = spokenName(leaf);
  const views = isReadable(state) ? (state.kind?.views ?? []) : [];
  const createAction = (id: string, label: string, onAction: () => void): ViewAction => ({ id, label, of, onAction });
  return [
    ...(state.facts === null
      ? []
      : [
          createAction('download', t`Download`, input.onDownload),
          createAction('open-in-program', t`Open in another program`, input.onOpen),
        ]),
    ...(input.onEdit === null ? [] : [createAction('edit', t`Edit text`, input.onEdit)]),
    ...(findBar.canFind ? [{ ...createAction('find', t`Find`, findBar.open), shortcut: 'Ctrl F' }] : []),
    ...views.flatMap((to) =>
      to === state.view ? [] : [createAction(to, t`Show ${viewLabels[to]}`, () => actions.show(to))],
    ),
    { ...createAction('refresh', t`Reload`, () => void actions.open()), shortcut: shortcutOf('refresh') },
    createAction('container', t`Show container`, input.onOpenContainer),
  ];
}
