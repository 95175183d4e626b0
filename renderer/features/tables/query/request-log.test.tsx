// The waterfall from the user's point of view: a row per request, shown in full, browsed by keyboard, bounded when
// there are many.
import type { PageStats } from '@shared/model/query-page';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testRequest } from '../fixtures/test-port';
import { asSent, requestColumns, RequestHead } from './request-head';
import { RequestsPanel } from './request-log';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { timeAxis, waterfallRows } from './waterfall';

let bridge: TestBridge;
let copied: string[];
beforeEach(() => {
  copied = [];
  bridge = installBridge({
    calls: {
      'clipboard.write': ({ text }) => {
        copied.push(text);
        return {};
      },
    },
  });
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, (character) => `\\${character}`) });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function pages(count: number): PageStats[] {
  return Array.from({ length: count }, (_, index) => {
    const rows = index === 2 ? 0 : 1000;
    const ended = index === count - 1 ? 'last' : rows === 0 ? 'boundary' : 'page-size';
    const request = testRequest(index, { rows, ended });
    return {
      latencyMs: 17,
      firstByteMs: 10,
      rows,
      bytes: request.bytes,
      retries: 0,
      decodeMs: 1,
      ended,
      sent: [request],
    };
  });
}

function show(count: number) {
  const onContinueFrom = vi.fn();
  const startTokens = Array.from({ length: count }, (_, index) => (index === 0 ? null : `s1.token-number-${index}`));
  render(
    <RequestsPanel
      pages={pages(count)}
      startTokens={startTokens}
      initialPage={0}
      heightPx={280}
      onContinueFrom={onContinueFrom}
      onClose={() => undefined}
    >
      {null}
    </RequestsPanel>,
  );
  const grid = screen.getByRole('grid', { name: 'Requests of this query' });
  const rows = () => within(within(grid).getByRole('rowgroup')).getAllByRole('row');
  return { onContinueFrom, grid, rows };
}

describe('rows', () => {
  it('show times, figures, token and end of each request', () => {
    const { rows } = show(4);
    expect(rows().map((row) => row.textContent)).toEqual([
      '120 ms1,00097.7 KiB100no0page size',
      '220 ms1,00097.7 KiB100yes …number-10page size',
      '320 ms0 (empty)0 Byes …number-20boundary or 5 s',
      '420 ms1,00097.7 KiB100yes …number-30last',
    ]);
    expect(
      screen.getByRole('gridcell', { name: /^40 ms, 20 ms: queue 2 ms, first byte 10 ms, download 7 ms/ }),
    ).toBeTruthy();
  });

  it('are hollow where the page was empty', () => {
    const { rows } = show(4);
    expect(rows().map((row) => row.querySelectorAll('.hollow').length > 0)).toEqual([false, false, true, false]);
  });

  it('are drawn only where they can be seen when there are many', () => {
    const { grid, rows } = show(5000);
    expect(grid.getAttribute('aria-rowcount')).toBe('5001');
    expect(rows().length).toBeLessThan(60);
  });
});

