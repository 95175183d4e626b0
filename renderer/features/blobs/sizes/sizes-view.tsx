// The sizes below a folder: a treemap, the same as a table, and its composition; counted live.
import { ChevronLeft, Play, RotateCw, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { Button, EmptyState, ErrorNotice, LoadingRows, SegmentedControl, Time } from '@renderer/ui';
import { parentPrefix } from '../names/path';
import { Breakdown } from './breakdown';
import type { SizedNode } from './known-sizes';
import { type Sizing, type SizesStore, sizingFor } from './sizes-store';
import { ageSteps, countText, maxTiles } from './tiles';
import { type TileColour, Treemap } from './treemap';
import styles from './sizes-view.module.css';

export interface SizesViewProps {
  readonly sizes: SizesStore;
  readonly container: string;
  readonly prefix: string;
  readonly onOpen: (prefix: string) => void;
  /** Shows the rows of the folder. */
  readonly onShowBlobs: () => void;
  /** Shows one blob. */
  readonly onOpenBlob: (name: string) => void;
}

export function SizesView({ sizes, container, prefix, onOpen, onShowBlobs, onOpenBlob }: SizesViewProps) {
  const sizings = useStore(sizes.store, (state) => state.sizings);
  const [colour, setColour] = useState<TileColour>('depth');
  const [stepped, setStepped] = useState({ prefix, from: 0 });
  const map = useRef<HTMLDivElement>(null);
  const known = sizingFor(sizings, prefix);
  const isUnknown = known === null;
  useEffect(() => {
    if (isUnknown) void sizes.count(prefix);
  }, [isUnknown, sizes, prefix]);

  const sizing = known?.sizing;
  const node = known?.node ?? null;
  const count = (): void => {
    setStepped({ prefix, from: 0 });
    void sizes.count(prefix);
  };
  const countOn = (): void => {
    setStepped({ prefix, from: 0 });
    void sizes.goOn(prefix);
  };
  const folders = node?.inner.length ?? 0;
  const from = stepped.prefix === prefix && stepped.from < folders ? stepped.from : 0;
  const goOn = (next: number): void => setStepped({ prefix, from: next });
  const goBack = (): void => goOn(from - maxTiles);
  // The back button disappears with its last step; the focus moves to the map.
  const leavesBar = useRef(false);
  useEffect(() => {
    if (leavesBar.current) map.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    leavesBar.current = false;
  }, [from]);
  const goBackByBar = (): void => {
    leavesBar.current = from <= maxTiles;
    goBack();
  };
  const goUp = (): boolean => {
    const parent = parentPrefix(prefix);
    if (from > 0) goBack();
    else if (parent !== null) onOpen(parent);
    return from > 0 || parent !== null;
  };
  const isCut = canGoOn(sizing);
  const countAgain = (
    <Button size="small" variant="quiet" icon={<RotateCw size={13} />} onPress={count}>{t`Count again`}</Button>
  );
  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <Sum sizing={sizing} node={node} from={from} />
        {sizing?.status === 'counting' ? (
          <Button size="small" icon={<Square size={12} />} onPress={() => sizes.stop(sizing.prefix)}>{t`Stop`}</Button>
        ) : isCut ? (
          <Button size="small" icon={<Play size={12} />} onPress={countOn}>{t`Resume`}</Button>
        ) : (
          countAgain
        )}
        {isCut ? countAgain : null}
        {from === 0 ? null : (
          <Button size="small" icon={<ChevronLeft size={13} />} onPress={goBackByBar}>{t`Larger folders`}</Button>
        )}
        <div className={styles.colours}>
          {colour === 'age' ? <AgeLegend /> : null}
          <span className={styles.by} aria-hidden>{t`Colour by`}</span>
          <SegmentedControl
            label={t`Tile colours`}
            options={[
              { value: 'depth', label: t`Depth` },
              { value: 'age', label: t`Last change` },
            ]}
            value={colour}
            onChange={setColour}
          />
        </div>
      </div>
      {sizing?.error ? <ErrorNotice error={sizing.error} onRetry={isCut ? countOn : count} /> : null}
      {sizing && node && node.blobs > 0 ? (
        <div className={styles.body}>
          <Treemap
            node={node}
            from={from}
            colour={colour}
            onShowBlobs={onShowBlobs}
            mapRef={map}
            onOpen={({ path }) => onOpen(path)}
            onGoOn={goOn}
            onUp={goUp}
          />
          <Breakdown
            sizing={sizing}
            node={node}
            from={from}
            onOpen={onOpen}
            onShowBlobs={onShowBlobs}
            onOpenBlob={onOpenBlob}
            onGoOn={goOn}
            onCount={count}
          />
        </div>
      ) : sizing?.status === 'complete' ? (
        <EmptyState title={t`Nothing is stored here`}>
          {t`There are no blobs below this folder of ${container}.`}
        </EmptyState>
      ) : sizing?.status === 'counting' ? (
        <LoadingRows label={t`Counting ${container}`} rows={12} columns={[40, 12, 12]} />
      ) : null}
    </div>
  );
}

/** Something of it was counted, and there is more. */
function canGoOn(sizing: Sizing | undefined): boolean {
  return sizing !== undefined && sizing.sizes !== null && (sizing.status === 'stopped' || sizing.status === 'failed');
}

interface SumProps {
  readonly sizing: Sizing | undefined;
  readonly node: SizedNode | null;
  /** The first of the folders that the map shows. */
  readonly from: number;
}

function Sum({ sizing, node, from }: SumProps) {
  const folders = node?.inner.length ?? 0;
  return (
    <span className={styles.sum} role="status">
      {sizing && node ? (
        <>
          <strong>{formatBytes(node.bytes)}</strong>
          {` · ${countText(node.blobs)}`}
          {sizing.status === 'complete' ? '' : t` so far`}
          {t` · without snapshots and versions`}
          <Requests sizing={sizing} />
          {from === 0 ? null : (
            <>
              {' · '}
              <span>
                {t`folders ${formatCount(from + 1)}–${formatCount(Math.min(folders, from + maxTiles))} of ${formatCount(folders)}, by size`}
              </span>
            </>
          )}
        </>
      ) : (
        t`Counting`
      )}
    </span>
  );
}

function Requests({ sizing: { sizes, status } }: { readonly sizing: Sizing }) {
  if (sizes === null) return null;
  const { requests, asOf } = sizes;
  return (
    <>
      {plural(requests)` · ${formatCount(requests)} list request ·  |  · ${formatCount(requests)} list requests · `}
      {status === 'complete' ? (
        <>
          {t`as of`} <Time at={asOf} />
        </>
      ) : status === 'stopped' ? (
        t`stopped, incomplete`
      ) : status === 'counting' ? (
        t`counting`
      ) : (
        t`incomplete`
      )}
    </>
  );
}

function AgeLegend() {
  return (
    <ul className={styles.legend} aria-label={t`Last change within`}>
      {ageSteps.map(({ label }, index) => (
        <li key={label}>
          <span className={styles.swatch} data-age={index} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
