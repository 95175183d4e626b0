// What of a path is kept longest: its last name, on any system, whatever its folders are called.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TruncatePath } from './truncate';

afterEach(cleanup);

it.each([
  ['upper deck/crate 1.bin', ['upper deck', '/crate 1.bin']],
  ['C:\\cargo\\upper deck\\crate 1.bin', ['C:\\cargo\\upper deck', '\\crate 1.bin']],
  ['crate 1.bin', []],
  ['upper deck/', []],
])('%s gives up its folders first, and is read whole', (path, pieces) => {
  render(
    <div data-testid="row">
      <TruncatePath>{path}</TruncatePath>
    </div>,
  );
  const row = screen.getByTestId('row');
  expect([...row.querySelectorAll<HTMLElement>('[data-text]')].map(({ dataset }) => dataset.text)).toEqual(pieces);
  expect(row.textContent).toBe(path);
});
