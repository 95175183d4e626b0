// The strip of open tabs: select, close (button, middle click, Delete), go along with the arrow keys, move by dragging.
import { X } from 'lucide-react';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '@shared/strings/t';
import { visibleLines } from '@shared/visible-text';
import { classNames } from './class-names';
import { panelElementId, tabElementId } from './tab-ids';
import { beginTabDrag, carriesTab, endTabDrag, indexAt, useDraggedTab } from './tab-drag';
import { inlineSign, keyAlong } from './reading-side';
import styles from './tab-strip.module.css';
import { TruncateName } from './truncate';
import { beginAlike } from './begin-alike';

export interface StripTab {
  readonly id: string;
  readonly title: string;
  readonly icon?: ReactNode;
  /** A dot in this colour token before the title, such as `--mark-red`. */
  readonly mark?: string | undefined;
  /** On hover: where it comes from. */
  readonly hint?: string | undefined;
  /** Its name is in italics: the next one opens in its place. */
  readonly isPreview?: boolean;
}

export interface TabStripProps {
  readonly label: string;
  readonly tabs: readonly StripTab[];
  readonly selectedId: string | null;
  /** Of two strips side by side only one has the keys. */
  readonly focus: 'here' | 'beside';
  readonly onSelect: (id: string) => void;
  readonly onClose: (id: string) => void;
  /** A tab of any strip was dropped; its new position is counted without the tab itself. */
  readonly onDrop: (id: string, at: number) => void;
  /** Takes files of the desktop that are dropped on the tab; null if it accepts none. */
  readonly filesOn?: (id: string) => ((files: DataTransfer) => void) | null;
  readonly onContextMenu?: (event: MouseEvent, id: string) => void;
  readonly onDoubleClick?: (id: string) => void;
  /** Whether some of them are out of sight. */
  readonly onOverflow?: (isOverflowing: boolean) => void;
  /** The key that closes the active tab. */
  readonly closeShortcut?: string | undefined;
  readonly className?: string;
}

