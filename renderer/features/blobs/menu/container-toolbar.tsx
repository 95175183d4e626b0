// Above the rows of a container: the current path, and the actions on the selection.
import {
  ChevronDown,
  Download,
  Ellipsis,
  FolderSync,
  History,
  ListChecks,
  PanelRight,
  RefreshCw,
  Trash2,
  Upload,
  UserLock,
} from 'lucide-react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import {
  Button,
  IconButton,
  type MenuAction,
  MenuButton,
  type MenuEntry,
  type Option,
  ResponsiveLabel,
  Select,
  ToggleButton,
  showFailure,
} from '@renderer/ui';
import { overwriteChoices } from '../transfer/overwrite-choice';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';
import { PathBar, type PathBarProps } from '../navigation/path-bar';
import styles from './container-toolbar.module.css';
import type { Settings } from '@shared/model/settings';
import { useSettings, writeSettings } from '@renderer/bridge';

export interface ContainerToolbarProps extends Pick<PathBarProps, 'account'> {
  readonly container: string;
  readonly prefix: string;
  readonly selectedCount: number;
  readonly disabledReasons: Pick<ContainerDisabledReasons, 'upload' | 'download' | 'remove'>;
  /** Why deleted blobs cannot be listed; null when they can. */
  readonly deletedDisabledReason: string | null;
  readonly overwrite: OverwritePolicy;
  readonly isPanelOpen: boolean;
  readonly copyMenuActions: readonly MenuEntry[];
  readonly onOpenFolder: (prefix: string) => void;
  readonly onOverwrite: (policy: OverwritePolicy) => void;
  readonly onUpload: (kind: 'files' | 'folder', options?: 'shown') => void;
  /** Compares a local folder with what is stored here. */
  readonly onVerify: () => void;
  /** Makes this folder equal to another place, or that one equal to it. */
  readonly onSync: () => void;
  /** Who has access to the shown folder; null in accounts without access lists. */
  readonly onShowAccess: (() => void) | null;
  readonly onShowDeleted: () => void;
  readonly onDownload: (options?: 'shown') => void;
  readonly onDelete: () => void;
  readonly onRefresh: () => void;
  readonly onPanel: (isOpen: boolean) => void;
}

export function uploadActions({ disabledReasons, onUpload }: ContainerToolbarProps): readonly MenuAction[] {
  const disabledProps =
    disabledReasons.upload === null ? {} : { isDisabled: true, description: disabledReasons.upload };
  return [
    { id: 'upload-files', label: t`Upload files…`, ...disabledProps, onAction: () => onUpload('files') },
    { id: 'upload-folder', label: t`Upload folder…`, ...disabledProps, onAction: () => onUpload('folder') },
    {
      id: 'upload-files-with',
      label: t`Upload files with options…`,
      ...disabledProps,
      onAction: () => onUpload('files', 'shown'),
    },
    {
      id: 'upload-folder-with',
      label: t`Upload folder with options…`,
      ...disabledProps,
      onAction: () => onUpload('folder', 'shown'),
    },
  ];
}

export function moreActions(props: ContainerToolbarProps): readonly MenuEntry[] {
  const { copyMenuActions, deletedDisabledReason } = props;
  return [
    ...copyMenuActions,
    'separator',
    {
      id: 'download-with',
      label: t`Download with options…`,
      icon: <Download size={14} />,
      isDisabled: props.disabledReasons.download !== null || props.selectedCount === 0,
      ...(props.disabledReasons.download === null ? {} : { description: props.disabledReasons.download }),
      onAction: () => props.onDownload('shown'),
    },
    {
      id: 'verify',
      label: t`Verify a local folder against this one…`,
      icon: <ListChecks size={14} />,
      onAction: props.onVerify,
    },
    { id: 'sync', label: t`Sync this folder…`, icon: <FolderSync size={14} />, onAction: props.onSync },
    ...(props.onShowAccess === null
      ? []
      : [
          {
            id: 'acl-here',
            label: t`Access control (ACL) of this folder…`,
            icon: <UserLock size={14} />,
            onAction: props.onShowAccess,
          },
        ]),
    {
      id: 'deleted',
      label: t`Deleted blobs`,
      icon: <History size={14} />,
      isDisabled: deletedDisabledReason !== null,
      ...(deletedDisabledReason === null ? {} : { description: deletedDisabledReason }),
      onAction: props.onShowDeleted,
    },
  ];
}

