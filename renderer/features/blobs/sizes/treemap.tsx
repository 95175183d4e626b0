// A folder as tiles whose areas are sizes; arrow keys go from tile to tile, Enter goes into one.
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { classNames, useNowMs } from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { exactTime } from '../exact-time';
import type { SizedNode } from './known-sizes';
import { type Tile, ageStep, tileText, tilesOf } from './tiles';
import { type Direction, type Rect, neighbour, treemapLayout } from './treemap-layout';
import styles from './treemap.module.css';

export type TileColour = 'depth' | 'age';

export interface TreemapProps {
  readonly node: SizedNode;
  /** How many larger folders are left out. */
  readonly from: number;
  readonly colour: TileColour;
  /** The map, to which the focus returns when another folder is shown. */
  readonly mapRef: RefObject<HTMLDivElement | null>;
  readonly onOpen: (node: SizedNode) => void;
  /** The blobs directly in the folder were chosen. */
  readonly onShowBlobs: () => void;
  /** Smaller folders were chosen, after so many larger ones. */
  readonly onGoOn: (from: number) => void;
  /** Says whether there was anywhere to go. */
  readonly onUp: () => boolean;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export function Treemap({ node, from, colour, mapRef, onOpen, onShowBlobs, onGoOn, onUp }: TreemapProps) {
  const { width, height } = useElementSize(mapRef);
  const nowMs = useNowMs();
  const widthOf = useMemo(() => captionMeasure(), []);
  const tiles = useMemo(() => tilesOf(node, from), [node, from]);
  const rects = useMemo(
    () => treemapLayout(weightsOf(tiles), { left: 0, top: 0, width, height }),
    [tiles, width, height],
  );
  const [currentKey, setCurrentKey] = useState('');
  const current = Math.max(
    0,
    tiles.findIndex(({ key }) => key === currentKey),
  );
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    mapRef.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [current, node, from, mapRef]);

  const choose = ({ kind, node: inner, next }: Tile): void => {
    wantsFocus.current = inner !== null || next !== null;
    if (inner) onOpen(inner);
    else if (next !== null) onGoOn(next);
    else if (kind === 'own') onShowBlobs();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = directions[event.key];
    if (event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)) {
      wantsFocus.current = onUp();
    } else if (direction !== undefined && !event.altKey) {
      const next = neighbour(rects, current, direction);
      if (next !== -1) {
        wantsFocus.current = true;
        setCurrentKey(tiles[next]?.key ?? '');
      }
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={mapRef}
      role="group"
      aria-label={t`Sizes below ${node.path === '' ? t`the container` : node.path}`}
      className={styles.map}
      onKeyDown={onKeyDown}
    >
      {width === 0
        ? null
        : tiles.map((tile, index) => {
            const rect = rects[index];
            return rect ? (
              <div
                key={tile.key}
                className={classNames(styles.tile, styles[tile.kind], tile.next !== null && styles.goesOn)}
                style={placed(rect)}
                {...{ [textAttribute]: hoverText(tile, node) }}
                {...ageOf(colour, tile.newest, nowMs)}
              >
                <TileInside tile={tile} rect={rect} colour={colour} nowMs={nowMs} whole={node} widthOf={widthOf} />
                <button
                  type="button"
                  tabIndex={index === current ? 0 : -1}
                  className={styles.hit}
                  aria-label={tileText(tile, node)}
                  title={hoverText(tile, node)}
                  onPointerMove={reportPointedItem}
                  onPointerLeave={({ currentTarget }) => {
                    currentTarget.title = hoverText(tile, node);
                  }}
                  onFocus={() => setCurrentKey(tile.key)}
                  onClick={() => choose(tile)}
                />
              </div>
            ) : null;
          })}
    </div>
  );
}

/**
 * Tiles within a tile lie under the button of the outer one, but their descriptions are shown while the pointer is over
 * them.
 */
