// Files that are dragged over a view are over it until they leave it, whatever happens to the elements below them.
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createPortal } from 'react-dom';
import { useDropTarget } from './drop-target';

afterEach(cleanup);

const dataTransfer = { types: ['Files'], dropEffect: 'none' };

/** What jsdom's events do not carry. */
function leave(from: Element, to: Element): void {
  const event = createEvent.dragLeave(from, { dataTransfer });
  Object.defineProperty(event, 'relatedTarget', { value: to });
  fireEvent(from, event);
}

function View({ rows }: { readonly rows: readonly string[] }) {
  const drop = useDropTarget('files', () => undefined);
  return (
    <div data-testid="view" {...drop.handlers}>
      {rows.map((row) => (
        <p key={row}>{row}</p>
      ))}
      {drop.isOver ? <output>Upload</output> : null}
    </div>
  );
}

it('clears its highlight when files leave it after the row below them was removed', () => {
  const { rerender } = render(<View rows={['a.txt', 'b.txt']} />);
  const view = screen.getByTestId('view');
  fireEvent.dragEnter(screen.getByText('a.txt'), { dataTransfer });
  fireEvent.dragEnter(screen.getByText('b.txt'), { dataTransfer });
  leave(screen.getByText('a.txt'), screen.getByText('b.txt'));
  expect(screen.queryByText('Upload')).not.toBeNull();
  rerender(<View rows={['a.txt']} />);
  fireEvent.dragEnter(view, { dataTransfer });
  expect(screen.queryByText('Upload')).not.toBeNull();
  leave(view, document.body);
  expect(screen.queryByText('Upload')).toBeNull();
});

it('ignores a drop on a dialog in front of it', () => {
  const dropped: string[] = [];
  function Asking() {
    const drop = useDropTarget('files', () => dropped.push('here'));
    return (
      <div data-testid="view" {...drop.handlers}>
        {createPortal(<p>Delete?</p>, document.body)}
        {drop.isOver ? <output>Upload</output> : null}
      </div>
    );
  }
  render(<Asking />);
  fireEvent.dragEnter(screen.getByText('Delete?'), { dataTransfer });
  expect(screen.queryByText('Upload')).toBeNull();
  fireEvent.drop(screen.getByText('Delete?'), { dataTransfer });
  expect(dropped).toEqual([]);
  fireEvent.drop(screen.getByTestId('view'), { dataTransfer });
  expect(dropped).toEqual(['here']);
});
