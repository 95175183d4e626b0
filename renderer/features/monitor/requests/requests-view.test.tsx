// The request log: what the filters request, and what is fetched while scrolling.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '@shared/ipc/contract';
import { type LoggedRequest, everyRequest, newestFirst } from '@shared/model/monitor';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { useMonitor } from '../monitor-store';
import { RequestsView } from './requests-view';

const logged = (number: number): LoggedRequest => ({
  number,
  atMs: 1_000_000 + number,
  connectionId: 'local',
  service: 'blob',
  operation: `Op${number}`,
  resource: 'photos',
  partition: '',
  entities: 0,
  method: 'PUT',
  address: 'https://harbour.example/photos/pier.jpg',
  ...(number === 449 ? {} : { head: 'comp=block&blockid=QUFB%3D&sig=…\ncontent-md5: a: b==' }),
  status: 404,
  errorCode: 'BlobNotFound',
  overLimit: '',
  attempt: 1,
  bytesUp: 10,
  bytesDown: 0,
  queueMs: 0,
  firstByteMs: 3,
  totalMs: 4,
  reusedConnection: true,
});

let bridge: TestBridge;
let newest = 450;
let restoreSize: () => void;

beforeEach(() => {
  newest = 450;
  restoreSize = giveElementsSize({ viewportPx: 560, rowPx: 28 });
  bridge = installBridge({
    calls: {
      'monitor.facets': () => ({
        connections: [{ value: 'local', requests: 3 }],
        operations: [{ value: 'PutBlock', requests: 2 }],
        resources: [],
      }),
      'monitor.requests': (request: CallInput<'monitor.requests'>) => {
        const upTo = request.newest ?? newest;
        const numbers = Array.from({ length: request.limit }, (_, index) => upTo - request.offset - index);
        return {
          rows: numbers.filter((number) => number > 0).map(logged),
          matched: upTo,
          newest: upTo,
          retained: upTo,
          oldestAtMs: 1_000_001,
        };
      },
    },
  });
  render(<RequestsView nameOf={() => 'Harbour'} isHeld={false} />);
});

afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
  useMonitor.setState({ filter: everyRequest, order: newestFirst });
});

const request = (): CallInput<'monitor.requests'>[] =>
  bridge.requested
    .filter(({ name }) => name === 'monitor.requests')
    .map(({ input }) => input as CallInput<'monitor.requests'>);

describe('RequestsView', () => {
  it('lists the newest first, shows one in full, and follows again afterwards', async () => {
    const user = userEvent.setup();
    expect(await screen.findByText('Op450')).toBeTruthy();
    newest = 451;
    expect(await screen.findByText('Op451')).toBeTruthy();
    await user.click(screen.getByText('Op450'));
    const detail = await screen.findByRole('region', { name: 'Selected request' });
    expect(detail.textContent).toContain('404 BlobNotFound');
    expect(detail.textContent).toContain('https://harbour.example/photos/pier.jpg');
    expect(within(detail).getByText('Harbour')).toBeTruthy();
    newest = 460;
    await user.click(screen.getByRole('button', { name: 'Close request' }));
    expect(await screen.findByText('Op460')).toBeTruthy();
  });

  it('sorts by a column, the other way round by the same once more, and then stands still', async () => {
    const user = userEvent.setup();
    await screen.findByText('Op450');
    const head = (name: string): HTMLElement => screen.getByRole('columnheader', { name });
    const lastOrder = () => request().at(-1)?.order;
    await user.click(screen.getByRole('button', { name: 'Duration' }));
    await waitFor(() => expect(lastOrder()).toEqual({ by: 'duration', direction: 'descending' }));
    expect(head('Duration').getAttribute('aria-sort')).toBe('descending');
    expect(head('Time (UTC)').getAttribute('aria-sort')).toBe('none');
    await screen.findByText('Op450');
    const before = request().length;
    screen.getByRole('button', { name: 'Duration' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(lastOrder()).toEqual({ by: 'duration', direction: 'ascending' }));
    expect(screen.queryByRole('region', { name: 'Selected request' }), 'Enter was for the column').toBeNull();
    await user.keyboard('{ArrowLeft}{Enter}');
    await waitFor(() => expect(lastOrder()).toEqual({ by: 'received', direction: 'descending' }));
    expect(request().length, 'once an order').toBe(before + 2);
  });

  it('request detail: shows query and headers decoded, or that they are no longer stored', async () => {
    const user = userEvent.setup();
    await user.click(await screen.findByText('Op450'));
    const query = await screen.findByRole('region', { name: 'Query' });
    expect(
      within(query)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['block', 'QUFB=', '…']);
    const headers = screen.getByRole('region', { name: 'Headers' });
    expect(headers.textContent).toBe('Headerscontent-md5a: b==');
    await user.click(screen.getByText('Op449'));
    await screen.findByText('Query strings and headers are only available for the latest requests.');
    expect(screen.queryByRole('region', { name: 'Headers' })).toBeNull();
  });

  it('requests what the filters select, and everything again', async () => {
    const user = userEvent.setup();
    await screen.findByText('Op450');
    await user.click(screen.getByRole('radio', { name: 'Throttled' }));
    await waitFor(() => expect(request().at(-1)?.filter).toEqual({ ...everyRequest, outcome: 'throttled' }));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(request().at(-1)?.filter).toEqual(everyRequest));
  });

  it('fetches further pages of the same moment as one scrolls', async () => {
    await screen.findByText('Op450');
    const grid = screen.getByRole('grid', { name: 'Requests' });
    grid.scrollTop = 410 * 28;
    fireEvent.scroll(grid);
    await waitFor(() => expect(request().some(({ offset, newest: of }) => offset === 400 && of === 450)).toBe(true));
  });
});
