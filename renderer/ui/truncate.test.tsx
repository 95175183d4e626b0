// The part of a path that is truncated last: its last name, on any system, whatever its folders are called.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TruncatePath, TruncateLocation } from './truncate';

afterEach(cleanup);

it.each([
  ['upper deck/crate 1.bin', ['upper deck', '/crate 1.bin']],
  ['C:\\cargo\\upper deck\\crate 1.bin', ['C:\\cargo\\upper deck', '\\crate 1.bin']],
  ['crate 1.bin', []],
  ['upper deck/', []],
])('%s truncates its folders first, and is announced as a whole', (path, pieces) => {
  render(
    <div data-testid="row">
      <TruncatePath>{path}</TruncatePath>
    </div>,
  );
  const row = screen.getByTestId('row');
  expect([...row.querySelectorAll<HTMLElement>('[data-text]')].map(({ dataset }) => dataset.text)).toEqual(pieces);
  expect(row.textContent).toBe(path);
});

it.each([
  ['cargo/upper deck/', ['cargo', '/upper deck/']],
  ['/home/ada/downloads', ['/home/ada', '/downloads']],
  ['every-crane-in-the-northern-harbour-1997/', ['every-crane-in-the-northern', '-harbour-1997/']],
  ['everycraneofthenortheasternharbour1997/', ['everycraneofthenortheastern', 'harbour1997/']],
  ['photos/', []],
  ['/', []],
])('%s truncates its beginning, and is announced as a whole', (path, pieces) => {
  render(
    <div data-testid="row">
      <TruncateLocation>{path}</TruncateLocation>
    </div>,
  );
  const row = screen.getByTestId('row');
  const drawn = [...row.querySelectorAll<HTMLElement>('[data-text]')].map(({ dataset }) => dataset.text);
  expect(drawn).toHaveLength(pieces.length);
  if (drawn.length > 0) expect([drawn.join(''), drawn[1]]).toEqual([path, pieces[1]]);
  expect(row.textContent).toBe(path);
});
