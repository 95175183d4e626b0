// Rows of a blob of which only the start was read.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { DelimitedView } from './delimited-view';

let bridge: TestBridge;

afterEach(() => {
  cleanup();
  bridge.dispose();
});

function show(text: string, totalBytes: number): void {
  bridge = installBridge({
    calls: {
      'preview.delimited': ({ text: requested }) => ({
        rows: requested.split('\n').flatMap((line) => (line === '' ? [] : [line.split(',')])),
        skippedLines: requested.includes('"') ? 1 : 0,
        ends: requested.includes('"') ? ('in a quote' as const) : ('with a row' as const),
      }),
    },
  });
  const head = new TextEncoder().encode(text);
  render(<DelimitedView label="Rows" head={head} totalBytes={totalBytes} encoding="utf-8" />);
}

it('shows why there is no row when the first one is longer than what was read', async () => {
  show(`a,b\n"${'x'.repeat(1000)}`, 2 * MiB);
  expect(await screen.findByText(/^The next row is longer than the part/)).toBeTruthy();
});

it('shows no such message when there are rows, or none at all', async () => {
  show(`a,b\n1,2\n"${'x'.repeat(1000)}`, 2 * MiB);
  await screen.findByText(/^1 row in the first/);
  expect(screen.queryByText(/^The next row/)).toBeNull();
  cleanup();
  bridge.dispose();
  show('a,b\n', 4);
  await screen.findByText('0 rows');
  expect(screen.queryByText(/^The next row/)).toBeNull();
});

it('reports no error for a row that merely continues beyond what was read', async () => {
  const text = 'a,b\n1,2\n3,"of two\nlines';
  show(text, 2 * MiB);
  expect((await screen.findByText(/^2 rows in the first/)).textContent).toMatch(/ · the next row is incomplete$/);
  cleanup();
  bridge.dispose();
  show(text, text.length);
  expect((await screen.findByText(/^\d rows/)).textContent).toMatch(/ · 1 cannot be parsed as rows$/);
});
