// The blocks of one file: which are waiting, in flight, done or retried, and how long each took.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FileBlocks } from '@shared/model/transfer-trace';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { call } from '@renderer/bridge';
import { ErrorNotice, classNames } from '@renderer/ui';
import { type BlockGroup, areSome, blockGroups, blockSummary } from './block-groups';
import { blockName } from './block-name';
import styles from './block-map.module.css';
import { useQuery } from './use-query';

export interface BlockMapProps {
  readonly jobId: string;
  readonly file: number;
  /** Null if unknown. */
  readonly fileBytes: number | null;
  /** Changes when the blocks may have changed. */
  readonly revision: string;
}

/** More cells than these would be too small to see; neighbours share one. */
const maxCells = 1200;

const legend = [
  { state: '0', word: t`waiting` },
  { state: '1', word: t`in flight` },
  { state: '2', word: t`done` },
  { state: '3', word: t`sent again` },
  { state: '4', word: t`partially done` },
] as const;

export function BlockMap({ jobId, file, fileBytes, revision }: BlockMapProps) {
  const query = `${jobId} ${file}`;
  const { answer, error } = useQuery({
    query,
    revision,
    request: (signal) => call('transfers.blocks', { jobId, file }, { signal }),
  });
  const blocks = answer?.query === query ? answer.value : undefined;
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const cells = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLElement>(null);
  const isShown = blocks !== undefined && blocks !== null;
  // In a low window the map opens below the visible part of the page.
  useEffect(() => {
    if (isShown) map.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isShown, file]);
  if (blocks === undefined) return error === null ? null : <ErrorNotice error={error} />;
  if (blocks === null)
    return <p className={styles.gone}>{t`This file is done; its block details are no longer available.`}</p>;
  const groups = blockGroups(blocks, maxCells);
  const pointed = pointedAt === null ? undefined : groups[pointedAt];
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = steppedCell(event.key, pointedAt, groups.length, cellsInRow(cells.current));
    if (next === null) return;
    event.preventDefault();
    setPointedAt(next);
    cells.current?.children[next]?.scrollIntoView?.({ block: 'nearest' });
  };
  return (
    <section ref={map} className={styles.map} aria-label={t`Blocks of ${blocks.name}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>{blocks.name}</h2>
        <span className={styles.size}>{sizeText(blocks, fileBytes)}</span>
        <ul className={styles.legend} aria-hidden="true">
          {legendOf(groups).map(({ state, word: label }) => (
            <li key={state}>
              <span className={styles.cell} data-state={state} /> {label}
            </li>
          ))}
        </ul>
      </header>
      <div
        ref={cells}
        className={styles.cells}
        role="img"
        tabIndex={0}
        aria-label={
          pointed
            ? messageOf(pointed, blocks)
            : t`${blockSummary(blocks, fileBytes)}. Use the arrow keys to move between blocks.`
        }
        onPointerLeave={() => setPointedAt(null)}
        onBlur={() => setPointedAt(null)}
        onKeyDown={onKeyDown}
      >
        {groups.map(({ state, wasRetried }, index) => (
          <span
            key={index}
            data-state={state}
            className={classNames(styles.cell, wasRetried && styles.retried, index === pointedAt && styles.pointed)}
            onPointerEnter={() => setPointedAt(index)}
          />
        ))}
      </div>
      <p className={styles.words}>{pointed ? messageOf(pointed, blocks) : blockSummary(blocks, fileBytes)}</p>
    </section>
  );
}

function sizeText(blocks: FileBlocks, fileBytes: number | null): string {
  const { states, bytes, blockBytes, numbers } = blocks;
  if (areSome(blocks, fileBytes)) return t`${formatBytes(bytes)} of ${formatBytes(fileBytes)}`;
  if (blockBytes === 0) return t`${formatBytes(bytes)} in one request`;
  return numbers.length === 0
    ? t`${formatCount(states.length)} blocks of ${formatBytes(blockBytes)}`
    : t`${formatCount(states.length)} blocks of ${formatBytes(blockBytes)} and parts of them`;
}

/** A cell of one block is never partly done. */
function legendOf(groups: readonly BlockGroup[]): readonly (typeof legend)[number][] {
  return legend.filter(({ state }) => state !== '4' || groups.some(({ first, last }) => last > first));
}

/** The number of cells in the first row. */
function cellsInRow(cells: HTMLElement | null): number {
  const all = [...(cells?.children ?? [])];
  const [first] = all;
  if (!(first instanceof HTMLElement)) return 1;
  const next = all.findIndex((cell) => cell instanceof HTMLElement && cell.offsetTop > first.offsetTop);
  return next === -1 ? all.length : next;
}

function messageOf({ first, last, latencyMs, state }: BlockGroup, { numbers }: FileBlocks): string {
  const nameOf = (index: number): string => blockName(numbers[index] ?? index);
  const name = first === last ? t`Block ${nameOf(first)}` : t`Blocks ${nameOf(first)}–${nameOf(last)}`;
  const label = legend.find((one) => one.state === state)?.word ?? '';
  return latencyMs === null ? `${name}: ${label}` : `${name}: ${label}, ${formatDuration(latencyMs)}`;
}

/** `at`: the cell now, null before the first key. Null for a key that is not about cells. */
export function steppedCell(key: string, at: number | null, count: number, inRow: number): number | null {
  if (count === 0) return null;
  const within = (cell: number): number => Math.max(0, Math.min(count - 1, cell));
  switch (key) {
    case 'ArrowRight':
      return at === null ? 0 : within(at + 1);
    case 'ArrowLeft':
      return at === null ? 0 : within(at - 1);
    case 'ArrowDown':
      return at === null ? 0 : at + inRow < count ? at + inRow : at;
    case 'ArrowUp':
      return at === null ? 0 : at - inRow >= 0 ? at - inRow : at;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
