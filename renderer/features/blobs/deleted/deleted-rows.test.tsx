// What is listed when a slow restore ends: the folder that is shown by then, and nothing if the view is closed.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveElementsSize } from '@renderer/testing/layout';
import { blob } from '../fixtures/shown-container';
import { DeletedRows } from './deleted-rows';
import { createDeletedStore } from './deleted-store';

let restoreSize: () => void;
beforeEach(() => {
  restoreSize = giveElementsSize({ viewportPx: 560, rowPx: 28 });
});
afterEach(() => {
  cleanup();
  restoreSize();
});

function show() {
  const listed: string[] = [];
  let end: () => void = () => undefined;
  const ended: Promise<unknown>[] = [];
  const deleted = createDeletedStore({
    connectionId: 'quay',
    container: 'photos',
    follow: ({ prefix }, onEvent) => {
      listed.push(prefix);
      const gone = { ...blob(`${prefix}gone.txt`), deletedAt: '', remainingDays: null, version: 'v' };
      onEvent({ blobs: [gone], found: 1, foundBytes: 1, seen: 1, requests: 1, state: 'complete' });
      return Promise.resolve();
    },
    restore: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  });
  const view = (prefix: string) => (
    <DeletedRows
      container="photos"
      prefix={prefix}
      deleted={deleted}
      retention={{ kind: 'versions' }}
      disabledReason={null}
      gridRef={createRef()}
      run={(work) => void ended.push(work)}
      onUp={() => undefined}
      onRestored={() => undefined}
    />
  );
  const { rerender, unmount } = render(view('a/'));
  const restoreAll = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('gridcell', { name: /gone\.txt/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  };
  const endRestoring = async (): Promise<void> => {
    end();
    await Promise.all(ended);
  };
  return { listed, restoreAll, endRestoring, open: (prefix: string) => rerender(view(prefix)), leave: unmount };
}

it('lists the folder that is looked at when the restore ends', async () => {
  const { listed, restoreAll, endRestoring, open } = show();
  await restoreAll();
  open('b/');
  await endRestoring();
  expect(listed).toEqual(['a/', 'b/', 'b/']);
});

it('lists nothing when another view is active by then', async () => {
  const { listed, restoreAll, endRestoring, leave } = show();
  await restoreAll();
  leave();
  await endRestoring();
  expect(listed).toEqual(['a/']);
});
