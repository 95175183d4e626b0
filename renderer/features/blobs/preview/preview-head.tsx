// The header of a preview: what the blob is, the view and encoding, and the actions on it.
import { Download, ExternalLink, Pencil, RefreshCw, Search, WrapText } from 'lucide-react';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { IconButton, SegmentedControl, Select, Time, ToggleButton } from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { encodings } from './encoding';
import { type BlobFacts, isReadable } from './preview-state';
import type { BlobPreview } from './use-blob-preview';
import type { FindBarState } from './use-find-bar';
import { viewLabels } from './view-labels';
import styles from './preview.module.css';

export interface PreviewHeadProps {
  /** The last part of the blob's name. */
  readonly leaf: string;
  readonly preview: BlobPreview;
  readonly findBar: FindBarState;
  readonly onDownload: () => void;
  /** Null for what is no text, or too large. */
  readonly onEdit: (() => void) | null;
  readonly onOpen: () => void;
}

export function PreviewHead({ leaf, preview, findBar, onDownload, onEdit, onOpen }: PreviewHeadProps) {
  const { blob, state, actions } = preview;
  const { facts } = state;
  return (
    <header className={styles.toolbar}>
      <div className={styles.title}>
        <h2 className={styles.name} title={visibleLine(blob.name)}>
          <BlobName name={leaf} />
        </h2>
        <p className={styles.facts}>
          {facts === null ? blob.container : <Facts facts={facts} container={blob.container} />}
        </p>
      </div>
      <div className={styles.controls}>
        {isReadable(state) ? <ViewControls preview={preview} findBar={findBar} /> : null}
        {onEdit === null ? null : <IconButton label={t`Edit text`} icon={<Pencil size={15} />} onPress={onEdit} />}
        <IconButton
          label={t`Open in another program`}
          icon={<ExternalLink size={15} />}
          isDisabled={facts === null}
          onPress={onOpen}
        />
        <IconButton
          label={t`Download`}
          icon={<Download size={15} />}
          isDisabled={facts === null}
          onPress={onDownload}
        />
        <IconButton label={t`Reload`} icon={<RefreshCw size={15} />} onPress={() => void actions.open()} />
      </div>
    </header>
  );
}

function Facts({ facts, container }: { readonly facts: BlobFacts; readonly container: string }) {
  const isClientEncrypted = facts.metadata.some(({ name }) => name.toLowerCase() === 'encryptiondata');
  return (
    <>
      {container} · {formatBytes(facts.bytes)}
      {facts.contentType === '' ? '' : ` · ${facts.contentType}`} {t`· changed`} <Time at={facts.lastModified} />
      {isClientEncrypted ? t` · client-side encrypted` : ''}
    </>
  );
}

function ViewControls({ preview, findBar }: Pick<PreviewHeadProps, 'preview' | 'findBar'>) {
  const { state, actions, wrap, setWrap } = preview;
  const { kind, view, encoding } = state;
  if (kind === null) return null;
  return (
    <>
      <SegmentedControl
        label={t`View as`}
        options={kind.views.map((value) => ({ value, label: viewLabels[value] }))}
        value={view}
        onChange={(next) => actions.show(next)}
      />
      {view === 'text' || view === 'json' || view === 'table' ? (
        <Select
          label={t`Encoding`}
          labelPosition="hidden"
          options={encodings}
          value={encoding}
          onChange={(next) => actions.decodeAs(next)}
        />
      ) : null}
      {view === 'text' || view === 'json' ? (
        <ToggleButton
          label={t`Wrap long lines`}
          icon={<WrapText size={15} />}
          isSelected={wrap === 'window'}
          onChange={(isOn) => setWrap(isOn ? 'window' : 'none')}
        />
      ) : null}
      {findBar.canFind ? (
        <ToggleButton
          label={t`Find`}
          icon={<Search size={15} />}
          isSelected={findBar.isOpen}
          onChange={(isOn) => (isOn ? findBar.open() : findBar.close())}
        />
      ) : null}
    </>
  );
}
