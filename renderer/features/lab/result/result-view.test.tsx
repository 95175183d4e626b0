// A result begins with what it found, then shows it, then gives the figures.
import '@renderer/testing/missing-in-jsdom';
import type { ChartSpec } from '@shared/lab/charts/chart-spec';
import type { RunResult } from '@shared/lab/results';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ResultView } from './result-view';

afterEach(cleanup);

const chart = (id: string): ChartSpec => ({
  id,
  title: `Chart ${id}`,
  x: { title: 'x', unit: '', scale: 'linear' },
  y: { title: 'y', unit: '', scale: 'linear' },
  series: [{ label: 's', shape: 'line', colour: 0, points: [1, 2].map((x) => ({ x, y: x })) }],
  note: '',
});
const resultOf = (charts: number): RunResult => ({
  findings: ['Blocks are faster.'],
  charts: Array.from({ length: charts }, (_, index) => chart(`c${index}`)),
  tables: [
    {
      id: 'levels',
      title: 'Levels',
      columns: [{ title: 'Setting', unit: '' }],
      rows: [['many partitions × 4']],
      note: '',
    },
  ],
  advice: null,
});

it('shows its sentences, then charts, then tables', () => {
  render(<ResultView result={resultOf(2)} />);
  const parts = [screen.getByText('Blocks are faster.'), ...screen.getAllByRole('figure'), screen.getByRole('table')];
  for (const [index, part] of parts.slice(1).entries()) {
    expect(parts[index]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
  expect(screen.getByRole('cell').textContent).toBe('many partitions ×\u00A04');
});

it('shows four charts before the tables, and the others on request; a single one at once', async () => {
  const { rerender } = render(<ResultView result={resultOf(5)} />);
  expect(screen.getAllByRole('figure')).toHaveLength(5);
  rerender(<ResultView result={resultOf(7)} />);
  expect(screen.getAllByRole('figure')).toHaveLength(4);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show 3 more charts' }));
  expect(screen.getAllByRole('figure')).toHaveLength(7);
});
