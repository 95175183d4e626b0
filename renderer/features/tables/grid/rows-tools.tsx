// The tools for rows in the view bar: sort order and finding; and the panels of its View menu for the display of values and
// for named layouts.
import { t } from '@shared/strings/t';
import { Button, IconButton, SegmentedControl, TextField } from '@renderer/ui';
import { ArrowDown, ArrowUp, Check, Pencil, Trash2, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { Arrangement } from './arrangement';
import { FindField } from './find-field';
import styles from './rows-tools.module.css';
import { type ColumnChoice, deleteLayout, readLayouts, renameLayout, saveLayout } from '../result/columns';
import type { ResultGrid } from './use-result-grid';
import type { Display } from '../result/value-format';
import { type ReactNode, useState } from 'react';

export interface RowsToolsProps {
  readonly grid: ResultGrid;
  readonly rowCount: number;
  readonly isActive: boolean;
  /** The menu with columns, display and layouts. */
  readonly view: ReactNode;
}

export function RowsTools({ grid, rowCount, isActive, view }: RowsToolsProps) {
  return (
    <>
      <SortNote arrangement={grid.arrangement} text={grid.sortedText} rowCount={rowCount} />
      {view}
      <FindField
        find={grid.find}
        selection={grid.selection}
        isActive={isActive}
        onGo={grid.go}
        onLeave={() => grid.handle.current?.focus()}
      />
    </>
  );
}

const notSortedLabels = {
  sorting: t`Sorting the loaded rows…`,
  unreadable: t`Not sorted: some loaded rows could not be read from disk`,
} as const;

interface SortNoteProps {
  readonly arrangement: Arrangement;
  readonly text: string;
  readonly rowCount: number;
}

function SortNote({ arrangement, text, rowCount }: SortNoteProps) {
  const { sort, status, order } = useStore(arrangement.store);
  if (sort === undefined) return null;
  const Arrow = sort.direction === 'ascending' ? ArrowUp : ArrowDown;
  const isPart = status === 'idle' && order !== undefined && order.length < rowCount;
  const shownText = status === 'idle' ? text : notSortedLabels[status];
  const detail = status === 'idle' && !isPart ? 'all' : 'more';
  return (
    <div role="group" data-tools="sort" data-says={detail} aria-label={t`Sort`} className={styles.sort}>
      <Arrow size={13} aria-hidden />
      <span className={styles.sortName} title={sort.name}>
        {sort.name}
      </span>
      <span role="status" className={styles.count} title={shownText}>
        {shownText}
      </span>
      {isPart ? (
        <Button size="small" variant="quiet" onPress={arrangement.sortAgain}>{t`Sort all loaded rows`}</Button>
      ) : null}
      <IconButton label={t`Clear sort`} size="small" icon={<X size={14} aria-hidden />} onPress={arrangement.clear} />
    </div>
  );
}

interface DisplayPanelProps {
  readonly display: Display;
  readonly onChange: (display: Display) => void;
}

export function DisplayPanel({ display, onChange }: DisplayPanelProps) {
  return (
    <div className={styles.panel}>
      <div className={styles.choice}>
        <span>{t`Dates`}</span>
        <SegmentedControl<Display['dates']>
          label={t`Dates`}
          options={[
            { value: 'utc', label: t`UTC` },
            { value: 'local', label: t`Local` },
            { value: 'raw', label: t`Raw` },
          ]}
          value={display.dates}
          onChange={(dates) => onChange({ ...display, dates })}
        />
      </div>
      <div className={styles.choice}>
        <span>{t`Binary`}</span>
        <SegmentedControl<Display['bytes']>
          label={t`Binary`}
          options={[
            { value: 'hex', label: t`Hex` },
            { value: 'base64', label: t`Base64` },
            { value: 'size', label: t`Size` },
          ]}
          value={display.bytes}
          onChange={(bytes) => onChange({ ...display, bytes })}
        />
      </div>
      <div className={styles.choice}>
        <span>{t`Long text`}</span>
        <SegmentedControl<Display['text']>
          label={t`Long text`}
          options={[
            { value: 'line', label: t`One line` },
            { value: 'wrapped', label: t`Three lines` },
          ]}
          value={display.text}
          onChange={(text) => onChange({ ...display, text })}
        />
      </div>
      <p className={styles.note}>{t`Saved for this table. Copied values are exact.`}</p>
    </div>
  );
}

interface LayoutsPanelProps {
  readonly choice: ColumnChoice;
  readonly onApply: (choice: ColumnChoice) => void;
}

/** Reads the layouts whenever it opens: another tab may have changed them. */
export function LayoutsPanel({ choice, onApply }: LayoutsPanelProps) {
  const [layouts, setLayouts] = useState(readLayouts);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const given = name.trim();
  const isKnown = layouts.some((layout) => layout.name === given);
  const save = (): void => {
    if (given === '') return;
    const saveProblem = saveLayout({ name: given, choice });
    setProblem(saveProblem);
    if (saveProblem === null) setName('');
    setLayouts(readLayouts());
  };
  const rename = (): void => {
    if (renaming !== null && renaming.text.trim() !== '') renameLayout(renaming.name, renaming.text.trim());
    setRenaming(null);
    setLayouts(readLayouts());
  };
  return (
    <div className={styles.panel}>
      {layouts.length === 0 ? (
        <p className={styles.note}>
          {t`No layouts yet. Save the columns of this table as a layout to use them in other tables.`}
        </p>
      ) : (
        <ul className={styles.layouts} aria-label={t`Layouts`}>
          {layouts.map((layout) => (
            <li key={layout.name} className={styles.layout}>
              {renaming?.name === layout.name ? (
                <>
                  <TextField
                    label={t`New name of ${layout.name}`}
                    labelPosition="hidden"
                    size="small"
                    autoFocus
                    value={renaming.text}
                    onChange={(text) => setRenaming({ name: layout.name, text })}
                    onSubmit={rename}
                  />
                  <IconButton label={t`Rename`} size="small" icon={<Check size={14} aria-hidden />} onPress={rename} />
                </>
              ) : (
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    className={styles.apply ?? ''}
                    onPress={() => onApply(layout.choice)}
                  >
                    {layout.name}
                  </Button>
                  <IconButton
                    label={t`Rename ${layout.name}`}
                    size="small"
                    icon={<Pencil size={14} aria-hidden />}
                    onPress={() => setRenaming({ name: layout.name, text: layout.name })}
                  />
                  <IconButton
                    label={t`Delete ${layout.name}`}
                    size="small"
                    icon={<Trash2 size={14} aria-hidden />}
                    onPress={() => {
                      deleteLayout(layout.name);
                      setLayouts(readLayouts());
                    }}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.saveAs}>
        <TextField
          label={t`Layout name`}
          labelPosition="hidden"
          placeholder={t`Save columns as layout…`}
          size="small"
          value={name}
          onChange={setName}
          onSubmit={save}
          {...(problem === null ? {} : { errorMessage: problem })}
        />
        <Button size="small" isDisabled={given === ''} onPress={save}>
          {isKnown ? t`Replace` : t`Save`}
        </Button>
      </div>
    </div>
  );
}
