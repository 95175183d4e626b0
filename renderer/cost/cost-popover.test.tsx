// What the cost popover shows: classes and counts always, money only if prices were entered.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { requestsTo } from '@shared/cost/billing';
import { localStore } from '@shared/model/fixtures/connections';
import { type Prices, noPrices } from '@shared/model/prices';
import { defaultSettings } from '@shared/model/settings';
import { loadSettings } from '@renderer/bridge';
import { type Script, type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { CostLine } from './cost-line';
import { CostPopover, type CostPopoverProps } from './cost-popover';

let bridge: TestBridge | undefined;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const streams: Script['streams'] = {
  'connections.watch': (_input, { push }) => {
    push([localStore]);
    return Promise.resolve();
  },
};

async function open(prices: Prices, props: Partial<CostPopoverProps>) {
  bridge = installBridge({ calls: { 'settings.read': () => ({ ...defaultSettings, prices }) }, streams });
  await loadSettings();
  render(<CostPopover sent={[]} note="Nothing else." {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'What does this cost?' }));
  return within(screen.getByRole('dialog', { name: 'What does this cost?' }));
}

const rowsOf = (panel: Awaited<ReturnType<typeof open>>): readonly string[] =>
  panel.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

const sent = requestsTo('one', 'blob', [
  { operation: 'PutBlock', requests: 20_000 },
  { operation: 'DeleteBlob', requests: 3 },
  { operation: 'GetBlobProperties', requests: 2 },
]);

describe('the cost', () => {
  it('is counted by class, with no amount before a price was entered', async () => {
    const panel = await open(noPrices, { sent });
    expect(rowsOf(panel)).toEqual([
      'Billed as | Requests',
      'Blob write operations | 20,000',
      'Other blob operations | 2',
      'Delete operations (free) | 3',
    ]);
    expect(panel.getByText(/Price sheet/)).toBeTruthy();
    expect(panel.queryByText(/÷ 10,000/)).toBeNull();
  });

  it('shows money where there is a price, and what the sum leaves out', async () => {
    const prices = { currency: 'EUR', perTenThousand: { ...noPrices.perTenThousand, blobWrite: 0.06 } };
    const panel = await open(prices, { sent });
    expect(rowsOf(panel)).toEqual([
      'Billed as | Requests | Per 10,000 | Amount',
      'Blob write operations | 20,000 | 0.06 | 0.12 EUR',
      'Other blob operations | 2 | no price | –',
      'Delete operations (free) | 3 | 0 | 0.00 EUR',
      'Total, without unpriced requests | 0.12 EUR',
    ]);
  });

  it('shows what is still to come', async () => {
    const prices = { currency: '$', perTenThousand: { ...noPrices.perTenThousand, tableOperation: 1 } };
    const counts = requestsTo('one', 'table', [{ operation: 'QueryEntities', requests: 12 }]);
    const panel = await open(prices, { sent: counts, toCome: { kind: 'at-least', counts } });
    expect(panel.getByText('To read all: at least 12 requests more, 0.0012 $.')).toBeTruthy();
    expect(panel.getByText(/requests ÷ 10,000 × your price/)).toBeTruthy();
  });

  it('leaves out requests to a store that bills nothing, and shows how many there are', async () => {
    const panel = await open(noPrices, { sent: [...sent, ...requestsTo('local', 'blob', sent)] });
    expect(await panel.findByText('Not billed: 20,005 requests to the local store or to emulators.')).toBeTruthy();
    expect(rowsOf(panel)).toContain('Blob write operations | 20,000');
  });

  it.each([
    [{ from: 'one', to: 'local' }, 'Cost: about 20,002 requests.'],
    [{ from: 'local', to: 'local' }, 'Cost: none. The local store and emulators are free.'],
  ])('is one line before something starts: %o', async ({ from, to }, text) => {
    const settings = () => ({ ...defaultSettings, prices: noPrices });
    bridge = installBridge({ calls: { 'settings.read': settings }, streams });
    const expected = [...requestsTo(from, 'blob', sent), ...requestsTo(to, 'blob', sent)];
    render(<CostLine sent={[]} expected={expected} basis="" note="" />);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each([
    ['none', /no more requests/],
    ['unknown', /unknown/],
  ] as const)('shows that it is %s', async (kind, text) => {
    const panel = await open(noPrices, { toCome: { kind } });
    expect(panel.getByText(text)).toBeTruthy();
    expect(panel.getByText('No requests sent yet.')).toBeTruthy();
  });
});
