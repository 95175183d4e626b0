// How much of a query is fetched: rows per page and a limit on all rows, in a small panel.
import { t } from '@shared/strings/t';
import { Button, NumberField, Popover, ResponsiveLabel, Switch, Tooltip } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { SlidersHorizontal } from 'lucide-react';
import type { QueryDraft } from './query-draft';
import styles from './query-options.module.css';

export type FetchOptions = Pick<QueryDraft, 'limit' | 'pageSize'>;

export interface QueryOptionsProps {
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
      label={t`Options of the query`}
      placement="bottom end"
      trigger={
        <Tooltip text={t`Rows per page and at most`}>
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
              ? t`As in the settings. The service sends at most 1,000.`
              : t`For this tab; the settings say ${formatCount(defaultPageSize)}.`
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
        <p className={styles.note}>{t`Both count from the next run on.`}</p>
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
