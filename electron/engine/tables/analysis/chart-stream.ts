// Reads a whole query for its chart, page by page and with only the chart's columns; stores aggregated cells, no rows.
import { ChartAggregate } from '@shared/charting/chart-aggregate';
import { fetchedColumns } from '@shared/charting/chart-request';
import type { StreamHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { openQuery } from '../query';

export interface ChartParts {
  readonly accounts: AccountSource;
  readonly clock: Clock;
}

const maxRowsPerPage = 1000;
const pushPauseMs = 500;

/**
 * The stream `tables.chart`: the partial chart twice a second, then the whole one. Ends early with `cancelled.by-user`
 * when the signal aborts; fails as the query does.
 */
export function createChartStream({ accounts, clock }: ChartParts): Pick<StreamHandlers<'engine'>, 'tables.chart'> {
  return {
    'tables.chart': async ({ connectionId, query, chart }, { signal, push }) => {
      const account = await accounts.open(connectionId);
      const select = [...fetchedColumns(chart)];
      const session = openQuery({
        account,
        clock,
        query: { ...query, select, pageSize: maxRowsPerPage },
      });
      const aggregate = new ChartAggregate(chart);
      const read = { rows: 0, requests: 0, bytes: 0 };
      let pushedMs = clock.monotonic();
      try {
        for (;;) {
          const page = await session.nextPage(signal);
          for (const row of page.rows) {
            read.rows += 1;
            aggregate.add(row, read.rows);
          }
          read.requests += page.stats.requests ?? 1;
          read.bytes += page.stats.bytes;
          if (!page.more) break;
          if (clock.monotonic() - pushedMs >= pushPauseMs) {
            pushedMs = clock.monotonic();
            push({ state: 'reading', ...read, data: aggregate.result() });
          }
        }
        push({ state: 'done', ...read, data: aggregate.result() });
      } finally {
        session.close();
      }
    },
  };
}
