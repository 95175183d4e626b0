// One row of a container: a folder or a blob with its size, age, tier, type and checksum.
import { File, FileArchive, FileImage, FileText, FileVideo, Folder } from 'lucide-react';
import { createElement, memo, useContext } from 'react';
import type { BlobItem } from '@shared/model/blob';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { Truncate, classNames, relativeTime } from '@renderer/ui';
import { BlobName, CutName } from '../names/blob-name';
import { exactTime } from '../exact-time';
import type { ListingEntry } from '../listing/listing';
import { leafName } from '../names/path';
import type { FolderSize } from '../sizes/known-sizes';
import { spokenName } from '../names/visible-name';
import { DropFolder } from './drop-folder';
import { isStorageClass, tierLabel } from '../names/storage-class';
import styles from './blob-list.module.css';

type DeletedFacts = NonNullable<Extract<ListingEntry, { kind: 'blob' }>['deleted']>;

export interface BlobRowProps {
  readonly id: string;
  readonly entry: ListingEntry;
  readonly prefix: string;
  /** Index in the whole list, from zero. */
  readonly index: number;
  /** Pixels from the list's top. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  /** The length of the name's end that distinguishes it from its neighbours; null: its beginning does. */
  readonly tail: number | null;
  readonly nowMs: number;
  readonly folderSize: FolderSize | undefined;
}

export const BlobRow = memo(function BlobRow(props: BlobRowProps) {
  const { id, entry, prefix, index, top, isSelected, isCurrent, tail, nowMs, folderSize } = props;
  const leaf = leafName(entry.name, prefix);
  const isDeleted = entry.kind === 'blob' && entry.deleted !== undefined;
  const isMeant = useContext(DropFolder) === entry.name && entry.kind === 'folder';
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      draggable={!isDeleted}
      data-index={index}
      data-folder={entry.kind === 'folder' ? entry.name : undefined}
      className={classNames(
        styles.row,
        isDeleted && styles.deleted,
        isSelected && styles.selected,
        isCurrent && styles.current,
        isMeant && styles.meant,
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="gridcell"
        className={styles.nameCell}
        aria-label={`${spokenName(leaf)}${entry.kind === 'folder' ? t`, folder` : isDeleted ? t`, deleted` : ''}`}
      >
        <EntryIcon entry={entry} />
        <PathName path={leaf} title={visibleLine(entry.name)} kind={entry.kind} tail={tail} />
      </div>
      {entry.kind === 'blob' ? (
        <BlobCells item={entry.item} deleted={entry.deleted} nowMs={nowMs} />
      ) : (
        <FolderCells size={folderSize} nowMs={nowMs} />
      )}
    </div>
  );
});

interface BlobCellsProps {
  readonly item: BlobItem;
  readonly deleted: DeletedFacts | undefined;
  readonly nowMs: number;
}

function BlobCells({ item, deleted, nowMs }: BlobCellsProps) {
  const at = deleted?.deletedAt ?? item.lastModified;
  const atMs = Date.parse(at);
  return (
    <>
      <div role="gridcell" className={styles.size} title={counted(item.bytes, 'byte')}>
        {formatBytes(item.bytes)}
      </div>
      <div role="gridcell" className={styles.modified} title={at === '' ? '' : exactTime(at)}>
        {at === '' ? (
          <Absent what={t`Time not reported by the service`} />
        ) : Number.isNaN(atMs) ? (
          at
        ) : (
          relativeTime(atMs, nowMs)
        )}
      </div>
      <div role="gridcell" className={styles.tier}>
        {item.tier === '' ? <Absent what={t`No access tier`} /> : <Truncate>{tierLabel(item.tier)}</Truncate>}
      </div>
      {deleted === undefined ? (
        <div role="gridcell" className={styles.type} title={item.contentType}>
          {item.contentType === '' ? <Absent what={t`No content type`} /> : item.contentType}
        </div>
      ) : (
        <div role="gridcell" className={styles.type} title={t`Until it is permanently deleted`}>
          {deleted.version === null ? <RemainingDays days={deleted.remainingDays} /> : t`as a version`}
        </div>
      )}
      <div role="gridcell" className={styles.md5} title={item.contentMd5 === '' ? '' : item.contentMd5}>
        {item.contentMd5 !== '' ? (
          item.contentMd5
        ) : isStorageClass(item.tier) ? (
          <Absent what={t`S3 lists objects without an MD5; the properties may have one`} />
        ) : (
          <span className={styles.noChecksum}>{t`none stored`}</span>
        )}
      </div>
    </>
  );
}

function RemainingDays({ days }: { readonly days: number | null }) {
  if (days === null) return <Absent what={t`Retention not reported by the service`} />;
  return days === 0 ? t`less than a day` : plural(days)`${formatCount(days)} day left | ${formatCount(days)} days left`;
}

/** The path of a blob is dimmed and shrinks first: users look for the name itself. */
function PathName({
  path,
  title,
  kind,
  tail,
}: {
  readonly path: string;
  readonly title: string;
  readonly kind: 'folder' | 'blob';
  readonly tail: number | null;
}) {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <span className={styles.nameText} title={title}>
      {cut > 0 ? (
        <span className={styles.way}>
          <BlobName name={path.slice(0, cut)} />
        </span>
      ) : null}
      <span className={classNames(styles.leaf, tail === null && styles.cutAtEnd)}>
        <CutName name={path.slice(cut)} tail={tail} />
        {kind === 'folder' ? <span className={styles.slash}>/</span> : null}
      </span>
    </span>
  );
}

interface FolderCellsProps {
  readonly size: FolderSize | undefined;
  readonly nowMs: number;
}

function FolderCells({ size, nowMs }: FolderCellsProps) {
  const newestMs = Date.parse(size?.newest ?? '');
  return (
    <>
      <div
        role="gridcell"
        className={styles.size}
        title={
          size && t`${counted(size.blobs, 'blob')}, ${counted(size.bytes, 'byte')}, counted ${exactTime(size.asOf)}`
        }
      >
        {size ? formatBytes(size.bytes) : <Absent what={t`Not counted: the Sizes view counts folders`} />}
      </div>
      <div role="gridcell" className={styles.modified} title={size && exactTime(size.newest)}>
        {Number.isNaN(newestMs) ? '' : relativeTime(newestMs, nowMs)}
      </div>
      <div role="gridcell" className={styles.tier} />
      <div role="gridcell" className={styles.type}>{t`folder`}</div>
      <div role="gridcell" className={styles.md5} />
    </>
  );
}

function Absent({ what }: { readonly what: string }) {
  return (
    <span className={styles.absent} title={what}>
      ·
    </span>
  );
}

function EntryIcon({ entry }: { readonly entry: ListingEntry }) {
  if (entry.kind === 'folder') return <Folder size={15} className={styles.folderIcon} aria-hidden />;
  return createElement(iconFor(entry.item.contentType), { size: 15, className: styles.fileIcon, 'aria-hidden': true });
}

function iconFor(contentType: string): typeof File {
  if (contentType.startsWith('image/')) return FileImage;
  if (contentType.startsWith('video/')) return FileVideo;
  if (contentType.startsWith('text/') || contentType.endsWith('json') || contentType.endsWith('xml')) return FileText;
  return /zip|tar|compressed|gzip/.test(contentType) ? FileArchive : File;
}
