// Rows out of a blob: numbers are aligned at the end of their column, so that their digits line up.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { giveElementsSize } from '@renderer/testing/layout';
import { CellGrid } from './cell-grid';

let restoreSize: () => void = () => undefined;
afterEach(() => {
  cleanup();
  restoreSize();
});

it('distinguishes columns of numbers from those of text', async () => {
  restoreSize = giveElementsSize({ viewportPx: 400, rowPx: 20 });
  const rows = [
    ['ship 1', '1', '-0.50', '2026-11-22'],
    ['2', null, '1e-7', '2026-11-23'],
  ];
  render(<CellGrid label="Fleet" names={['ship', 'crew', 'sum', 'day']} rows={rows} firstRow={1} />);
  const heads = (await screen.findAllByRole('columnheader')).slice(1);
  const isFigure = (element: Element): boolean => /figure/u.test(element.className);
  expect(heads.filter(isFigure).map(({ textContent }) => textContent)).toEqual(['crew', 'sum']);
  expect(screen.getAllByRole('cell').filter(isFigure)).toHaveLength(4);
});

it('makes a column without a name as wide as its placeholder', async () => {
  restoreSize = giveElementsSize({ viewportPx: 400, rowPx: 20 });
  const { container } = render(<CellGrid label="Fleet" names={['ship', '']} rows={[['a', '9']]} firstRow={1} />);
  expect((await screen.findByRole('columnheader', { name: 'Column 2' })).title).toBe('Column 2');
  const [head] = container.querySelectorAll<HTMLElement>('[aria-rowindex="1"]');
  expect(head?.style.gridTemplateColumns).toBe('64px 8ch 11ch');
});
