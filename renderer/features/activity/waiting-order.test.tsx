// Reordering the queue: rows are dragged and moved by the keyboard, and paused jobs resume in order.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { ActivityDock } from './activity-dock';
import { beforeWhom } from './use-waiting-order';

let bridge: TestBridge;
let letGo: () => void = () => undefined;
let notify: (jobs: TransferJob[]) => void;
let isRejecting = false;
let restoreSize: () => void = () => undefined;

function open(jobs: TransferJob[]): void {
  bridge = installBridge({
    calls: {
      'jobs.reorder': () => {
        if (isRejecting) throw new StowageError('network.refused', 'No way there.', { context: {} });
        return {};
      },
      'jobs.resume': () => new Promise((resolve) => (letGo = () => resolve({}))),
    },
    streams: {
      'jobs.watch': (_input, { push, signal }) => {
        push(jobs);
        notify = push;
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
      'metrics.watch': (_input, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    },
  });
  render(<ActivityDock height={240} isOpen onToggle={() => undefined} connections={[]} onOpenJob={() => undefined} />);
}
beforeEach(() => void (isRejecting = false));
afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
});

const waiting = (...ids: readonly string[]): TransferJob[] =>
  ids.map((id, index) =>
    transferJobOf({ id, title: id, state: 'waiting', waitsFor: 'turn', queuePosition: index + 1 }),
  );
const rowOf = async (title: string): Promise<HTMLElement> =>
  (await screen.findByRole('button', { name: title })).closest('[role=listitem]') as HTMLElement;
const requests = (name: string): readonly unknown[] =>
  bridge.requested.filter((one) => one.name === name).map(({ input }) => input);

/** jsdom has no drag events: its events have no pointer position. */
function drag(type: 'dragOver' | 'drop', row: HTMLElement, dataTransfer: object, clientY: number): void {
  const event = createEvent[type](row, { dataTransfer });
  Object.defineProperty(event, 'clientY', { value: clientY });
  fireEvent(row, event);
}

it('inserts a dragged row where it is dropped, and shows where that is', async () => {
  open([transferJobOf({ id: 'running', title: 'running' }), ...waiting('one', 'two', 'three', 'four')]);
  const [one, three, running] = [await rowOf('one'), await rowOf('three'), await rowOf('running')];
  const types: string[] = [];
  const dataTransfer = { types, setData: (kind: string) => types.push(kind) };
  expect([running.draggable, one.draggable]).toEqual([false, true]);
  fireEvent.dragStart(one, { dataTransfer });
  drag('dragOver', three, dataTransfer, -1);
  expect(three.dataset.drop).toBe('before');
  drag('dragOver', three, dataTransfer, 1);
  expect(three.dataset.drop).toBe('after');
  drag('drop', three, dataTransfer, 1);
  expect(three.dataset.drop).toBeUndefined();
  await waitFor(() => expect(requests('jobs.reorder')).toEqual([{ jobId: 'one', before: 'four' }]));
});

it('accepts only jobs', async () => {
  open(waiting('one', 'two'));
  const two = await rowOf('two');
  fireEvent.dragOver(two, { dataTransfer: { types: ['Files'] } });
  fireEvent.drop(two, { dataTransfer: { types: ['Files'] } });
  expect(two.dataset.drop).toBeUndefined();
  expect(requests('jobs.reorder')).toEqual([]);
});

it('moves the row with the focus by Alt and an arrow, and to either end, faster than the list answers', async () => {
  const user = userEvent.setup();
  open(waiting('one', 'two', 'three', 'four'));
  (await screen.findByRole('button', { name: 'three' })).focus();
  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}{End}{ArrowDown}{Home}{/Alt}');
  expect(requests('jobs.reorder')).toEqual(
    ['two', 'one', 'two', null, 'one'].map((before) => ({ jobId: 'three', before })),
  );
});