describe('sorted', () => {
  const numbers = (rows: readonly HTMLElement[]) => rows.map((row) => row.firstElementChild?.textContent);

  it('has the largest first, shows its request, and returns to the order of sending', async () => {
    const user = userEvent.setup();
    const { rows } = show(4);
    const byRows = screen.getByRole('columnheader', { name: 'Rows' });
    await user.click(within(byRows).getByRole('button'));
    expect(byRows.getAttribute('aria-sort')).toBe('descending');
    expect(numbers(rows())).toEqual(['1', '2', '4', '3']);
    await user.click(within(byRows).getByRole('button'));
    expect(numbers(rows())).toEqual(['3', '1', '2', '4']);
    expect(screen.getByRole('group', { name: 'Request 3' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '#' }));
    expect(numbers(rows())).toEqual(['1', '2', '3', '4']);
  });

  it('continues from the request of the row, not from its place', async () => {
    const user = userEvent.setup();
    const { grid, onContinueFrom } = show(4);
    await user.click(screen.getByRole('button', { name: 'Rows' }));
    grid.focus();
    await user.keyboard('{End}');
    await user.click(
      within(screen.getByRole('group', { name: 'Request 3' })).getByRole('button', { name: 'Continue from here' }),
    );
    expect(onContinueFrom).toHaveBeenCalledWith('s1.token-number-2');
  });

  it('is one tab stop whose arrow keys reach every column', async () => {
    const user = userEvent.setup();
    show(4);
    screen.getByRole('button', { name: '#' }).focus();
    await user.keyboard('{ArrowRight}{Enter}');
    expect(screen.getByRole('columnheader', { name: 'Duration' }).getAttribute('aria-sort')).toBe('descending');
    expect(
      screen.getAllByRole('columnheader').flatMap((head) => [...head.querySelectorAll('[tabindex="0"]')]),
    ).toHaveLength(1);
  });
});

describe('by keyboard', () => {
  it('moves between the rows, shows the request as sent, copies it and continues from it', async () => {
    const user = userEvent.setup();
    const { grid, onContinueFrom } = show(4);
    grid.focus();
    await user.keyboard('{ArrowDown}');
    const detail = screen.getByRole('group', { name: 'Request 2' });
    expect(detail.textContent).toContain('GET https://harbour.table.core.windows.net/Movies()');
    expect(detail.textContent).toContain("$filter PartitionKey eq 'Action & more'");
    expect(detail.textContent).toContain('NextPartitionKey 1!8!1');
    await user.keyboard('{Control>}c{/Control}');
    await waitFor(() => expect(copied).toEqual([expect.stringContaining('NextPartitionKey=1!8!1')]));
    await user.click(within(detail).getByRole('button', { name: 'Copy token' }));
    await waitFor(() => expect(copied.at(-1)).toBe('s1.token-number-1'));
    await user.click(within(detail).getByRole('button', { name: 'Continue from here' }));
    expect(onContinueFrom).toHaveBeenCalledWith('s1.token-number-1');
  });

  it('reaches the last of many rows, which is then drawn', async () => {
    const user = userEvent.setup();
    const { grid } = show(5000);
    grid.focus();
    await user.keyboard('{End}');
    const id = grid.getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(id)?.getAttribute('aria-rowindex')).toBe('5001');
  });

  it('offers the verbs of a row in its menu', async () => {
    const user = userEvent.setup();
    const { rows, onContinueFrom } = show(4);
    const third = rows()[2];
    if (third === undefined) throw new Error('There is no third row.');
    await user.pointer({ keys: '[MouseRight]', target: third });
    await user.click(await screen.findByRole('menuitem', { name: 'Continue from here' }));
    expect(onContinueFrom).toHaveBeenCalledWith('s1.token-number-2');
  });
});

afterEach(() => {
  setLanguage({ tag: 'en', catalogue: {} });
  cleanup();
});

it.each([
  ['en', {}, /^Time since first request0 ms/, 'Rows'],
  ['de', german, /^Zeit seit der ersten Anfrage0 ms/, 'Zeilen'],
] as const)('has the axis of time in %s', (tag, catalogue, axis, rows) => {
  setLanguage({ tag, catalogue });
  const request = testRequest(0, { rows: 10, ended: 'last' });
  const page = { latencyMs: 17, firstByteMs: 10, rows: 10, bytes: 1, retries: 0, decodeMs: 1, ended: 'last' as const };
  render(
    <RequestHead
      axis={timeAxis(waterfallRows([{ ...page, sent: [request] }], [null]))}
      order={asSent}
      onOrder={() => undefined}
    />,
  );
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toHaveLength(requestColumns);
  expect(headings[1]).toMatch(axis);
  expect(headings[3]).toBe(rows);
});
