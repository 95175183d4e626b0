// The review from the user's point of view: the exact requests, all problems at once, and dangerous changes.
import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ToastRegion } from '@renderer/ui';
import { listPage } from '../fixtures/list-page';
import { berth, deletionOf, double, entityOf, set, text, updateOf } from '../fixtures/edits';
import { showReview } from '../fixtures/show-review';

const page = listPage(280);

beforeEach(() => localStorage.clear());

describe('review panel', () => {
  it('shows each request as it is sent, with the values before and after, and copies it', async () => {
    const edits = [updateOf(entityOf('B1', berth), set('Depth', double('12.5'))), deletionOf(entityOf('B2', berth))];
    const { user, copied } = showReview(page, edits, { grouping: 'each' });
    const detail = await screen.findByRole('region', { name: 'Selected request' });
    expect(detail.textContent).toContain("PATCH /Berths(PartitionKey='Quay',RowKey='B1')");
    expect(detail.textContent).toContain('If-Match: W/"B1"');
    expect(detail.textContent).toContain('{"Depth@odata.type":"Edm.Double","Depth":12.5}');
    const changes = within(detail).getByRole('table', { name: 'Changes' });
    expect(
      within(changes)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['PropertyBeforeAfter', 'DepthDouble12.0Double12.5']);
    screen.getByRole('listbox', { name: 'Requests' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(detail.textContent).toContain("DELETE /Berths(PartitionKey='Quay',RowKey='B2')");
    await user.click(screen.getByRole('button', { name: 'Copy review' }));
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toContain('2 changes to Berths on Harbour\n2 requests');
    expect(copied[0]).toContain('{"Depth@odata.type":"Edm.Double","Depth":12.5}');
    expect(copied[0]).toContain('Depth: Edm.Double 12.0 -> Edm.Double 12.5');
    expect(copied[0]).toContain('Crane: Edm.String north -> (absent)');
  });

  it('reports which restored changes are based on rows that were changed since, and offers to settle them', async () => {
    const [b1, b2] = [entityOf('B1', berth), entityOf('B2', berth)];
    const { results, user } = showReview(page, [deletionOf(b1), updateOf(b2, set('Depth', double('9.5')))], {
      returned: ['B1', 'B2'],
      held: { B1: b1, B2: entityOf('B2', [], { etag: 'W/"later"' }) },
    });
    const notice = await screen.findByRole('region', { name: 'Staged before the restart' });
    await waitFor(() => expect(notice.textContent).toContain('1 row has changed in the table'));
    const conflicts = screen.getByRole('region', { name: 'Conflicts' });
    expect(within(conflicts).getAllByRole('listitem')).toHaveLength(1);
    await user.click(within(conflicts).getByRole('button', { name: 'Review Quay / B2' }));
    await user.click(screen.getByRole('button', { name: 'Keep theirs' }));
    expect(results.onDropped).toHaveBeenCalledWith(['B2']);
  });

  it('proposes one transaction when all changes fit, and remembers another choice', async () => {
    const pair = [1, 2].map((n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('9.5'))));
    const shown = showReview(page, pair);
    expect(await screen.findByText(/Transaction \(all or nothing\): 2 operations/)).toBeTruthy();
    expect(screen.getByText('1 request, 1 transaction', { exact: false })).toBeTruthy();
    await shown.user.click(screen.getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() => expect(page.requested('edits.apply')).toHaveLength(1));
    expect(page.requested('edits.apply')[0]?.grouping).toBe('transaction');
    shown.unmount();

    const again = showReview(page, pair);
    await again.user.click(await screen.findByRole('button', { name: /^Write options: One transaction/ }));
    await again.user.click(await screen.findByRole('button', { name: /Request mode$/ }));
    await again.user.click(await screen.findByRole('option', { name: /Individually/ }));
    expect(await screen.findByText('2 requests', { exact: false })).toBeTruthy();
    again.unmount();

    const third = showReview(page, pair);
    await third.user.click(await screen.findByRole('button', { name: /^Write options: Individually/ }));
    await third.user.click(await screen.findByRole('button', { name: /Request mode$/ }));
    await third.user.click(await screen.findByRole('option', { name: /One transaction/ }));
    expect(await screen.findByText('1 request, 1 transaction', { exact: false })).toBeTruthy();
    third.unmount();

    showReview(page, pair);
    expect(await screen.findByRole('button', { name: /^Write options: One transaction/ })).toBeTruthy();
  });

  it('proposes separate requests when one transaction cannot take all changes, whatever was chosen before', async () => {
    const abroad = { ...entityOf('B2', berth), partitionKey: 'Elsewhere' };
    showReview(page, [deletionOf(entityOf('B1', berth)), deletionOf(abroad)], { grouping: 'transaction' });
    expect(await screen.findByRole('button', { name: /^Write options: Individually/ })).toBeTruthy();
    await screen.findByRole('region', { name: 'Selected request' });
    expect(screen.getByRole('button', { name: /Delete 2 entities/ })).toHaveProperty('disabled', false);
  });

  it('lists all problems at once, with row, property and fix, and sends nothing', async () => {
    showReview(page, [
      updateOf(entityOf('B1', berth), set('1st', text('x'))),
      updateOf(entityOf('B2', berth), set('Depth', { type: 'Edm.Int32', value: 'deep' })),
    ]);
    const problems = await screen.findByRole('region', { name: 'Problems that prevent sending' });
    const items = within(problems).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Quay \/ B1“1st”: this is not a valid property name\. Use letters/),
      expect.stringMatching(/^Quay \/ B2Depth: “deep” is not a whole number\. Enter a value of type Edm\.Int32\./),
    ]);
    expect(screen.getByRole('button', { name: 'Apply 2 changes' })).toHaveProperty('disabled', true);
  });

  it('renders only the requests in view, and reaches the last by keyboard', async () => {
    const { user } = showReview(
      page,
      Array.from({ length: 1_000 }, (_, n) => updateOf(entityOf(`B${n}`, berth), set('Depth', double('1.5')))),
    );
    const list = await screen.findByRole('listbox', { name: 'Requests' });
    expect(within(list).getAllByRole('option').length).toBeLessThan(60);
    list.focus();
    await user.keyboard('{End}');
    expect(screen.getByRole('region', { name: 'Selected request' }).textContent).toContain("RowKey='B999'");
    const active = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
    expect(active?.getAttribute('aria-posinset')).toBe('1000');
  });
});

