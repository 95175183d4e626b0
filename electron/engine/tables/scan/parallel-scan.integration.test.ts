import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import type { QueryPage } from '@shared/model/query-page';
import type { TableQuery } from '@shared/query/filter';
import { keyedFilter } from '@shared/query/fixtures/arbitraries';
import { renderFilter } from '@shared/query/odata';
import { systemClock } from '../../../testing/clock';
import { type FakeTableFault, type FakeTableService, startFakeTableService } from '../../../testing/fake-table-service';
import { createMetricsLog } from '../../../testing/metrics-log';
import type { Account } from '../../azure/account';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { keysOf, open, pagesOf, query, row, rowsOf } from '../fixtures/table-bench';
import { type ScanOptions, scanEntities } from './scan-entities';

let service: FakeTableService;
let account: Account;
let dispose: () => Promise<void>;

beforeAll(async () => {
  service = await startFakeTableService();
  const deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random });
  account = createAccount(service.descriptor, deps);
  dispose = async () => {
    account.dispose();
    deps.dispose();
    await service.dispose();
  };
});
beforeEach(() => service.suffer(() => null));
afterAll(() => dispose());

async function scanned(asked: TableQuery, options: Partial<ScanOptions> = {}): Promise<Entity[]> {
  const rows: Entity[] = [];
  for await (const { entities } of scanEntities(account, asked, { concurrency: 8, order: 'key', ...options })) {
    rows.push(...entities);
  }
  return rows;
}

/** Count and hash of the keys, in the order given. */
function mark(rows: readonly Entity[]): string {
  return `${rows.length} ${createHash('sha256').update(keysOf(rows).join('\n')).digest('hex').slice(0, 16)}`;
}

const keyText = fc.oneof(
  fc.constantFrom('', 'A', 'B', "o'n", 'a;1', '\u{1f6a2}', '\uffff', '\ue000x'),
  fc.integer({ min: 0, max: 999 }).map((number) => `row-${String(number).padStart(5, '0')}`),
  fc.integer({ min: 0, max: 40 }).map(String),
  fc.stringMatching(/^[0-9a-f]{6}$/),
);
const table = fc.uniqueArray(fc.tuple(keyText, keyText), {
  selector: ([p, r]) => JSON.stringify([p, r]),
  maxLength: 60,
});
const fault: fc.Arbitrary<FakeTableFault | null> = fc.oneof(
  fc.constant(null),
  fc.constant<FakeTableFault>({ kind: 'empty-page' }),
  fc.integer({ min: 1, max: 9 }).map((rowsRead): FakeTableFault => ({ kind: 'time-over', rowsRead })),
  fc.constant<FakeTableFault>({ kind: 'partition-boundary' }),
  fc.integer({ min: 0, max: 300 }).map((bytes): FakeTableFault => ({ kind: 'truncated-body', bytes })),
  fc.constant<FakeTableFault>({ kind: 'busy', retryAfterSeconds: 0 }),
);
/** Faults in the order of the requests; then none, so that every reading ends. */
const faults = fc.array(fault, { maxLength: 60 });

function sufferInTurn(list: readonly (FakeTableFault | null)[]): void {
  const first = service.requests.length + 1;
  let failedInARow = 0;
  service.suffer(({ number }) => {
    const due = list[number - first] ?? null;
    const fails = due?.kind === 'truncated-body' || due?.kind === 'busy';
    failedInARow = fails ? failedInARow + 1 : 0;
    // The third try of one request is the last.
    return failedInARow > 2 ? null : due;
  });
}

describe('a parallel scan', () => {
  it('gives the rows of the serial scan, each once and in order, whatever the service does', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.option(keyedFilter, { nil: undefined }),
        faults,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 6 }),
        async (keys, filter, list, pageSize, concurrency) => {
          service.fill(
            'Laws',
            keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey)),
          );
          const asked = query('Laws', {
            pageSize,
            ...(filter === undefined ? {} : { filterText: renderFilter(filter) }),
          });
          service.suffer(() => null);
          const serial = rowsOf(await pagesOf(open(account, asked)));
          sufferInTurn(list);
          expect(mark(await scanned(asked, { concurrency }))).toBe(mark(serial));
          sufferInTurn(list);
          const anyOrder = await scanned(asked, { concurrency, order: 'any' });
          expect(keysOf(anyOrder).sort()).toEqual(keysOf(serial).sort());
        },
      ),
      { numRuns: 120 },
    );
  });

  it('can be taken up again from any page’s token', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        faults,
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
        async (keys, list, pageSize, limit) => {
          service.fill(
            'Laws',
            keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey)),
          );
          service.suffer(() => null);
          const whole = query('Laws', { pageSize });
          const serial = rowsOf(await pagesOf(open(account, whole)));
          sufferInTurn(list);
          const asked = { ...whole, parallel: 4, ...(limit === undefined ? {} : { limit }) };
          const rows: Entity[] = [];
          let token: string | null | undefined;
          do {
            const session = open(account, asked, token ?? undefined);
            // A page or two of each session, so that ranges stand everywhere.
            let page: QueryPage = await session.nextPage();
            rows.push(...page.rows);
            if (page.more) {
              page = await session.nextPage();
              rows.push(...page.rows);
            }
            session.close();
            ({ token } = page);
          } while (typeof token === 'string');
          expect(mark(rows)).toBe(mark(serial));
        },
      ),
      { numRuns: 80 },
    );
  });
});
