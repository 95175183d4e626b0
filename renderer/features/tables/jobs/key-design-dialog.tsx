// Designs the keys of a table step by step: from the filters that were used on it to the parts of both keys, what every
// query costs today and with those keys, and the keys that real rows would have. Changes nothing. Over 300 lines: one
// state, seen in six parts.
import { importCommand } from '@shared/commands/key-commands';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { wholeTable } from '@shared/model/table-query';
import {
  type KeyDesign,
  type QueryShape,
  type UsedProperty,
  columnsOf,
  costAfter,
  filtersOf,
  guidPart,
  isCheaper,
  isUnique,
  keyExpressions,
  proposedKeys,
  shapesOf,
  splitKeys,
  tryKeys,
  usedProperties,
} from '@shared/import/key-design';
import { parseFilter } from '@shared/query/odata';
import { unpackRows } from '@shared/rows/packed-rows';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call, useStream } from '@renderer/bridge';
import {
  Badge,
  Button,
  Checkbox,
  CostBadge,
  Dialog,
  ErrorNotice,
  IconButton,
  NumberField,
  Select,
  TextField,
  reasonOf,
} from '@renderer/ui';
import { ArrowDown, ArrowUp, Copy, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyText } from '../result/copy-text';
import type { RowsOfTable } from './copy-draft';
import styles from './key-design.module.css';

interface KeyDesignDialogProps {
  readonly of: RowsOfTable;
  readonly onClose: () => void;
}

/** What was changed of the proposal; null where it stands as proposed. */
interface Choices {
  readonly dominant: string | null;
  readonly parts: readonly string[] | null;
  readonly inPartition: number | null;
  readonly delimiter: string | null;
  readonly order: KeyDesign['order'];
  readonly buckets: number;
}

const asProposed: Choices = {
  dominant: null,
  parts: null,
  inPartition: null,
  delimiter: null,
  order: 'oldest first',
  buckets: 0,
};

