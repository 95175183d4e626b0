// Go to anything: type a few letters, Enter. A field with a list under it, above everything else.
import {
  Activity,
  BookMarked,
  ChevronRight,
  Clock,
  CopyPlus,
  Diff,
  FileDown,
  FileUp,
  FlaskConical,
  Grid3x3,
  History,
  ListChecks,
  Package,
  PanelBottom,
  PanelLeft,
  Play,
  Plug,
  Plus,
  Search,
  SendHorizontal,
  Settings,
  SunMoon,
  TextCursorInput,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '@shared/strings/t';
import { useStream } from '@renderer/bridge';
import { useConnectionState } from '@renderer/features/connections';
import { KeyCap, Truncate, classNames } from '@renderer/ui';
import { setPalette, useLayout } from '../layout-store';
import { paletteActions } from './palette-actions';
import type { PaletteEntry, PaletteIcon } from './palette-entry';
import { type RankedEntry, rankChoices, rankActions } from './rank-actions';
import styles from './palette.module.css';

const icons: Record<PaletteIcon, ReactNode> = {
  table: <Grid3x3 size={16} />,
  query: <BookMarked size={16} />,
  import: <FileUp size={16} />,
  container: <Package size={16} />,
  monitor: <Activity size={16} />,
  jobs: <ListChecks size={16} />,
  export: <FileDown size={16} />,
  insert: <Plus size={16} />,
  review: <SendHorizontal size={16} />,
  copy: <CopyPlus size={16} />,
  compare: <Diff size={16} />,
  rename: <TextCursorInput size={16} />,
  lab: <FlaskConical size={16} />,
  settings: <Settings size={16} />,
  connection: <Plug size={16} />,
  undo: <History size={16} />,
  appearance: <SunMoon size={16} />,
  tour: <Play size={16} />,
  'side-bar': <PanelLeft size={16} />,
  dock: <PanelBottom size={16} />,
  command: <ChevronRight size={16} />,
  recent: <Clock size={16} />,
};

export function Palette() {
  const isOpen = useLayout((layout) => layout.palette === 'open');
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => setPalette(open ? 'open' : 'closed')}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={t`Go to anything`} className={styles.dialog ?? ''}>
          <PaletteList />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteList() {
  const state = useConnectionState();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const savedQueries = useStream('library.watch', {}).latest;
  const entries = useMemo(() => paletteActions(state, savedQueries?.saved ?? []), [state, savedQueries]);
  const [pendingEntry, setPendingEntry] = useState<PaletteEntry | null>(null);
  const ranked = useMemo(
    () => (pendingEntry === null ? rankActions(entries, typed) : rankChoices(pendingEntry, typed)),
    [pendingEntry, entries, typed],
  );
  const at = Math.min(chosen, ranked.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [at, ranked]);

  // Run only after the palette has closed: until then it traps the focus, and would take it back from wherever the
  // action moves it.
  const chosenAction = useRef<(() => void) | null>(null);
  useEffect(() => () => chosenAction.current?.(), []);
  const run = (entry: RankedEntry | undefined): void => {
    if (!entry || entry.disabledReason !== undefined) return;
    if (entry.choices !== undefined) {
      setPendingEntry(entry);
      setTyped('');
      setChosen(0);
      return;
    }
    chosenAction.current = entry.run;
    setPalette('closed');
  };

  const prompt = promptOf(pendingEntry);
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = ranked.length - 1;
    if (event.key === 'ArrowDown') setChosen(at >= last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') setChosen(at <= 0 ? last : at - 1);
    else if (event.key === 'PageDown') setChosen(Math.min(last, at + 8));
    else if (event.key === 'PageUp') setChosen(Math.max(0, at - 8));
    else if (event.key === 'Enter') run(ranked[at]);
    else if (event.key === 'Backspace' && pendingEntry !== null && typed === '') setPendingEntry(null);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.field}>
        <Search size={16} aria-hidden />
        <input
          className={styles.input}
          autoFocus
          role="combobox"
          aria-label={prompt}
          aria-expanded={ranked.length > 0}
          aria-controls={ranked.length > 0 ? 'palette-list' : undefined}
          aria-autocomplete="list"
          aria-activedescendant={ranked[at] ? optionId(at) : undefined}
          placeholder={prompt}
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <KeyCap keys="Esc" />
      </div>
      {ranked.length > 0 ? (
        <div ref={list} id="palette-list" role="listbox" aria-label={t`Matches`} className={styles.list}>
          {ranked.map((entry, index) => (
            <Option
              key={entry.id}
              entry={entry}
              typed={typed}
              id={optionId(index)}
              isChosen={index === at}
              onPoint={() => setChosen(index)}
              onRun={() => run(entry)}
            />
          ))}
        </div>
      ) : (
        <p className={styles.nothing} role="status">
          {pendingEntry !== null && typed === ''
            ? t`Type a path and press Enter.`
            : t`Nothing matches “${typed}”. Tables and containers appear here once their connection has been opened. Search for blobs in their container.`}
        </p>
      )}
    </>
  );
}

interface OptionProps {
  readonly entry: RankedEntry;
  readonly id: string;
  readonly typed: string;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Option({ entry, id, typed, isChosen, onPoint, onRun }: OptionProps) {
  const { disabledReason } = entry;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={disabledReason !== undefined}
      className={classNames(styles.entry, isChosen && styles.chosen, disabledReason !== undefined && styles.refused)}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className={styles.icon}>{typeof entry.icon === 'string' ? icons[entry.icon] : entry.icon}</span>
      <Truncate className={styles.title ?? ''} text={entry.title}>
        <MarkedTitle entry={entry} />
      </Truncate>
      <span className={styles.place}>{disabledReason ?? entry.context}</span>
      {entry.recency === 'recent' && typed === '' && <span className={styles.recent}>{t`recent`}</span>}
      {entry.shortcut !== undefined && <KeyCap keys={entry.shortcut} />}
    </div>
  );
}

const optionId = (index: number): string => `palette-${index}`;

function promptOf(pendingEntry: PaletteEntry | null): string {
  if (pendingEntry === null) return t`Go to a table, container or action`;
  return pendingEntry.typed === undefined
    ? t`${pendingEntry.title}: choose one`
    : t`${pendingEntry.title}: choose one or type a path`;
}

/** The title with the matched characters marked, runs of them in one element. */
function MarkedTitle({ entry }: { readonly entry: RankedEntry }) {
  const marked = new Set(entry.matched);
  const runs: { readonly from: number; text: string; readonly isMarked: boolean }[] = [];
  for (let at = 0; at < entry.title.length; at += 1) {
    const isMarked = marked.has(at);
    const last = runs[runs.length - 1];
    if (last?.isMarked === isMarked) last.text += entry.title.charAt(at);
    else runs.push({ from: at, text: entry.title.charAt(at), isMarked });
  }
  return (
    <>
      {runs.map(({ from, text, isMarked }) => (isMarked ? <b key={from}>{text}</b> : <span key={from}>{text}</span>))}
    </>
  );
}
