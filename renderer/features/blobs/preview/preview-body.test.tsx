// A page that does not arrive: the shown content stays, and a retry requests the same page.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useStore } from 'zustand';
import { type ErrorCode, StowageError } from '@shared/errors';
import { previewRangeBytes } from '@shared/model/blob-preview';
import { giveElementsSize } from '@renderer/testing/layout';
import { blob } from '../fixtures/shown-container';
import { Pager } from './pager';
import { PreviewBody } from './preview-body';
import { createPreviewStore } from './preview-store';

let restoreSize: () => void;
beforeEach(() => {
  restoreSize = giveElementsSize({ viewportPx: 560, rowPx: 20 });
});
afterEach(() => {
  cleanup();
  restoreSize();
});

/** A log of four pages. A callback decides before each read whether it fails, and how. */
function show(reject: () => ErrorCode | null): readonly number[] {
  const bytes = previewRangeBytes * 4;
  const offsets: number[] = [];
  const { store, actions } = createPreviewStore({
    readFacts: () => Promise.resolve({ ...blob('days.log', { bytes, contentType: '' }), metadata: [], headers: [] }),
    readRange: ({ offset, length }) => {
      offsets.push(offset);
      const rejected = reject();
      if (rejected !== null) return Promise.reject(new StowageError(rejected, 'Refused.'));
      const page = new Uint8Array(length).fill('\n'.charCodeAt(0));
      page.set(Uint8Array.from(`page ${offset / previewRangeBytes + 1}`, (character) => character.charCodeAt(0)));
      return Promise.resolve(page);
    },
  });
  function Shown() {
    const state = useStore(store);
    const location = { connectionId: 'quay', container: 'logs', name: 'days.log' };
    const preview = { blob: location, state, actions, wrap: 'none', setWrap: nothing, onTop: nothing } as const;
    return (
      <>
        <PreviewBody leaf="days.log" preview={preview} find={{ matches: null }} onOpenContainer={nothing} />
        <Pager state={state} actions={actions} />
      </>
    );
  }
  render(<Shown />);
  void actions.open();
  return offsets;
}
const nothing = (): void => undefined;

it('retains the text when the next page fails, and requests that page again', async () => {
  let rejected: ErrorCode | null = null;
  const offsets = show(() => rejected);
  await screen.findByText(/^page 1/);
  rejected = 'network.reset';
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByRole('alert');
  expect(screen.getByText(/^page 1/)).toBeTruthy();
  rejected = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/^page 2/);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(offsets).toEqual([0, previewRangeBytes, previewRangeBytes]);
});

it('shows nothing of a version that is there no longer', async () => {
  let rejected: ErrorCode | null = null;
  show(() => rejected);
  await screen.findByText(/^page 1/);
  rejected = 'conflict.etag-changed';
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
  expect(await screen.findByText('The blob has changed')).toBeTruthy();
  expect(screen.queryByText(/^page 1/)).toBeNull();
});
