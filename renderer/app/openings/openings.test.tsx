// Links, files and drops: a prompt shows the name and cost of each before anything is opened, one after the other.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useConnectionState } from '@renderer/features/connections';
import { type RequestedQuery, takeRequestedQueries } from '@renderer/features/tables';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import type { ConnectionSummary } from '@shared/model/connection';
import type { SavedQuery } from '@shared/model/saved-query';
import type { OpenRequest } from '@shared/links/open-request';
import { openRequestOfFile, openRequestOfLink, renderQueryFile } from '@shared/links/query-file';
import { closeTabs, useTabs } from '../tabs/tabs-store';
import { OpenPrompts } from './open-prompt';
import { takeDroppedQueries, useOpenings, watchOpenings } from './openings-store';

const production: ConnectionSummary = {
  id: 'p',
  name: 'Production',
  kind: 'account-key',
  accountName: 'contoso',
  locked: true,
  needsSecret: false,
  endpoints: { blob: 'https://contoso.example', table: 'https://contoso.example' },
  marking: { production: true, colour: 'red' },
  secretStorage: 'keychain',
};
const filtered = openRequestOfLink(
  "stowage://open/table?account=contoso&connection=Production&table=Orders&filter=PartitionKey%20eq%20'a'%20and%20Late%20eq%20true&limit=5&page-size=100&parallel=4&split-or=yes",
);
const container = openRequestOfLink('stowage://open/container?account=contoso&container=logs');
const file = openRequestOfFile(
  renderQueryFile(
    { name: 'Late orders', description: 'Of one day' },
    { kind: 'columns', columns: ['Late'] },
    { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [], where: { kind: 'truth', property: 'Late' } },
  ),
);

let bridge: TestBridge;
let stop: () => void;
let requested: RequestedQuery[];
const savedQueries: SavedQuery[] = [];

function begin(...openings: readonly OpenRequest[]): void {
  let waiting = [...openings];
  bridge = installBridge({
    calls: {
      'openings.take': () => {
        const taken = waiting;
        waiting = [];
        return taken;
      },
      'openings.read': () => file,
      'library.save': (input) => {
        const saved = { ...input, id: 'kept', changedAtMs: 0 };
        savedQueries.push(saved);
        return saved;
      },
    },
    dropped: (files) => files.map(() => ({ token: 't', name: 'x', kind: 'file', bytes: 1 })),
  });
  const stops = [
    watchOpenings(),
    takeDroppedQueries(window),
    takeRequestedQueries('p', 'Orders', (query) => requested.push(query)),
  ];
  stop = () => stops.forEach((each) => each());
  render(<OpenPrompts />);
}

beforeEach(() => {
  requested = [];
  savedQueries.length = 0;
  closeTabs(() => true);
  useOpenings.setState({ requested: [] });
  useConnectionState.setState({
    connections: [production],
    error: null,
    lists: { 'tables:p': { names: ['Orders'], error: null, isLoading: false } },
  });
});
afterEach(() => {
  stop();
  cleanup();
  bridge.dispose();
});

const dialog = (name: string): Promise<HTMLElement> => screen.findByRole('alertdialog', { name });
const press = (name: string): Promise<void> => userEvent.setup().click(screen.getByRole('button', { name }));

describe('a link', () => {
  it('shows connection, table, filter and cost in a prompt, and opens nothing before it is confirmed', async () => {
    begin(filtered);
    const text = (await dialog('Open table Orders')).textContent;
    for (const named of [
      'Production',
      'PROD',
      'read-only',
      'contoso',
      "PartitionKey eq 'a' and Late eq true",
      '5 rows',
      'Up to 100 rows',
      '4 ranges at a time',
      'Each “or” is queried as a separate range',
    ]) {
      expect(text).toContain(named);
    }
    expect(text).toContain('Partition scan');
    expect(document.activeElement?.textContent).toBe('Cancel');
    expect(useTabs.getState().tabs).toEqual([]);
    await press('Cancel');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect([useTabs.getState().tabs, requested]).toEqual([[], []]);
  });

  it('fills the bar of its table with conditions, or runs, as the user chooses', async () => {
    begin(filtered, filtered);
    await dialog('Open table Orders');
    await press('Open without running');
    await press('Open and run');
    expect(useTabs.getState().tabs).toEqual([{ kind: 'table', connectionId: 'p', table: 'Orders' }]);
    expect(requested.map(({ begin: how }) => how)).toEqual(['put', 'run']);
    expect(requested[0]?.terms).toMatchObject({ partitionKey: { kind: 'is', value: 'a' }, limit: 5 });
  });

  it('is queued behind another prompt, and shows how many are waiting', async () => {
    begin(filtered, container);
    expect((await dialog('Open table Orders')).textContent).toContain('and 1 more');
    await press('Cancel');
    expect((await dialog('Open container logs')).textContent).toContain('First page of the list');
    await press('Open');
    expect(useTabs.getState().tabs).toEqual([{ kind: 'container', connectionId: 'p', container: 'logs' }]);
  });

  it('to an account that is not saved here shows which one is missing, even if a name is the same', async () => {
    begin(openRequestOfLink('stowage://open/table?account=fabrikam&connection=Production&table=Orders'));
    const text = (await screen.findByRole('dialog')).textContent;
    expect(text).toContain('There is no saved connection to account fabrikam (“Production” at the source).');
    expect(text).toContain('is to a different account, contoso');
    await press('Add a connection…');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that is declined shows why and does nothing', async () => {
    begin(openRequestOfLink('stowage://run/table?account=contoso&table=Orders'));
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'A link can only open a table, container or blob.',
    );
    await press('OK');
    expect(useTabs.getState().tabs).toEqual([]);
  });
});

describe('the file of a saved query', () => {
  it('for any table opens in the chosen table, and is saved on request', async () => {
    begin(file);
    const user = userEvent.setup();
    expect((await dialog('Open the query Late orders')).textContent).toContain('Of one day');
    expect(screen.getByRole('button', { name: 'Open and run' })).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('combobox', { name: 'Table' }), 'Orders');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: 'Add to saved queries' }));
    await press('Open without running');
    await waitFor(() => expect(requested).toHaveLength(1));
    expect(savedQueries).toMatchObject([{ name: 'Late orders', place: { kind: 'columns', columns: ['Late'] } }]);
    expect(requested[0]).toMatchObject({ begin: 'put', saved: { id: 'kept' } });
  });

  it.each([
    ['beside the views', 'late.STOWAGE-QUERY', 'elsewhere', 'asked'],
    ['over a list of blobs, where it is a file like others', 'late.stowage-query', 'blobs', 'left alone'],
    ['unless it is another file', 'rows.csv', 'elsewhere', 'left alone'],
  ])('is taken by a drop %s', async (_what, name, where, outcome) => {
    begin();
    const ground = document.createElement('div');
    if (where === 'blobs') ground.dataset.takes = 'any-file';
    document.body.append(ground);
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { files: [{ name }], types: ['Files'] } });
    ground.dispatchEvent(event);
    ground.remove();
    expect(event.defaultPrevented).toBe(outcome === 'asked');
    if (outcome === 'asked') await dialog('Open the query Late orders');
  });
});