function reportPointedItem({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const within = document.elementsFromPoint(clientX, clientY).find((element) => element.hasAttribute(textAttribute));
  const text = within?.getAttribute(textAttribute) ?? '';
  if (currentTarget.title !== text) currentTarget.title = text;
}

const textAttribute = 'data-words';

interface TileInsideProps {
  /** The folder that is shown. */
  readonly whole: SizedNode;
  readonly tile: Tile;
  readonly rect: Rect;
  readonly colour: TileColour;
  readonly nowMs: number;
  /** Of a name, in px. */
  readonly widthOf: (text: string) => number;
}

/** The name and size where they fit, and what is inside where there is room for it. */
function TileInside({ whole, tile, rect, colour, nowMs, widthOf }: TileInsideProps) {
  const inner = tile.node;
  if (!hasHead(rect)) return null;
  const area: Rect = { left: 3, top: 22, width: rect.width - 8, height: rect.height - 27 };
  const inside = inner && inner.inner.length > 0 && area.width > 40 && area.height > 24 ? tilesOf(inner) : [];
  const rects = treemapLayout(weightsOf(inside), area);
  return (
    <>
      <span className={styles.head} aria-hidden>
        <span className={styles.name}>
          <BlobName name={tile.label} />
        </span>
        {rect.width > 110 ? <span className={styles.bytes}>{formatBytes(tile.bytes)}</span> : null}
      </span>
      {inside.map((one, index) => {
        const innerRect = rects[index];
        return innerRect && innerRect.width > 3 && innerRect.height > 3 ? (
          <span
            key={one.key}
            aria-hidden
            {...{ [textAttribute]: hoverText(one, whole) }}
            className={classNames(styles.inner, styles[one.kind])}
            style={placed(innerRect)}
            {...ageOf(colour, one.newest, nowMs)}
          >
            {hasRoomFor(one.label, innerRect, widthOf) ? <BlobName name={one.label} /> : null}
          </span>
        ) : null;
      })}
    </>
  );
}

/** Tiles are sized by bytes, or by count where all are empty. */
function weightsOf(tiles: readonly Tile[]): readonly number[] {
  const hasBytes = tiles.some(({ bytes }) => bytes > 0);
  return tiles.map(({ bytes, blobs }) => (hasBytes ? bytes : blobs));
}

function hoverText(tile: Tile, whole: SizedNode): string {
  const changed = tile.newest === '' ? '' : t`\nlast change ${exactTime(tile.newest)}`;
  const goesOn = tile.next === null ? '' : t`\nClick to open`;
  return `${tileText(tile, whole)}\n${counted(tile.bytes, 'byte')}${changed}${goesOn}`;
}

function ageOf(colour: TileColour, newest: string, nowMs: number): { readonly 'data-age'?: number } {
  const step = colour === 'age' ? ageStep(newest, nowMs) : null;
  return step === null ? {} : { 'data-age': step };
}

function hasHead({ width, height }: Rect): boolean {
  return width > 44 && height > 26;
}

/** Wide enough for the start of any name. */
const cutNamePx = 64;
const namePaddingPx = 11;

/** The whole name, or as much of it as identifies it. */
function hasRoomFor(label: string, { width, height }: Rect, widthOf: (text: string) => number): boolean {
  return height > 22 && (width > cutNamePx || width >= widthOf(label) + namePaddingPx);
}

function placed({ left, top, width, height }: Rect): {
  readonly transform: string;
  readonly width: number;
  readonly height: number;
} {
  // A seam of one pixel keeps equal colours apart.
  return {
    transform: `translate(${left}px, ${top}px)`,
    width: Math.max(1, width - 1),
    height: Math.max(1, height - 1),
  };
}

/** As wide as an average letter of the caption, where nothing can be measured. */
const letterPx = 6;

/** Measures in the font of captions, in px. */
function captionMeasure(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return (text) => text.length * letterPx;
  const computed = getComputedStyle(document.documentElement);
  context.font = `${computed.getPropertyValue('--size-caption')} ${computed.getPropertyValue('--font-interface')}`;
  return (text) => context.measureText(text).width;
}

/** The size of an element, as it changes. */
function useElementSize(element: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = target;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(target);
    return () => sizes.disconnect();
  }, [element]);
  return size;
}