export function KeyDesignDialog({ of, onClose }: KeyDesignDialogProps) {
  const { connectionId, table } = of;
  const { latest: history } = useStream('library.watch-history', { connectionId, table });
  const { rows, error } = useSampleRows(connectionId, table);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [choices, setChoices] = useState(asProposed);
  const shapes = shapesOf([
    ...filtersOf((history ?? []).map(({ terms }) => terms)),
    ...added.map((text) => parseFilter(text)),
  ]);
  const used = usedProperties(shapes);
  const dominant = shapes.find(({ example }) => example === choices.dominant) ?? shapes[0];
  const change = (part: Partial<Choices>): void => setChoices({ ...choices, ...part });
  const design = dominant === undefined || rows === null ? null : designOf(dominant, used, rows, choices);
  const expressions = design === null || rows === null ? null : keyExpressions(design, rows);

  return (
    <Dialog
      title={t`Design keys for ${table}`}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={onClose}>{t`Close`}</Button>
          {expressions === null ? null : (
            <Button
              variant="primary"
              icon={<Copy size={14} aria-hidden />}
              onPress={() => copyText(importCommand(expressions), t`the import command`)}
            >
              {t`Copy import command`}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.steps}>
        <p className={styles.quiet}>
          {t`Reads up to 1,000 rows of the table and its query history. Nothing is changed.`}
        </p>
        <Step number={1} title={t`Properties that queries filter by`}>
          <PropertyList used={used} isLoading={history === undefined} />
          <AddQuery onAdd={(text) => setAdded([...added, text])} />
        </Step>
        {error === null ? null : <ErrorNotice error={error} />}
        {dominant === undefined || design === null || rows === null ? null : (
          <>
            <Step number={2} title={t`The query that matters most`}>
              <Select
                label={t`Dominant query`}
                value={dominant.example}
                options={shapes.map(({ example, count }) => ({
                  value: example,
                  label: example,
                  description: counted(count, 'query'),
                }))}
                onChange={(example) => change({ ...asProposed, dominant: example })}
              />
            </Step>
            <Step number={3} title={t`Parts of the keys, the most important first`}>
              <PartList
                parts={partsOf(design)}
                rows={rows}
                onChange={(parts) => change({ parts, inPartition: null })}
              />
            </Step>
            <Step number={4} title={t`PartitionKey and RowKey`}>
              <KeyForm design={design} onChange={change} />
              <dl className={styles.keys}>
                <dt>PartitionKey</dt>
                <dd>{expressions?.partition}</dd>
                <dt>RowKey</dt>
                <dd>{expressions?.row}</dd>
              </dl>
            </Step>
            <Step title={t`What queries cost`}>
              <CostTable shapes={shapes} design={design} />
            </Step>
            <Step title={t`Keys of rows of this table`}>
              <Trial design={design} rows={rows} />
            </Step>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Each part once, in order: one property may be both keys. */
const partsOf = ({ partition, row }: KeyDesign): readonly string[] => [...new Set([...partition, ...row])];

function designOf(
  dominant: QueryShape,
  used: readonly UsedProperty[],
  rows: readonly Entity[],
  { parts, inPartition, delimiter, order, buckets }: Choices,
): KeyDesign {
  const proposed = proposedKeys(dominant, used, rows);
  const all = parts ?? partsOf(proposed);
  const keys =
    inPartition !== null && all.length > 1
      ? { partition: all.slice(0, inPartition), row: all.slice(inPartition) }
      : parts === null
        ? proposed
        : splitKeys(all, dominant);
  return {
    partition: keys.partition,
    row: keys.row,
    delimiter: delimiter === null || delimiter === '' ? proposed.delimiter : delimiter,
    order,
    buckets,
  };
}

interface StepProps {
  readonly number?: number;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <section className={styles.step} aria-label={title}>
      <h3 className={styles.heading}>
        {number === undefined ? null : <span className={styles.number}>{number}</span>}
        {title}
      </h3>
      {children}
    </section>
  );
}

const useLabels: Readonly<Record<UsedProperty['use'], string>> = {
  exact: t`exact value`,
  range: t`range or prefix`,
  other: t`checked row by row`,
};

function PropertyList({ used, isLoading }: { readonly used: readonly UsedProperty[]; readonly isLoading: boolean }) {
  if (used.length === 0) {
    const text = t`No query with a filter is recorded for this table. Run one, or add the filter of a query that matters.`;
    return <p className={styles.quiet}>{isLoading ? t`Reading the query history…` : text}</p>;
  }
  return (
    <ul className={styles.properties}>
      {used.map(({ name, queries, use }) => (
        <li key={name}>
          <code>{name}</code>
          <Badge>{counted(queries, 'query')}</Badge>
          <span className={styles.quiet}>{useLabels[use]}</span>
        </li>
      ))}
    </ul>
  );
}

function problemIn(filter: string): string | undefined {
  try {
    parseFilter(filter);
    return undefined;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

function AddQuery({ onAdd }: { readonly onAdd: (filter: string) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (): void => {
    if (text.trim() === '') return;
    const wrong = problemIn(text);
    setProblem(wrong);
    if (wrong !== undefined) return;
    onAdd(text);
    setText('');
  };
  return (
    <div className={styles.line}>
      <TextField
        label={t`Add a query`}
        value={text}
        face="mono"
        placeholder={t`Author eq 'Brady' and Category eq 'Sports'`}
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
        }}
        onSubmit={add}
        errorMessage={problem}
        className={styles.wide ?? ''}
      />
      <Button icon={<Plus size={14} aria-hidden />} onPress={add}>
        {t`Add`}
      </Button>
    </div>
  );
}

/** The focus goes to the same button of the next part; of the last part that is left none can be pressed. */
function focusAfterRemoval(list: HTMLElement | null, index: number, count: number): void {
  const neighbour = list?.children[index + 1] ?? list?.children[index - 1];
  const button = neighbour?.querySelector<HTMLElement>('button:last-of-type');
  const below = list?.nextElementSibling?.querySelector<HTMLElement>('button');
  (count > 2 ? button : below)?.focus();
}

interface PartListProps {
  readonly parts: readonly string[];
  readonly rows: readonly Entity[];
  readonly onChange: (parts: readonly string[]) => void;
}

function PartList({ parts, rows, onChange }: PartListProps) {
  const list = useRef<HTMLOListElement>(null);
  const others = [...columnsOf(rows), guidPart].filter((name) => !parts.includes(name));
  const swapped = (index: number): readonly string[] =>
    parts.map((name, at) =>
      at === index ? (parts[index + 1] ?? name) : at === index + 1 ? (parts[index] ?? name) : name,
    );
  return (
    <>
      <ol ref={list} className={styles.parts}>
        {parts.map((name, index) => (
          <li key={name}>
            <code>{name === guidPart ? t`a new value for every row` : name}</code>
            <IconButton
              label={t`Move ${name} up`}
              size="small"
              icon={<ArrowUp size={14} />}
              isDisabled={index === 0}
              onPress={() => onChange(swapped(index - 1))}
            />
            <IconButton
              label={t`Move ${name} down`}
              size="small"
              icon={<ArrowDown size={14} />}
              isDisabled={index === parts.length - 1}
              onPress={() => onChange(swapped(index))}
            />
            <IconButton
              label={t`Remove ${name}`}
              size="small"
              icon={<X size={14} />}
              isDisabled={parts.length === 1}
              onPress={() => {
                focusAfterRemoval(list.current, index, parts.length);
                onChange(parts.filter((other) => other !== name));
              }}
            />
          </li>
        ))}
      </ol>
      {others.length === 0 ? null : (
        <Select
          label={t`Add a part`}
          value=""
          options={[
            { value: '', label: t`Choose a property`, isDisabled: true },
            ...others.map((name) => ({ value: name, label: name === guidPart ? t`a new value for every row` : name })),
          ]}
          onChange={(name) => {
            if (name !== '') onChange([...parts, name]);
          }}
          className={styles.narrow ?? ''}
        />
      )}
      <p className={isUnique(parts, rows) || rows.length === 0 ? styles.quiet : styles.problem} role="status">
        {rows.length === 0
          ? t`The table has no rows to try the parts on.`
          : isUnique(parts, rows)
            ? t`Together they identify each of the ${counted(rows.length, 'row')} read.`
            : t`Several rows would get the same keys: add a part that identifies each row, such as RowKey.`}
      </p>
    </>
  );
}

interface KeyFormProps {
  readonly design: KeyDesign;
  readonly onChange: (part: Partial<Choices>) => void;
}

function KeyForm({ design, onChange }: KeyFormProps) {
  const parts = partsOf(design);
  const splits = Array.from({ length: Math.max(0, parts.length - 1) }, (_, index) => index + 1);
  return (
    <div className={styles.form}>
      {splits.length < 2 ? null : (
        <Select
          label={t`Parts in the PartitionKey`}
          value={String(design.partition.length)}
          options={splits.map((count) => ({ value: String(count), label: parts.slice(0, count).join(', ') }))}
          onChange={(count) => onChange({ inPartition: Number(count) })}
        />
      )}
      <TextField
        label={t`Delimiter`}
        value={design.delimiter}
        face="mono"
        onChange={(delimiter) => onChange({ delimiter: delimiter.slice(0, 3) })}
      />
      <NumberField
        label={t`Hash buckets`}
        description={t`Divides busy partitions; 0 divides none.`}
        value={design.buckets}
        min={0}
        max={10_000}
        fractionDigits={0}
        onChange={(buckets) => onChange({ buckets: Number.isFinite(buckets) ? buckets : 0 })}
      />
      <Checkbox
        isSelected={design.order === 'newest first'}
        onChange={(isNewest) => onChange({ order: isNewest ? 'newest first' : 'oldest first' })}
      >
        {t`Newest first`}
      </Checkbox>
    </div>
  );
}

function CostTable({ shapes, design }: { readonly shapes: readonly QueryShape[]; readonly design: KeyDesign }) {
  return (
    <div className={styles.scroller} tabIndex={0} role="group" aria-label={t`What queries cost`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Filter`}</th>
            <th scope="col" className={styles.figure}>{t`Queries`}</th>
            <th scope="col">{t`Today`}</th>
            <th scope="col">{t`Afterwards`}</th>
          </tr>
        </thead>
        <tbody>
          {shapes.map((shape) => {
            const after = costAfter(shape, design);
            return (
              <tr key={shape.example} data-cheaper={isCheaper(after, shape.costClass)}>
                <td>
                  <code>{shape.example}</code>
                </td>
                <td className={styles.figure}>{formatCount(shape.count)}</td>
                <td>
                  <CostBadge costClass={shape.costClass} />
                </td>
                <td>
                  <CostBadge costClass={after} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Only shown: an import makes its own. */
const exampleGuid = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

function Trial({ design, rows }: { readonly design: KeyDesign; readonly rows: readonly Entity[] }) {
  const { samples, rows: count, partitions, largestPartition, problems } = tryKeys(design, rows, exampleGuid);
  if (samples.length === 0 && problems.length === 0) return <p className={styles.quiet}>{t`The table has no rows.`}</p>;
  return (
    <>
      {samples.length === 0 ? null : (
        <div className={styles.scroller} tabIndex={0} role="group" aria-label={t`Keys of rows of this table`}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">PartitionKey</th>
                <th scope="col">RowKey</th>
                <th scope="col">{t`Today`}</th>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ before, after }) => (
                <tr key={`${before.partition} ${before.row}`}>
                  <td>
                    <code>{after.partition}</code>
                  </td>
                  <td>
                    <code>{after.row}</code>
                  </td>
                  <td>
                    <code className={styles.quiet}>{`${before.partition} · ${before.row}`}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.quiet}>
        {t`${counted(count, 'row')}: ${plural(partitions)`${formatCount(partitions)} partition | ${formatCount(partitions)} partitions`}, the largest with ${counted(largestPartition, 'row')}.`}
      </p>
      {problems.map((text) => (
        <p key={text} className={styles.problem}>
          {text}
        </p>
      ))}
    </>
  );
}

interface SampleRows {
  /** Null while they are read. */
  readonly rows: readonly Entity[] | null;
  readonly error: StowageError | null;
}

function useSampleRows(connectionId: string, table: string): SampleRows {
  const [state, setState] = useState<SampleRows>({ rows: null, error: null });
  useEffect(() => {
    const stop = new AbortController();
    sampleRows(connectionId, table, stop.signal).then(
      (rows) => setState({ rows, error: null }),
      (thrown: unknown) => {
        if (!stop.signal.aborted) setState({ rows: [], error: StowageError.from(thrown) });
      },
    );
    return () => stop.abort();
  }, [connectionId, table]);
  return state;
}

const sampledRows = 1000;
/** Pages without a row that are followed. */
const maxEmptyPages = 5;

async function sampleRows(connectionId: string, table: string, signal: AbortSignal): Promise<readonly Entity[]> {
  const query = { ...wholeTable(table), limit: sampledRows };
  const { sessionId } = await call('tables.open', { connectionId, query }, { signal });
  try {
    for (let pages = 0; ; pages += 1) {
      const page = await call('tables.next-packed-page', { sessionId }, { signal });
      const rows = page.blocks.flatMap(unpackRows);
      if (rows.length > 0 || !page.more || pages === maxEmptyPages) return rows;
    }
  } finally {
    call('tables.close', { sessionId }).catch(() => undefined);
  }
}
