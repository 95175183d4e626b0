// The design of keys in the window: recorded queries decide the proposal, and every choice changes what is shown.
import '@renderer/testing/missing-in-jsdom';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import type { HistoryEntry } from '@shared/model/saved-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestPort, testEntity } from '../fixtures/test-port';
import { KeyDesignDialog } from './key-design-dialog';

const text = (name: string, value: string) => ({ name, value: { type: 'Edm.String' as const, value } });
const rows = Array.from({ length: 8 }, (_, index) =>
  testEntity(index, [text('Author', index % 2 === 0 ? 'Ann' : 'Brady'), text('Category', 'Food')]),
);
const recorded = (id: string, filterText: string): HistoryEntry => ({
  id,
  table: 'Blogs',
  terms: { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [], filterText },
  ranAtMs: 1,
  lastRun: {
    ending: 'complete',
    rows: 1,
    requests: 1,
    bytes: 1,
    elapsedMs: 1,
    costClass: 'table-scan',
    token: null,
    from: 'start',
  },
});

let bridge: TestBridge;
let history: HistoryEntry[];
beforeEach(() => {
  const port = createTestPort([rows]);
  history = [recorded('1', "Author eq 'Ann'"), recorded('2', "Author eq 'Brady'")];
  bridge = installBridge({
    calls: {
      'tables.open': (input) => port.open(input, new AbortController().signal),
      'tables.next-packed-page': (input) => port.nextPage(input, new AbortController().signal),
      'tables.close': () => ({}),
    },
    streams: {
      'library.watch-history': (_, { push }) => {
        push(history);
        return Promise.resolve();
      },
    },
  });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

const show = (): void => {
  render(<KeyDesignDialog of={{ connectionId: 'quay', table: 'Blogs', query: undefined }} onClose={vi.fn()} />);
};
const costs = async (): Promise<readonly string[][]> => {
  const part = await screen.findByRole('region', { name: 'What queries cost' });
  return within(part)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
};

async function enter(user: ReturnType<typeof userEvent.setup>, field: HTMLElement, filter: string): Promise<void> {
  await user.click(field);
  await user.paste(filter);
  await user.keyboard('{Enter}');
}

it('key design: proposes keys for the recorded queries, and shows their cost before and afterwards', async () => {
  show();
  expect(await costs()).toEqual([["Author eq 'Ann'", '2', 'Table scan', 'Partition scan']]);
  expect(screen.getByText('{Author}').tagName).toBe('DD');
  expect(screen.getByText('{RowKey}')).toBeTruthy();
  expect(screen.getByText('8 rows: 2 partitions, the largest with 4 rows.')).toBeTruthy();
});

it('key design: takes a further query, another order and another part', async () => {
  const user = userEvent.setup();
  show();
  await costs();
  const field = screen.getByRole('textbox', { name: 'Add a query' });
  await enter(user, field, "Category eq '");
  expect(screen.getByText(/is not closed/)).toBeTruthy();
  await user.clear(field);
  await enter(user, field, "Category eq 'Food'");
  expect((await costs()).map((row) => row[3])).toEqual(['Partition scan', 'Table scan']);
  await user.click(screen.getByRole('button', { name: 'Remove RowKey' }));
  expect(screen.getByText(/^Several rows would get the same keys/)).toBeTruthy();
  expect(screen.getByText('6 of 8 rows would have the keys of another row.')).toBeTruthy();
});

it('key design: proposes keys also where a filter names a property that no row has', async () => {
  history = [recorded('1', "Title eq 'Harbours'"), recorded('2', "Author eq 'Ann'")];
  show();
  expect((await costs()).map(([example]) => example)).toEqual(["Title eq 'Harbours'", "Author eq 'Ann'"]);
  expect(screen.getAllByText('{RowKey}')).toHaveLength(2);
});

it('key design: leads the focus on where a part was removed by keyboard', async () => {
  const user = userEvent.setup();
  show();
  await costs();
  await enter(user, screen.getByRole('textbox', { name: 'Add a query' }), "Author eq 'Ann' and Category eq 'Food'");
  await user.click(screen.getByRole('button', { name: /Dominant query/ }));
  await user.click(await screen.findByRole('option', { name: /Category/ }));
  const removals = () => screen.getAllByRole('button', { name: /^Remove / });
  expect(removals().length).toBeGreaterThan(2);
  removals().at(-1)?.focus();
  while (removals().length > 2) {
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(removals().at(-1));
  }
  await user.keyboard('{Enter}');
  expect(removals()).toHaveLength(1);
  expect(document.activeElement?.textContent).toContain('Choose a property');
});

it('key design: says what is missing where no query was recorded', async () => {
  history = [];
  show();
  expect(await screen.findByText(/^No query with a filter is recorded/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy import command' })).toBeNull();
});
