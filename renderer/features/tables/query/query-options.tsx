// How much of a query is fetched: rows per page, a limit on all rows, and whether only the columns that are shown; and the
// choice of these columns.
import { t } from '@shared/strings/t';
import {
  Button,
  Checkbox,
  NumberField,
  Popover,
  ResponsiveLabel,
  SearchField,
  Switch,
  Tooltip,
  TypeBadge,
} from '@renderer/ui';
import { formatCount } from '@shared/units';
import { SlidersHorizontal } from 'lucide-react';
import type { QueryDraft } from './query-draft';
import styles from './query-options.module.css';
import { useState } from 'react';
import type { GridColumn } from '../result/grid-column';

type FetchOptions = Pick<QueryDraft, 'limit' | 'pageSize'>;

interface QueryOptionsProps {
  readonly options: FetchOptions;
  readonly onChange: (options: FetchOptions) => void;
  /** Rows per page where nothing else is chosen here. */
  readonly defaultPageSize: number;
}

const firstLimit = 1_000;
const largestPage = 1_000;

export function QueryOptions({ options, onChange, defaultPageSize }: QueryOptionsProps) {
  const { limit, pageSize } = options;
  return (
    <Popover
      label={t`Query options`}
      placement="bottom end"
      trigger={
        <Tooltip text={t`Page size and row limit`}>
          <Button icon={<SlidersHorizontal size={14} aria-hidden />}>
            {limit === undefined ? <ResponsiveLabel>{t`Options`}</ResponsiveLabel> : t`First ${formatCount(limit)}`}
          </Button>
        </Tooltip>
      }
    >
      <div className={styles.panel}>
        <NumberField
          label={t`Rows per page`}
          value={pageSize ?? defaultPageSize}
          min={1}
          max={largestPage}
          description={
            pageSize === undefined || pageSize === defaultPageSize
              ? t`Default from the settings. The service returns at most 1,000.`
              : t`For this tab only; the default is ${formatCount(defaultPageSize)}.`
          }
          onChange={(rows) =>
            onChange(withPageSize(options, isCount(rows) && rows !== defaultPageSize ? rows : undefined))
          }
        />
        <div className={styles.limit}>
          <Switch
            isSelected={limit !== undefined}
            onChange={(on) => onChange(withLimit(options, on ? firstLimit : undefined))}
          >
            {t`Stop after a number of rows`}
          </Switch>
          {limit === undefined ? null : (
            <NumberField
              label={t`Row limit`}
              value={limit}
              min={1}
              onChange={(rows) => onChange(withLimit(options, isCount(rows) ? rows : limit))}
            />
          )}
        </div>
        <p className={styles.note}>{t`Both take effect with the next run.`}</p>
      </div>
    </Popover>
  );
}

/** The draft with these options and no others. */
export function withOptions(draft: QueryDraft, options: FetchOptions): QueryDraft {
  const { limit: _limit, pageSize: _pageSize, ...rest } = draft;
  return { ...rest, ...options };
}

function withLimit({ pageSize }: FetchOptions, limit: number | undefined): FetchOptions {
  return { ...(pageSize === undefined ? {} : { pageSize }), ...(limit === undefined ? {} : { limit }) };
}

function withPageSize({ limit }: FetchOptions, pageSize: number | undefined): FetchOptions {
  return withLimit(pageSize === undefined ? {} : { pageSize }, limit);
}

/** An emptied number field gives NaN. */
function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}

export interface ColumnsPanelProps {
  readonly columns: readonly GridColumn[];
  readonly hidden: ReadonlySet<string>;
  readonly onHiddenChange: (hidden: ReadonlySet<string>) => void;
  /** `shown` requests only the columns that are shown, from the next run on. */
  readonly fetching: 'all' | 'shown';
  readonly onFetchingChange: (fetching: 'all' | 'shown') => void;
}

/** Those that can be hidden: all but the keys. */
export function choosableColumns(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter(({ source }) => source === 'property' || source === 'timestamp');
}

export function ColumnsPanel({ columns, hidden, onHiddenChange, fetching, onFetchingChange }: ColumnsPanelProps) {
  const [search, setSearch] = useState('');
  const choosable = choosableColumns(columns);
  const wanted = search.trim().toLowerCase();
  const matching = choosable.filter(({ name }) => name.toLowerCase().includes(wanted));
  const change = (ids: readonly string[], shown: 'shown' | 'hidden'): void => {
    const next = new Set(hidden);
    for (const id of ids) {
      if (shown === 'shown') next.delete(id);
      else next.add(id);
    }
    onHiddenChange(next);
  };

  return (
    <div className={styles.columnsPanel}>
      <SearchField label={t`Search columns`} value={search} onChange={setSearch} size="small" />
      {choosable.length === 0 ? (
        <p className={styles.columnsNote}>{t`Columns appear with the first rows.`}</p>
      ) : (
        <div role="group" aria-label={t`Shown columns`} className={styles.list}>
          {matching.map(({ id, name, types }) => (
            <div key={id} className={styles.item}>
              <Checkbox isSelected={!hidden.has(id)} onChange={(on) => change([id], on ? 'shown' : 'hidden')}>
                <span className={styles.name}>{name}</span>
              </Checkbox>
              <span className={styles.types}>
                {types.map((type) => (
                  <TypeBadge key={type} type={type} />
                ))}
              </span>
            </div>
          ))}
          {matching.length === 0 ? <p className={styles.columnsNote}>{t`No matching columns.`}</p> : null}
        </div>
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          onPress={() =>
            change(
              matching.map(({ id }) => id),
              'shown',
            )
          }
        >
          {t`Show all`}
        </Button>
        <Button
          size="small"
          onPress={() =>
            change(
              matching.map(({ id }) => id),
              'hidden',
            )
          }
        >
          {t`Hide all`}
        </Button>
      </div>
      <div className={styles.fetch}>
        <Switch isSelected={fetching === 'shown'} onChange={(on) => onFetchingChange(on ? 'shown' : 'all')}>
          {t`Fetch only shown columns`}
        </Switch>
        <p
          className={styles.columnsNote}
        >{t`Takes effect with the next run. Transfers fewer bytes; the service reads the same rows.`}</p>
      </div>
    </div>
  );
}
