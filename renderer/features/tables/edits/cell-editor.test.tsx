// The position of a cell's editor while its surroundings move.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CellEditor } from './cell-editor';

afterEach(cleanup);

const view = { left: 0, right: 700, top: 0, bottom: 600 };

it('cell editor: opens to the side with room when the grid scrolls its cell', () => {
  let cellLeft = 80;
  const rect = ({ left, right, top, bottom }: typeof view): DOMRect =>
    new DOMRect(left, top, right - left, bottom - top);
  const placed = (element: HTMLElement | null, box: () => typeof view): void => {
    if (element) element.getBoundingClientRect = () => rect(box());
  };
  render(
    <div data-testid="view" ref={(element) => placed(element, () => view)}>
      <div role="grid">
        <div ref={(element) => placed(element, () => ({ left: cellLeft, right: cellLeft + 90, top: 40, bottom: 68 }))}>
          <CellEditor
            name="Total"
            type="Edm.Double"
            value={{ type: 'Edm.Double', value: '7.25' }}
            typed="many"
            hint={undefined}
            problem={() => undefined}
            onCommit={() => undefined}
            onCancel={() => undefined}
          />
        </div>
      </div>
    </div>,
  );
  const editor = screen.getByRole('textbox').closest<HTMLElement>('[data-cell-editor]');
  expect(editor?.dataset.side).toBe('start');
  cellLeft = 560;
  screen.getByTestId('view').dispatchEvent(new Event('scroll'));
  expect(editor?.dataset.side).toBe('end');
});
