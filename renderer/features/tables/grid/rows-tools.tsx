// The tools for rows in the view bar: sort order, finding, display of values, named layouts.
import { t } from '@shared/strings/t';
import { Button, IconButton, Popover, SegmentedControl, TextField } from '@renderer/ui';
import { ArrowDown, ArrowUp, Check, Eye, LayoutList, Pencil, Trash2, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { Arrangement } from './arrangement';
import { FindField } from './find-field';
import styles from './rows-tools.module.css';
import {
  type ColumnChoice,
  type Columns,
  deleteLayout,
  readLayouts,
  renameLayout,
  saveLayout,
} from '../result/columns';
import type { ResultGrid } from './use-result-grid';
import type { Display } from '../result/value-format';
import { useState } from 'react';

export interface RowsToolsProps {
  readonly grid: ResultGrid;
  readonly columns: Columns;
  readonly rowCount: number;
  readonly isActive: boolean;
}

export function RowsTools({ grid, columns, rowCount, isActive }: RowsToolsProps) {
  return (
    <>
      <SortNote arrangement={grid.arrangement} text={grid.sortedText} rowCount={rowCount} />
      <DisplayMenu display={columns.choice.display} onChange={columns.setDisplay} />
      <LayoutsMenu choice={columns.choice} onApply={columns.choose} />
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

interface DisplayMenuProps {
  readonly display: Display;
  readonly onChange: (display: Display) => void;
}

function DisplayMenu({ display, onChange }: DisplayMenuProps) {
  return (
    <Popover
      label={t`Display`}
      placement="bottom end"
      trigger={<IconButton label={t`Display`} size="small" icon={<Eye size={14} aria-hidden />} />}
    >
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
    </Popover>
  );
}

interface LayoutsMenuProps {
  readonly choice: ColumnChoice;
  readonly onApply: (choice: ColumnChoice) => void;
}

function LayoutsMenu({ choice, onApply }: LayoutsMenuProps) {
  return (
    <Popover
      label={t`Layouts`}
      placement="bottom end"
      trigger={<IconButton label={t`Layouts`} size="small" icon={<LayoutList size={14} aria-hidden />} />}
    >
      <LayoutsPanel choice={choice} onApply={onApply} />
    </Popover>
  );
}

/** Reads the layouts whenever it opens: another tab may have changed them. */
function LayoutsPanel({ choice, onApply }: LayoutsMenuProps) {
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
                  <IconButton label={t`Cancel`} size="small" icon={<Check size={14} aria-hidden />} onPress={rename} />
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
