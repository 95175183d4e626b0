// The context menu of a row.
import {
  Download,
  Eye,
  FolderOpen,
  FolderSync,
  FolderUp,
  Globe,
  KeyRound,
  LayoutDashboard,
  Link,
  ListChecks,
  PanelRight,
  Trash2,
  Type,
  UserLock,
} from 'lucide-react';
import { chordLabel } from '@shared/keyboard/chord';
import { t } from '@shared/strings/t';
import type { MenuAction, MenuEntry } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';

export interface RowMenuParts {
  readonly entry: ListingEntry;
  /** The folder whose rows are shown. */
  readonly prefix: string;
  readonly disabledReasons: Pick<ContainerDisabledReasons, 'download' | 'remove' | 'sign'>;
  readonly copyMenuActions: readonly MenuEntry[];
  readonly onOpen: (entry: ListingEntry) => void;
  readonly onOpenFolder: (prefix: string) => void;
  readonly onShowProperties: () => void;
  readonly onCountSizes: (prefix: string) => void;
  readonly onDownload: () => void;
  readonly onVerify: (prefix: string) => void;
  readonly onSync: (prefix: string) => void;
  readonly onCopyName: (name: string) => void;
  readonly onCopyLink: (name: string) => void;
  readonly onCopyUrl: (name: string) => void;
  readonly onShare: (name: string) => void;
  readonly onDelete: () => void;
  /** By its path; null in accounts without access lists. */
  readonly onShowAccess: ((path: string) => void) | null;
}

export function rowMenu(parts: RowMenuParts): readonly MenuEntry[] {
  const { entry, prefix, disabledReasons, copyMenuActions, onOpen } = parts;
  const { onShowAccess } = parts;
  const folder = entry.name.slice(0, entry.name.lastIndexOf('/', entry.name.length - 2) + 1);
  return [
    {
      id: 'open',
      label: entry.kind === 'folder' ? t`Open folder` : t`Preview`,
      icon: entry.kind === 'folder' ? <FolderOpen size={14} /> : <Eye size={14} />,
      ...greyed(entry.kind === 'folder' ? null : disabledReasons.download),
      onAction: () => onOpen(entry),
    },
    ...(folder === prefix
      ? []
      : [
          {
            id: 'its-folder',
            label: t`Open containing folder`,
            icon: <FolderUp size={14} />,
            onAction: () => parts.onOpenFolder(folder),
          },
        ]),
    entry.kind === 'blob'
      ? {
          id: 'properties',
          label: t`Show properties`,
          icon: <PanelRight size={14} />,
          ...greyed(disabledReasons.download),
          onAction: parts.onShowProperties,
        }
      : {
          id: 'sizes',
          label: t`Folder sizes`,
          icon: <LayoutDashboard size={14} />,
          onAction: () => parts.onCountSizes(entry.name),
        },
    {
      id: 'download',
      label: t`Download…`,
      icon: <Download size={14} />,
      ...greyed(disabledReasons.download),
      onAction: parts.onDownload,
    },
    ...(entry.kind === 'folder'
      ? [
          {
            id: 'verify',
            label: t`Verify a local folder against this one…`,
            icon: <ListChecks size={14} />,
            onAction: () => parts.onVerify(entry.name),
          },
          {
            id: 'sync',
            label: t`Sync this folder…`,
            icon: <FolderSync size={14} />,
            onAction: () => parts.onSync(entry.name),
          },
        ]
      : []),
    'separator',
    ...copyMenuActions,
    'separator',
    {
      id: 'copy',
      label: t`Copy name`,
      icon: <Type size={14} />,
      onAction: () => parts.onCopyName(entry.name),
    },
    ...(entry.kind === 'blob'
      ? [
          {
            id: 'url',
            label: t`Copy URL`,
            icon: <Globe size={14} />,
            onAction: () => parts.onCopyUrl(entry.name),
          },
          { id: 'link', label: t`Copy link`, icon: <Link size={14} />, onAction: () => parts.onCopyLink(entry.name) },
          {
            id: 'share',
            label: t`Share (SAS)…`,
            icon: <KeyRound size={14} />,
            ...greyed(disabledReasons.sign),
            onAction: () => parts.onShare(entry.name),
          },
        ]
      : []),
    ...(onShowAccess === null
      ? []
      : [
          {
            id: 'acl',
            label: t`Access control (ACL)…`,
            icon: <UserLock size={14} />,
            onAction: () => onShowAccess(entry.name.replace(/\/$/u, '')),
          },
        ]),
    'separator',
    {
      id: 'delete',
      label: t`Delete…`,
      icon: <Trash2 size={14} />,
      shortcut: chordLabel('Delete'),
      tone: 'danger',
      ...greyed(disabledReasons.remove),
      onAction: parts.onDelete,
    },
  ];
}

function greyed(why: string | null): Pick<MenuAction, 'isDisabled' | 'description'> {
  return why === null ? {} : { isDisabled: true, description: why };
}
