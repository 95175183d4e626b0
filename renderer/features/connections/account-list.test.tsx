// Tenants with very many accounts: what is shown of them, and how much of it is rendered.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveElementsSize } from '@renderer/testing/layout';
import type { StorageAccount } from '@shared/model/identity';
import { AccountList, accountKey, arrangeAccounts } from './account-list';

function account(name: string): StorageAccount {
  return {
    name,
    resourceGroup: 'g',
    subscription: 's',
    subscriptionName: 'Harbour',
    tenant: 't',
    location: 'westeurope',
    kind: 'StorageV2',
    hasHierarchicalNamespace: false,
    allowsSharedKey: true,
    endpoints: { blob: `https://${name}.blob.core.windows.net` },
  };
}
const outer = { current: null };
const many = Array.from({ length: 100_000 }, (_, index) => account(`quay${index}`));

let restoreSize = (): void => undefined;
beforeEach(() => {
  restoreSize = giveElementsSize({ viewportPx: 224, rowPx: 28 });
});
afterEach(() => {
  restoreSize();
  cleanup();
  localStorage.clear();
});

describe('arranged accounts', () => {
  it('of 100,000: loses none, puts pinned ones first, and counts the hidden ones that match', () => {
    const index = fc.nat(many.length - 1);
    fc.assert(
      fc.property(
        fc.uniqueArray(index, { maxLength: 20 }),
        fc.constantFrom('', '7', 'quay123', 'none'),
        (marked, typed) => {
          const marks = Object.fromEntries(
            marked.map(
              (at, order) => [accountKey(account(`quay${at}`)), order % 2 === 0 ? 'pinned' : 'hidden'] as const,
            ),
          );
          const matching = many.filter(({ name }) => name.includes(typed));
          const { shown, hidden } = arrangeAccounts(many, { typed, marks, hiddenAre: 'left-out' });
          const all = arrangeAccounts(many, { typed, marks, hiddenAre: 'shown' });
          expect(shown.length + hidden).toBe(matching.length);
          expect(all.shown.length).toBe(matching.length);
          const pinned = shown.filter((one) => marks[accountKey(one)] === 'pinned');
          expect(pinned.every((one, at) => shown[at] === one)).toBe(true);
          expect(shown.some((one) => marks[accountKey(one)] === 'hidden')).toBe(false);
        },
      ),
      { numRuns: 3 },
    );
  });
});

describe('the list of accounts', () => {
  it('renders the rows in view only, and hides, shows and pins accounts', async () => {
    const onChoose = vi.fn();
    render(<AccountList accounts={many} typed="" scroll={outer} onChoose={onChoose} />);
    expect(document.querySelectorAll('li').length).toBeLessThan(40);
    await userEvent.click(screen.getByLabelText('Hide quay0'));
    expect(screen.queryByText('quay0')).toBeNull();
    await userEvent.click(screen.getByLabelText('Pin quay3 to the top'));
    expect(document.querySelector('li')?.textContent).toContain('quay3');
    await userEvent.click(screen.getByText('Show 1 hidden account'));
    await userEvent.click(screen.getByLabelText('Show quay0 again'));
    expect(screen.queryByText(/hidden account/)).toBeNull();
    await userEvent.click(screen.getByText('quay0'));
    expect(onChoose).toHaveBeenCalledWith(many[0]);
  });

  it('says when no name matches, and keeps the focus in the list after a mark', async () => {
    const three = many.slice(0, 3);
    const { rerender } = render(<AccountList accounts={three} typed="" scroll={outer} onChoose={() => undefined} />);
    await userEvent.click(screen.getByLabelText('Hide quay0'));
    expect(document.activeElement).toBe(screen.getByRole('list'));
    rerender(<AccountList accounts={three} typed="crane" scroll={outer} onChoose={() => undefined} />);
    expect(screen.getByText('No account name contains “crane”.')).toBeTruthy();
  });
});
