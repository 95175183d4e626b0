// The list of differences beside the details of the selected one.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { t } from '@shared/strings/t';
import { Checkbox, ErrorNotice, TypeBadge, classNames, useListWindow } from '@renderer/ui';
import styles from './diff.module.css';
import {
  type DifferencePages,
  type KindFilter,
  createDifferencePages,
  kindLabels,
  readDifferences,
  valueText,
  whatDiffers,
} from './comparison';
import { Minus, PencilLine, Plus } from 'lucide-react';
import type { Difference, DifferenceKind } from '@shared/model/table-diff';
import { keyText } from '../result/value-format';
import listStyles from './difference-view.module.css';
import type { EdmValue } from '@shared/model/entity';
import { propertyDifferences } from '@shared/diff/differences';

interface DifferenceViewProps {
  readonly diffId: string;
  readonly kind: KindFilter;
  readonly total: number;
  readonly leaveOut: ReadonlySet<string>;
}

export function DifferenceView({ diffId, kind, total, leaveOut }: DifferenceViewProps) {
  const pages = useMemo(
    () => createDifferencePages(readDifferences(diffId, kind === 'all' ? undefined : kind)),
    [diffId, kind],
  );
  const [selected, setSelected] = useState(0);
  const held = useSyncExternalStore(pages.subscribe, pages.held);
  const found = held.at(selected);
  if (total === 0) return <p className={styles.none}>{noneLabels[kind]}</p>;
  return (
    <div className={styles.view}>
      <DifferenceList pages={pages} total={total} leaveOut={leaveOut} selected={selected} onSelect={setSelected} />
      {held.error === null ? null : <ErrorNotice error={held.error} />}
      {found === undefined ? null : <DifferenceDetail found={found} leaveOut={leaveOut} />}
    </div>
  );
}

const noneLabels: Readonly<Record<KindFilter, string>> = {
  all: t`No differences.`,
  changed: t`No rows exist in both tables with different values.`,
  removed: t`No rows exist only in A.`,
  added: t`No rows exist only in B.`,
};