describe('the second Ctrl+Enter', () => {
  it('applies, and a plain success closes the review and offers to undo', async () => {
    render(<ToastRegion />);
    const { user, onClose, results } = showReview(page, [
      updateOf(entityOf('B1', berth), set('Depth', double('12.5'))),
    ]);
    await screen.findByRole('region', { name: 'Selected request' });
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const message = screen.getByText('Applied 1 change', { selector: '[role="status"] *' });
    const toast = message.closest<HTMLElement>('[role="status"]') ?? document.body;
    expect(toast.textContent).toContain('Berths on Harbour');
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 change undone.')).toBeTruthy();
    expect(page.requested('undo.restore').map(({ ids }) => ids)).toEqual([['undo-B1']]);
    expect(results.onRestored).toHaveBeenCalledOnce();
  });

  it('does not delete: that takes the button', async () => {
    const { user } = showReview(page, [deletionOf(entityOf('B1', berth))]);
    await screen.findByRole('region', { name: 'Selected request' });
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(page.requested('edits.apply')).toEqual([]);
  });
});

describe('dangerous changes', () => {
  it('are named and counted when writes are unconditional', async () => {
    const { results, user } = showReview(page, [updateOf(entityOf('B1', berth), set('Depth', double('12.5')))]);
    await screen.findByRole('region', { name: 'Selected request' });
    expect(screen.queryByText('Unconditional')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Write options/ }));
    await user.click(screen.getByRole('button', { name: /Condition$/ }));
    await user.click(await screen.findByRole('option', { name: /Always overwrite/ }));
    expect(await screen.findByText('Unconditional')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Selected request' }).textContent).toContain('If-Match: *');
    expect(screen.getByText(/overwrites changes made by others/)).toBeTruthy();
    expect(results.onSending).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Apply 1 change, 1 unconditional' }));
    expect(results.onSending).toHaveBeenCalledOnce();
    await waitFor(() => expect(page.requested('edits.apply')).toHaveLength(1));
    expect(page.requested('edits.apply')[0]?.edits).toMatchObject([{ condition: 'any' }]);
  });

  it('require the typed connection name on production', async () => {
    const { user } = showReview(page, [deletionOf(entityOf('B1', berth))], { location: { environment: 'production' } });
    const button = await screen.findByRole('button', { name: 'Delete 1 entity of Berths' });
    const field = await screen.findByRole('textbox', { name: 'Type “Harbour” to confirm' });
    await user.type(field, 'Harbou');
    expect(button).toHaveProperty('disabled', true);
    await user.type(field, 'r');
    await user.click(button);
    await waitFor(() => expect(page.requested('edits.apply')).toHaveLength(1));
  });

  it('cannot be applied when the connection is locked', async () => {
    showReview(page, [deletionOf(entityOf('B1', berth))], { location: { access: 'read-only' } });
    expect(await screen.findByText(/is read-only\. Unlock it/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete 1 entity of Berths' })).toHaveProperty('disabled', true);
  });
});
