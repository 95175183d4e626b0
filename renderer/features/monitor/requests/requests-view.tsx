// The request log: the last requests of the engine, the newest first unless sorted, filtered, each with where its time went.
import { useState } from 'react';
import type { LoggedRequest } from '@shared/model/monitor';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { EmptyState, ErrorNotice, LoadingRows } from '@renderer/ui';
import { List } from 'lucide-react';
import { useMonitor } from '../monitor-store';
import { RequestDetail } from './request-detail';
import { RequestFilters } from './request-filters';
import { RequestList } from './request-list';
import { timeOfDay } from './request-text';
import { SaveRequests } from './save-menu';
import { useRequestPages } from './use-request-pages';
import styles from './requests.module.css';

export interface RequestsViewProps {
  readonly nameOf: (connectionId: string) => string;
  readonly isHeld: boolean;
}

export function RequestsView({ nameOf, isHeld }: RequestsViewProps) {
  const { filter, order, sortBy } = useMonitor();
  const [view, setView] = useState({ first: 0, last: 40 });
  const [chosen, setChosen] = useState<LoggedRequest | null>(null);
  // A user who has scrolled down, sorted or selected a request is reading: the rows must not move.
  const follows =
    !isHeld &&
    order.by === 'time' &&
    order.direction === 'descending' &&
    view.first === 0 &&
    chosen === null &&
    filter.toMs === null
      ? 'follows'
      : 'holds';
  const pages = useRequestPages({ filter, order, follows, ...view });

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <RequestFilters nameOf={nameOf} />
        <p className={styles.count} role="status" title={countText(pages)}>
          {countText(pages)}
        </p>
        <SaveRequests filter={filter} nameOf={nameOf} isDisabled={pages.matched === 0} />
      </div>
      {pages.error ? <ErrorNotice error={pages.error} /> : null}
      {pages.isLoading ? <LoadingRows label={t`Loading requests`} rows={8} /> : null}
      {!pages.isLoading && pages.matched === 0 ? (
        <EmptyState icon={<List size={24} strokeWidth={1.5} />} title={t`No matching requests`}>
          {pages.retained === 0
            ? t`No requests yet.`
            : t`None of the ${formatCount(pages.retained)} recorded requests match.`}
        </EmptyState>
      ) : null}
      {pages.matched > 0 ? (
        <RequestList
          count={pages.matched}
          order={order}
          onSort={sortBy}
          requestAt={pages.requestAt}
          chosen={chosen?.number ?? null}
          onChoose={setChosen}
          onView={setView}
        />
      ) : null}
      {chosen ? (
        <RequestDetail request={chosen} connection={nameOf(chosen.connectionId)} onClose={() => setChosen(null)} />
      ) : null}
    </div>
  );
}

function countText({ matched, retained, oldestAtMs }: ReturnType<typeof useRequestPages>): string {
  if (oldestAtMs === null) return '';
  const since = t`since ${timeOfDay(oldestAtMs).slice(0, 8)} UTC`;
  return matched === retained
    ? t`${counted(retained, 'request')} ${since}`
    : t`${formatCount(matched)} of ${counted(retained, 'request')} ${since}`;
}
