// Beside the treemap, the same as a table, also for screen readers, and the composition of the blobs.
import { type ReactNode, useRef, useState } from 'react';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import type { SizeShare } from '@shared/model/blob-sizes';
import { Button, Select, Truncate, relativeTime, useNowMs } from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { exactTime } from '../exact-time';
import type { SizedNode } from './known-sizes';
import type { Sizing } from './sizes-store';
import { shareText, tilesOf } from './tiles';
import styles from './breakdown.module.css';

type Shown = 'folders' | 'endings' | 'tiers' | 'ages' | 'largest';

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'folders', label: t`Folders` },
  { value: 'endings', label: t`File extensions` },
  { value: 'tiers', label: t`Access tiers` },
  { value: 'ages', label: t`Last change` },
  { value: 'largest', label: t`Largest blobs` },
];

export interface BreakdownProps {
  readonly sizing: Sizing;
  readonly node: SizedNode;
  /** How many larger folders are left out. */
  readonly from: number;
  readonly onOpen: (prefix: string) => void;
  readonly onGoOn: (from: number) => void;
  readonly onShowBlobs: () => void;
  readonly onOpenBlob: (name: string) => void;
  /** Counts the displayed folder separately. */
  readonly onCount: () => void;
}

export function Breakdown({ sizing, node, from, onOpen, onGoOn, onShowBlobs, onOpenBlob, onCount }: BreakdownProps) {
  const [shown, setShown] = useState<Shown>('folders');
  const rows = useRef<HTMLDivElement>(null);
  const { sizes } = sizing;
  if (sizes === null) return null;
  // The row that was pressed is not among those that come: the keyboard waits at the first of them.
  const toOtherRows = (go: () => void): void => {
    if (rows.current !== null) rows.current.scrollTop = 0;
    rows.current?.focus();
    go();
  };
  const isOfMore = shown !== 'folders' && sizing.prefix !== node.path;
  return (
    <section className={styles.panel} aria-label={t`Show as table`}>
      <Select
        label={t`Show`}
        labelPosition="hidden"
        size="small"
        className={styles.choice ?? ''}
        options={choices}
        value={shown}
        onChange={setShown}
      />
      {isOfMore ? (
        <p className={styles.note}>
          {sizing.prefix === '' ? t`Everything in the container.` : t`Everything below ${sizing.prefix}.`}{' '}
          <Button size="small" variant="quiet" onPress={onCount}>{t`Count this folder`}</Button>
        </p>
      ) : null}
      <div
        ref={rows}
        className={styles.scroll}
        tabIndex={0}
        data-sticky-edges
        role="group"
        aria-label={t`Sizes, ${labelOf(shown)}`}
      >
        {shown === 'folders' ? (
          <FolderTable
            node={node}
            from={from}
            onShowBlobs={onShowBlobs}
            onOpen={(prefix) => toOtherRows(() => onOpen(prefix))}
            onGoOn={(next) => toOtherRows(() => onGoOn(next))}
          />
        ) : shown === 'largest' ? (
          <Table heads={[t`Blob`, t`Size`, t`Modified`]}>
            {sizes.largest.map(({ name, bytes, lastModified }) => (
              <Row
                key={name}
                name={name}
                share={bytes / Math.max(1, sizes.largest[0]?.bytes ?? 1)}
                cells={[<Bytes key="b" bytes={bytes} />, <Changed key="c" at={lastModified} />]}
                onPress={() => onOpenBlob(name)}
              />
            ))}
          </Table>
        ) : (
          <ShareTable
            what={labelOf(shown)}
            shares={sizes[shown]}
            absent={shown === 'endings' ? t`no extension` : t`not reported`}
          />
        )}
      </div>
    </section>
  );
}

type FolderTableProps = Pick<BreakdownProps, 'node' | 'from' | 'onOpen' | 'onGoOn' | 'onShowBlobs'>;

function FolderTable({ node, from, onOpen, onGoOn, onShowBlobs }: FolderTableProps) {
  const tiles = tilesOf(node, from);
  return (
    <Table heads={[t`Folder`, t`Size`, t`Share`, t`Blobs`]}>
      {tiles.map((tile) => {
        const { node: inner, next } = tile;
        return (
          <Row
            key={tile.key}
            name={tile.label}
            share={node.bytes === 0 ? 0 : tile.bytes / node.bytes}
            cells={[<Bytes key="b" bytes={tile.bytes} />, shareText(tile.bytes, node.bytes), formatCount(tile.blobs)]}
            onPress={
              inner
                ? () => onOpen(inner.path)
                : next !== null
                  ? () => onGoOn(next)
                  : tile.kind === 'own'
                    ? onShowBlobs
                    : null
            }
          />
        );
      })}
    </Table>
  );
}

interface ShareTableProps {
  readonly what: string;
  readonly shares: readonly SizeShare[];
  readonly absent: string;
}

function ShareTable({ what, shares, absent }: ShareTableProps) {
  const total = shares.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Table heads={[what, t`Size`, t`Share`, t`Blobs`]}>
      {shares.map(({ name, blobs, bytes }) => (
        <Row
          key={name}
          name={name === '' ? absent : name}
          share={total === 0 ? 0 : bytes / total}
          cells={[<Bytes key="b" bytes={bytes} />, shareText(bytes, total), formatCount(blobs)]}
          onPress={null}
        />
      ))}
    </Table>
  );
}

function Table({ heads, children }: { readonly heads: readonly string[]; readonly children: ReactNode }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  /** 0…1, drawn under the name. */
  readonly share: number;
  readonly cells: readonly ReactNode[];
  readonly onPress: (() => void) | null;
}

function Row({ name, share, cells, onPress }: RowProps) {
  const text = (
    <Truncate text={name}>
      <BlobName name={name} />
    </Truncate>
  );
  return (
    <tr>
      <th scope="row">
        {onPress ? (
          <button type="button" className={styles.link} onClick={onPress}>
            {text}
          </button>
        ) : (
          <span className={styles.plain}>{text}</span>
        )}
        <span className={styles.share} style={{ width: `${Math.min(1, share) * 100}%` }} aria-hidden />
      </th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  );
}

function Bytes({ bytes }: { readonly bytes: number }) {
  return <span title={counted(bytes, 'byte')}>{formatBytes(bytes)}</span>;
}

function Changed({ at }: { readonly at: string }) {
  const nowMs = useNowMs();
  const atMs = Date.parse(at);
  return <span title={exactTime(at)}>{Number.isNaN(atMs) ? at : relativeTime(atMs, nowMs)}</span>;
}

function labelOf(shown: Shown): string {
  return choices.find(({ value }) => value === shown)?.label ?? '';
}