const overwriteOptions = overwriteChoices.map(({ policy, label, inBar }) => asSetting({ value: policy, label, inBar }));

export function ContainerToolbar(props: ContainerToolbarProps) {
  const { container, prefix, selectedCount, disabledReasons, overwrite, isPanelOpen } = props;
  return (
    <div className={styles.toolbar}>
      <PathBar account={props.account} container={container} prefix={prefix} onOpen={props.onOpenFolder} />
      <div className={styles.actions}>
        <Select
          label={t`If a name already exists`}
          labelPosition="hidden"
          appearance="bare"
          className={styles.overwrite ?? ''}
          options={overwriteOptions}
          value={overwrite}
          onChange={props.onOverwrite}
        />
        <VerifyChoice />
        <MenuButton label={t`Upload`} entries={uploadActions(props)} placement="bottom end">
          <Button variant="primary" icon={<Upload size={14} />} disabledReason={disabledReasons.upload}>
            {t`Upload`}
            <ChevronDown size={12} className={styles.opens} aria-hidden />
          </Button>
        </MenuButton>
        <Button
          icon={<Download size={14} />}
          disabledReason={disabledReasons.download}
          isDisabled={selectedCount === 0}
          onPress={() => props.onDownload()}
        >
          <ResponsiveLabel needs="little">{t`Download`}</ResponsiveLabel>
        </Button>
        <IconButton
          label={t`Delete`}
          icon={<Trash2 size={15} />}
          disabledReason={disabledReasons.remove}
          isDisabled={selectedCount === 0}
          onPress={props.onDelete}
        />
        <MenuButton label={t`Copy, move and verify`} entries={moreActions(props)} placement="bottom end">
          <IconButton label={t`Copy, move and verify`} icon={<Ellipsis size={15} />} />
        </MenuButton>
        <IconButton label={t`Refresh`} icon={<RefreshCw size={15} />} onPress={props.onRefresh} />
        <ToggleButton
          label={t`Properties`}
          icon={<PanelRight size={15} />}
          isSelected={isPanelOpen}
          onChange={props.onPanel}
        />
      </div>
    </div>
  );
}

// How the next transfers are verified: chosen beside the policy for existing names, saved with the settings.

const choices: readonly Option<Settings['verify']>[] = [
  asSetting({ value: 'md5', label: t`Verify MD5`, inBar: t`Check: MD5` }),
  asSetting({ value: 'length', label: t`Verify length`, inBar: t`Check: length` }),
  asSetting({ value: 'none', label: t`No verification`, inBar: t`Check: none` }),
];

function VerifyChoice() {
  const { verify } = useSettings();
  return (
    <Select
      label={t`How transfers are verified`}
      labelPosition="hidden"
      appearance="bare"
      className={styles.overwrite ?? ''}
      options={choices}
      value={verify}
      onChange={(chosen) => {
        writeSettings({ verify: chosen }).catch((thrown: unknown) =>
          showFailure(thrown, t`The setting could not be saved`),
        );
      }}
    />
  );
}

interface BarSetting<V extends string> {
  readonly value: V;
  /** In the list: its effect. */
  readonly label: string;
  /** `Existing: skip`. */
  readonly inBar: string;
}

function asSetting<V extends string>({ value, label, inBar }: BarSetting<V>): Option<V> {
  const text = (
    <>
      <span className={styles.inList}>{label}</span>
      <span className={styles.inBar}>{inBar}</span>
    </>
  );
  return { value, label, text };
}
