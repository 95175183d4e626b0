// Over the rows of a container: where we are, and what can be done with what is selected.
import { Download, Ellipsis, History, ListChecks, PanelRight, RefreshCw, Trash2, Upload } from 'lucide-react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { Button, IconButton, MenuButton, type MenuEntry, Select, ToggleButton } from '@renderer/ui';
import { overwriteChoices } from './overwrite-choice';
import { PathBar } from './path-bar';
import { VerifyChoice } from './verify/verify-choice';
import styles from './container-tab.module.css';

export interface ContainerToolbarProps {
  readonly container: string;
  readonly prefix: string;
  readonly selectedCount: number;
  /** Why nothing can be uploaded or deleted; null when it can. */
  readonly refusal: string | null;
  /** Why deleted blobs cannot be listed; null when they can. */
  readonly deletedRefusal: string | null;
  readonly overwrite: OverwritePolicy;
  readonly isPanelOpen: boolean;
  readonly copyEntries: readonly MenuEntry[];
  readonly onOpenFolder: (prefix: string) => void;
  readonly onOverwrite: (policy: OverwritePolicy) => void;
  readonly onUpload: (kind: 'files' | 'folder') => void;
  /** Compares a folder of this machine with what is stored here. */
  readonly onVerify: () => void;
  readonly onShowDeleted: () => void;
  readonly onDownload: () => void;
  readonly onDelete: () => void;
  readonly onRefresh: () => void;
  readonly onPanel: (isOpen: boolean) => void;
}

export function ContainerToolbar(props: ContainerToolbarProps) {
  const { container, prefix, selectedCount, refusal, deletedRefusal, overwrite, isPanelOpen, copyEntries } = props;
  const uploadEntries: readonly MenuEntry[] = [
    { id: 'files', label: 'Upload files…', onAction: () => props.onUpload('files') },
    { id: 'folder', label: 'Upload a folder…', onAction: () => props.onUpload('folder') },
  ];
  const moreEntries: readonly MenuEntry[] = [
    ...copyEntries,
    'separator',
    {
      id: 'verify',
      label: 'Verify a folder against this place…',
      icon: <ListChecks size={14} />,
      onAction: props.onVerify,
    },
    {
      id: 'deleted',
      label: 'Deleted blobs',
      icon: <History size={14} />,
      isDisabled: deletedRefusal !== null,
      ...(deletedRefusal === null ? {} : { description: deletedRefusal }),
      onAction: props.onShowDeleted,
    },
  ];
  return (
    <div className={styles.toolbar}>
      <PathBar container={container} prefix={prefix} onOpen={props.onOpenFolder} />
      <div className={styles.actions}>
        <Select
          label="If a name already exists"
          labelPosition="hidden"
          appearance="bare"
          className={styles.overwrite ?? ''}
          options={overwriteChoices.map(({ policy, label }) => ({ value: policy, label }))}
          value={overwrite}
          onChange={props.onOverwrite}
        />
        <VerifyChoice className={styles.overwrite ?? ''} />
        <span title={refusal ?? undefined}>
          <MenuButton label="Upload" entries={uploadEntries} placement="bottom end">
            <Button variant="primary" icon={<Upload size={14} />} isDisabled={refusal !== null}>
              Upload
            </Button>
          </MenuButton>
        </span>
        <Button icon={<Download size={14} />} isDisabled={selectedCount === 0} onPress={props.onDownload}>
          Download
        </Button>
        <IconButton
          label="Delete"
          icon={<Trash2 size={15} />}
          isDisabled={refusal !== null || selectedCount === 0}
          onPress={props.onDelete}
        />
        <MenuButton label="Copy, move and verify" entries={moreEntries} placement="bottom end">
          <IconButton label="Copy, move and verify" icon={<Ellipsis size={15} />} />
        </MenuButton>
        <IconButton label="Refresh" icon={<RefreshCw size={15} />} onPress={props.onRefresh} />
        <ToggleButton
          label="Properties"
          icon={<PanelRight size={15} />}
          isSelected={isPanelOpen}
          onChange={props.onPanel}
        />
      </div>
    </div>
  );
}