interface DifferenceListProps {
  readonly pages: DifferencePages;
  readonly total: number;
  readonly leaveOut: ReadonlySet<string>;
  /** Index of the selected one, or -1. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

const headPx = 32;
const headings = [t`Difference`, 'PartitionKey', 'RowKey', t`Differing properties`];

/** The list, of which only the differences in view are fetched and rendered. Arrow keys move through it. */
function DifferenceList({ pages, total, leaveOut, selected, onSelect }: DifferenceListProps) {
  const id = useId();
  const { scroller, bodyPx, first, last, topOf, reveal, stepped, onScroll } = useListWindow(total, headPx);
  const held = useSyncExternalStore(pages.subscribe, pages.held);
  useEffect(() => {
    if (last >= first) pages.need(first, last);
  }, [pages, first, last, held]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepped(event.key, selected);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    reveal(next);
  };

  const isShown = selected >= first && selected <= last;
  const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  return (
    <div
      ref={scroller}
      className={classNames(listStyles.list, isShown && listStyles.hasActive)}
      role="grid"
      tabIndex={0}
      data-sticky-edges
      aria-label={t`Differences`}
      aria-rowcount={total + 1}
      aria-colcount={headings.length}
      aria-activedescendant={isShown ? `${id}-${selected}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={listStyles.listHead}>
        {headings.map((text) => (
          <span key={text} role="columnheader">
            {text}
          </span>
        ))}
      </div>
      <div role="presentation" className={listStyles.listBody} style={{ height: bodyPx }}>
        <div
          role="presentation"
          className={listStyles.listShown}
          style={{ transform: `translateY(${topOf(first)}px)` }}
        >
          {indexes.map((index) => (
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === selected}
              className={classNames(listStyles.listRow, index === selected && listStyles.selected)}
              onClick={() => onSelect(index)}
            >
              <RowCells found={held.at(index)} leaveOut={leaveOut} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

interface RowCellsProps {
  readonly found: Difference | undefined;
  readonly leaveOut: ReadonlySet<string>;
}

function RowCells({ found, leaveOut }: RowCellsProps) {
  if (found === undefined) {
    return (
      <span role="gridcell" className={listStyles.waiting}>
        …
      </span>
    );
  }
  const differs = whatDiffers(found, leaveOut);
  return (
    <>
      <span role="gridcell" className={classNames(listStyles.kind, listStyles[found.kind])}>
        {kindIcons[found.kind]}
        {kindLabels[found.kind]}
      </span>
      <span role="gridcell" className={listStyles.key} title={keyText(found.partitionKey)}>
        {found.partitionKey === '' ? (
          <span className={listStyles.faint}>&quot;&quot;</span>
        ) : (
          keyText(found.partitionKey)
        )}
      </span>
      <span role="rowheader" className={listStyles.key} title={keyText(found.rowKey)}>
        {found.rowKey === '' ? <span className={listStyles.faint}>&quot;&quot;</span> : keyText(found.rowKey)}
      </span>
      <span role="gridcell" className={listStyles.differs} title={differs}>
        {differs}
      </span>
    </>
  );
}

const kindIcons: Readonly<Record<DifferenceKind, ReactNode>> = {
  added: <Plus size={13} aria-hidden />,
  removed: <Minus size={13} aria-hidden />,
  changed: <PencilLine size={13} aria-hidden />,
};

interface DifferenceDetailProps {
  readonly found: Difference;
  readonly leaveOut: ReadonlySet<string>;
}

interface Line {
  readonly name: string;
  readonly left: EdmValue | null;
  readonly right: EdmValue | null;
  readonly state: 'differs' | 'equal' | 'left-out';
}

/** One difference in full: every property of both rows side by side, with the differing ones marked. */
export function DifferenceDetail({ found, leaveOut }: DifferenceDetailProps) {
  const [scope, setScope] = useState<'all' | 'differing'>('differing');
  const lines = linesOf(found, leaveOut);
  const hidden = lines.filter(({ state }) => state !== 'differs').length;
  const shown = scope === 'all' ? lines : lines.filter(({ state }) => state === 'differs');
  return (
    <section aria-label={t`Properties of the selected difference`} className={listStyles.detail}>
      <div className={listStyles.detailHead}>
        <div className={listStyles.detailKeys}>
          <code title={keyText(found.partitionKey)}>
            {found.partitionKey === '' ? '""' : keyText(found.partitionKey)}
          </code>
          <code title={keyText(found.rowKey)}>{found.rowKey === '' ? '""' : keyText(found.rowKey)}</code>
        </div>
        {hidden > 0 ? (
          <Checkbox isSelected={scope === 'all'} onChange={(is) => setScope(is ? 'all' : 'differing')}>
            {t`Show ${hidden} equal`}
          </Checkbox>
        ) : null}
      </div>
      <div className={listStyles.detailScroll} tabIndex={0} role="group" aria-label={t`Properties in A and in B`}>
        <table className={listStyles.properties}>
          <thead>
            <tr>
              <th scope="col">{t`Property`}</th>
              <th scope="col">{t`A`}</th>
              <th scope="col">{t`B`}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, left, right, state }) => (
              <tr key={name} className={listStyles[state === 'differs' ? 'differing' : 'same']}>
                <th scope="row" title={state === 'left-out' ? t`${name} is ignored` : name}>
                  {name}
                </th>
                <Side value={left} row={found.left === null ? 'absent' : 'present'} />
                <Side value={right} row={found.right === null ? 'absent' : 'present'} />
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? (
          <p className={listStyles.noProperties}>{t`The row has no properties other than its keys.`}</p>
        ) : null}
      </div>
    </section>
  );
}

function Side({ value, row }: { readonly value: EdmValue | null; readonly row: 'absent' | 'present' }) {
  if (value === null) {
    return <td className={listStyles.absent}>{row === 'absent' ? t`no such row` : t`not set`}</td>;
  }
  return (
    <td>
      <span className={listStyles.side}>
        <TypeBadge type={value.type} />
        <span className={classNames(listStyles.value)}>{valueText(value)}</span>
      </span>
    </td>
  );
}

function linesOf({ left, right }: Difference, leaveOut: ReadonlySet<string>): readonly Line[] {
  const lefts = left?.properties ?? [];
  const rights = right?.properties ?? [];
  const differing = new Set(propertyDifferences(lefts, rights, leaveOut).map(({ name }) => name));
  const inLeft = new Map(lefts.map(({ name, value }) => [name, value]));
  const inRight = new Map(rights.map(({ name, value }) => [name, value]));
  const names = [...new Set([...inLeft.keys(), ...inRight.keys()])];
  return names.map((name) => ({
    name,
    left: inLeft.get(name) ?? null,
    right: inRight.get(name) ?? null,
    state: leaveOut.has(name) ? 'left-out' : differing.has(name) ? 'differs' : 'equal',
  }));
}