it('leaves a menu its keys', async () => {
  const user = userEvent.setup();
  open(waiting('one', 'two', 'three'));
  await rowOf('two');
  await user.click(screen.getByRole('button', { name: 'More actions for two' }));
  await screen.findByRole('menu');
  await user.keyboard('{Alt>}{ArrowDown}{End}{ArrowUp}{/Alt}');
  expect(requests('jobs.reorder')).toEqual([]);
});

it.each([8, 58])(
  'keeps the focus in the row of %s that it moves, and announces the new position of the row',
  async (count) => {
    const user = userEvent.setup();
    restoreSize = giveElementsSize({ viewportPx: 240, rowPx: 35 });
    const names = Array.from({ length: count }, (_, index) => `f${index}-of-${count}`);
    const first = `f0-of-${count}`;
    open(waiting(...names));
    const title = await screen.findByRole('button', { name: first });
    expect(title.getAttribute('aria-keyshortcuts')).toBe('Alt+ArrowUp Alt+ArrowDown Alt+Home Alt+End');
    const shown: (string | null)[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(this.getAttribute('aria-label'));
    };
    title.focus();
    await user.keyboard('{Alt>}{End}{/Alt}');
    expect(shown).toEqual([]);
    act(() => notify(waiting(...names.slice(1), first)));
    await screen.findByText(`${first}, ${count} of ${count}`);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    expect(document.activeElement?.textContent).toBe(first);
    expect(shown).toEqual([expect.stringContaining(first)]);
    await user.keyboard('{Alt>}{Home}{/Alt}');
    expect(requests('jobs.reorder').at(-1)).toEqual({ jobId: first, before: names[1] });
  },
);

it('continues from the current order when a requested one is rejected', async () => {
  const user = userEvent.setup();
  open(waiting('one', 'two', 'three', 'four'));
  isRejecting = true;
  (await screen.findByRole('button', { name: 'two' })).focus();
  await user.keyboard('{Alt>}{End}{/Alt}');
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(requests('jobs.reorder')).toEqual([null, 'four'].map((before) => ({ jobId: 'two', before })));
});

it('ends the drag of a row whose job starts meanwhile', async () => {
  open(waiting('one', 'two', 'three'));
  const [one, three] = [await rowOf('one'), await rowOf('three')];
  const types: string[] = [];
  const dataTransfer = { types, setData: (kind: string) => types.push(kind) };
  fireEvent.dragStart(one, { dataTransfer });
  drag('dragOver', three, dataTransfer, 1);
  expect(three.dataset.drop).toBe('after');
  act(() => notify([transferJobOf({ id: 'one', title: 'one' }), ...waiting('two', 'three')]));
  await waitFor(() => expect(one.draggable).toBe(false));
  expect(three.dataset.drop).toBeUndefined();
  drag('drop', three, dataTransfer, 1);
  expect(requests('jobs.reorder')).toEqual([]);
});

it('resumes all in the order of the queue, one after the other', async () => {
  const user = userEvent.setup();
  open(['c', 'a', 'b'].map((id) => transferJobOf({ id, title: id, state: 'interrupted', turn: 'abc'.indexOf(id) })));
  await rowOf('a');
  await user.click(screen.getByRole('button', { name: 'More actions for all jobs' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resume all' }));
  for (const ids of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await waitFor(() => expect(requests('jobs.resume')).toEqual(ids.map((jobId) => ({ jobId }))));
    letGo();
  }
});

it('finds the row before which a row is inserted, and its current position', () => {
  const order = ['a', 'b', 'c', 'd'];
  expect(beforeWhom(order, 'a', { jobId: 'c', position: 'before' })).toBe('c');
  expect(beforeWhom(order, 'a', { jobId: 'd', position: 'after' })).toBeNull();
  expect(beforeWhom(order, 'd', { jobId: 'a', position: 'before' })).toBe('a');
  expect(beforeWhom(order, 'b', { jobId: 'a', position: 'after' })).toBeUndefined();
  expect(beforeWhom(order, 'b', { jobId: 'c', position: 'before' })).toBeUndefined();
});
