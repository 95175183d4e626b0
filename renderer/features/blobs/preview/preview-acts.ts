// The named actions on a blob in its preview. Pure.
import { t } from '@shared/strings/t';
import { shortcutOf } from '@renderer/keys/keys';
import type { OfferedAct } from '@renderer/pane/offered-acts';
import { spokenName } from '../names/visible-name';
import { isReadable } from './preview-state';
import type { BlobPreview } from './use-blob-preview';
import type { FindBarState } from './use-find-bar';
import { viewWords } from './view-words';

export interface PreviewActsInput extends Pick<BlobPreview, 'state' | 'actions'> {
  /** The last part of the blob's name. */
  readonly leaf: string;
  readonly findBar: FindBarState;
  readonly onDownload: () => void;
  readonly onOpenContainer: () => void;
}

export function previewActs(input: PreviewActsInput): readonly OfferedAct[] {
  const { leaf, state, actions, findBar } = input;
  const of = spokenName(leaf);
  const views = isReadable(state) ? (state.kind?.views ?? []) : [];
  const act = (id: string, label: string, onAction: () => void): OfferedAct => ({ id, label, of, onAction });
  return [
    ...(state.facts === null ? [] : [act('download', t`Download`, input.onDownload)]),
    ...(findBar.canFind ? [{ ...act('find', t`Find`, findBar.open), shortcut: 'Ctrl F' }] : []),
    ...views.flatMap((to) => (to === state.view ? [] : [act(to, t`Show ${viewWords[to]}`, () => actions.show(to))])),
    { ...act('refresh', t`Load again`, () => void actions.open()), shortcut: shortcutOf('refresh') },
    act('container', t`Show the container`, input.onOpenContainer),
  ];
}