export function TabStrip(props: TabStripProps) {
  const { label, tabs, selectedId, focus, onSelect, onClose, onContextMenu } = props;
  const strip = useRef<HTMLDivElement>(null);
  const drop = useTabDrop(strip, tabs, props.onDrop);
  const files = useFileDrop(props.filesOn);
  useSelectedInView(strip, [selectedId, ...tabs.map(({ id }) => id)].join(' '), props.onOverflow);

  const alike = useMemo(() => beginAlike(tabs.map(({ title }) => title)), [tabs]);

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = tabAfter(keyAlong(event), index, tabs.length);
    const tab = tabs[target ?? index];
    if (!tab) return;
    if (target !== null) {
      onSelect(tab.id);
      tabElements(strip.current)[target]?.focus();
    } else if (event.key === 'Delete') {
      onClose(tab.id);
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={strip}
      className={classNames(styles.strip, focus === 'beside' && styles.beside, props.className)}
      role="tablist"
      aria-label={label}
      onScroll={(event) => markHiddenEnds(event.currentTarget)}
      onWheel={(event) => scrollAlong(event.currentTarget, event)}
      {...drop.handlers}
    >
      {tabs.map((tab, index) => {
        const isSelected = tab.id === selectedId;
        return (
          <div
            key={tab.id}
            role="tab"
            id={tabElementId(tab.id)}
            aria-selected={isSelected}
            aria-controls={isSelected ? panelElementId(tab.id) : undefined}
            tabIndex={isSelected ? 0 : -1}
            title={tab.hint === undefined ? undefined : visibleLines(tab.hint)}
            className={classNames(
              styles.tab,
              tab.title.length > shortCharacters && styles.long,
              isSelected && styles.selected,
              tab.isPreview === true && styles.preview,
              drop.marked(index) === 'before' && styles.dropBefore,
              drop.marked(index) === 'after' && styles.dropAfter,
              files.overId === tab.id && styles.filesOver,
            )}
            {...files.handlersOf(tab.id)}
            draggable
            onDragStart={(event) => beginTabDrag(event.dataTransfer, tab.id)}
            onDragEnd={endTabDrag}
            onMouseDown={(event) => {
              if (event.button === 1) event.preventDefault();
            }}
            onClick={() => onSelect(tab.id)}
            onAuxClick={(event) => {
              if (event.button === 1) onClose(tab.id);
            }}
            onContextMenu={(event) => onContextMenu?.(event, tab.id)}
            onDoubleClick={() => props.onDoubleClick?.(tab.id)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {tab.mark !== undefined && <span className={styles.mark} style={{ background: `var(${tab.mark})` }} />}
            {tab.icon}
            <TruncateName tail={alike.get(tab.title) ?? null} className={styles.title ?? ''}>
              {tab.title}
            </TruncateName>
            <span
              aria-hidden
              data-own-press
              className={styles.close}
              data-close-tab={tab.id}
              title={props.closeShortcut === undefined ? t`Close` : t`Close (${props.closeShortcut})`}
              onClick={(event) => {
                event.stopPropagation();
                onClose(tab.id);
              }}
            >
              <X size={12} />
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** Names up to this many characters are always shown whole. */
const shortCharacters = 12;

/** The chosen tab is seen, also when it moves (`position` is another then) and when the strip has less room. */
function useSelectedInView(
  strip: { readonly current: HTMLElement | null },
  position: string,
  onOverflow: TabStripProps['onOverflow'],
): void {
  const report = useEffectEvent((isOverflowing: boolean) => onOverflow?.(isOverflowing));
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const reveal = (): void => {
      element.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
      markHiddenEnds(element);
      report(element.dataset.more !== undefined);
    };
    reveal();
    if (typeof ResizeObserver === 'undefined') return;
    const sizes = new ResizeObserver(reveal);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [strip, position]);
}

function tabElements(strip: HTMLElement | null): readonly HTMLElement[] {
  return [...(strip?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
}

/** Where the arrow keys, Home and End lead, round the ends; null for any other key. */
function tabAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Edges in the direction of reading: the one where the text begins is the lesser. */
function edgesAlong(element: HTMLElement): { readonly left: number; readonly right: number } {
  const { left, right } = element.getBoundingClientRect();
  return inlineSign(element) === 1 ? { left, right } : { left: -right, right: -left };
}

/** Files of the desktop over a tab that takes them. */
function useFileDrop(filesOn: TabStripProps['filesOn']) {
  const [overId, setOverId] = useState<string | null>(null);
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return {
    overId,
    handlersOf: (id: string) => ({
      onDragOver: (event: DragEvent): void => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        const isTaken = filesOn?.(id) != null;
        event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
        setOverId(isTaken ? id : null);
      },
      onDragLeave: (): void => setOverId(null),
      onDrop: (event: DragEvent): void => {
        setOverId(null);
        if (!carriesFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        filesOn?.(id)?.(event.dataTransfer);
      },
    }),
  };
}

/** Where a dragged tab would land, marked while it is over the strip. */
function useTabDrop(
  strip: { readonly current: HTMLElement | null },
  tabs: readonly StripTab[],
  onDrop: TabStripProps['onDrop'],
) {
  const dragged = useDraggedTab();
  const [at, setAt] = useState<number | null>(null);
  const dropIndexOf = (event: DragEvent): number =>
    indexAt(
      event.clientX * inlineSign(event.currentTarget),
      tabElements(strip.current).map((element) => edgesAlong(element)),
    );
  return {
    handlers: {
      onDragOver: (event: DragEvent): void => {
        if (!carriesTab(event.dataTransfer)) return;
        event.preventDefault();
        setAt(dropIndexOf(event));
      },
      onDragLeave: (event: DragEvent): void => {
        const isInside = event.relatedTarget instanceof Node && strip.current?.contains(event.relatedTarget) === true;
        if (!isInside) setAt(null);
      },
      onDrop: (event: DragEvent): void => {
        setAt(null);
        if (dragged === null || !carriesTab(event.dataTransfer)) return;
        event.preventDefault();
        const to = dropIndexOf(event);
        const from = tabs.findIndex(({ id }) => id === dragged);
        onDrop(dragged, from >= 0 && from < to ? to - 1 : to);
      },
    },
    marked: (index: number): 'before' | 'after' | null => {
      if (dragged === null || at === null) return null;
      if (index === at) return 'before';
      return index === tabs.length - 1 && at === tabs.length ? 'after' : null;
    },
  };
}

/** Less is a rounding of the zoom. */
const minPx = 1;

/** Tells styles at which ends of the element there is more (`data-more`: `start`, `end` or `both`). */
function markHiddenEnds(element: HTMLElement): void {
  const hiddenPx = element.scrollWidth - element.clientWidth;
  // Below zero where the text is read from the right.
  const passedPx = Math.abs(element.scrollLeft);
  const isMoreBefore = passedPx > minPx;
  const isMoreAfter = hiddenPx - passedPx > minPx;
  if (isMoreBefore || isMoreAfter) element.dataset.more = !isMoreAfter ? 'start' : isMoreBefore ? 'both' : 'end';
  else delete element.dataset.more;
}

/** The wheel of most mice turns up and down only; a row has nothing above or below. With Ctrl held it zooms. */
function scrollAlong(
  element: HTMLElement,
  { deltaX, deltaY, ctrlKey }: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey'>,
): void {
  if (!ctrlKey && Math.abs(deltaY) > Math.abs(deltaX)) element.scrollLeft += deltaY * inlineSign(element);
}
