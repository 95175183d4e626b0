// The named actions on a blob in its preview. Pure.
import { t } from '@shared/strings/t';
import { shortcutOf } from '@renderer/keys/keys';
import type { ViewAction } from '@renderer/pane/view-actions';
import { spokenName } from '../names/visible-name';
import { isReadable } from './preview-state';
import type { BlobPreview } from './use-blob-preview';
import type { FindBarState } from './use-find-bar';
import { viewLabels } from './view-labels';

export interface PreviewActionsInput extends Pick<BlobPreview, 'state' | 'actions'> {
  /** The last part of the blob's name. */
  readonly leaf: string;
  readonly findBar: FindBarState;
  readonly onDownload: () => void;
  readonly onOpenContainer: () => void;
}

export function previewActions(input: PreviewActionsInput): readonly ViewAction[] {
  const { leaf, state, actions, findBar } = input;
  const of = spokenName(leaf);
  const views = isReadable(state) ? (state.kind?.views ?? []) : [];
  const createAction = (id: string, label: string, onAction: () => void): ViewAction => ({ id, label, of, onAction });
  return [
    ...(state.facts === null ? [] : [createAction('download', t`Download`, input.onDownload)]),
    ...(findBar.canFind ? [{ ...createAction('find', t`Find`, findBar.open), shortcut: 'Ctrl F' }] : []),
    ...views.flatMap((to) =>
      to === state.view ? [] : [createAction(to, t`Show ${viewLabels[to]}`, () => actions.show(to))],
    ),
    { ...createAction('refresh', t`Load again`, () => void actions.open()), shortcut: shortcutOf('refresh') },
    createAction('container', t`Show the container`, input.onOpenContainer),
  ];
}
