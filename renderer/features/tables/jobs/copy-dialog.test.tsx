// The copy dialog: it begins with a target that allows the copy, and disables those that do not.
import '@renderer/testing/missing-in-jsdom';
import type { ConnectionSummary } from '@shared/model/connection';
import { type TableQuery, wholeTable } from '@shared/model/table-query';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CopyDialog } from './copy-dialog';
import { TablePicker } from './copy-draft';

const connection = (id: string, more: Partial<ConnectionSummary>): ConnectionSummary =>
  connectionWith({ id, kind: 'sas', ...more });
const key = connection('Key', { kind: 'account-key' });
const writer = connection('Writer', { sas: { level: 'table', resource: 'Ships', rights: ['query', 'add'] } });
let bridge: TestBridge;
beforeEach(() => {
  bridge = installBridge({ calls: { 'tables.list': () => [] } });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});
const nothing = (): void => undefined;
const show = (connections: readonly ConnectionSummary[], query?: TableQuery) =>
  render(
    <CopyDialog
      of={{ connectionId: 'Writer', table: 'Ships', query }}
      connections={connections}
      onShowJobs={nothing}
      onClose={nothing}
    />,
  );

it('target: is an existing table when the connection cannot create one', () => {
  show([writer]);
  expect(screen.getByRole('radio', { name: 'Existing table', checked: true })).toBeTruthy();
});

it('target: is on another connection when that of the rows cannot create tables', async () => {
  show([writer, key]);
  expect(screen.getByRole('button', { name: /Connection/ }).textContent).toContain('Key');
  await userEvent.click(screen.getByRole('radio', { name: 'Existing table' }));
  expect(screen.getByRole('button', { name: /Connection/ }).textContent).toContain('Key');
});

it('copy dialog: uses the singular for one column', () => {
  show([writer], { ...wholeTable('Ships'), select: ['Tonnage'] });
  expect(screen.getByText(/only 1 column/)).toBeTruthy();
});

const isOff = () => screen.getByRole('button', { name: 'Start copying' }).hasAttribute('disabled');

it.each([
  ['of one table', writer, /not an account SAS/],
  [
    'that makes no tables',
    connection('Writer', { sas: { level: 'account', rights: ['query', 'add', 'update'] } }),
    /has no write permission/,
  ],
])('cannot be started without a possible target, over a SAS %s, and explains why', async (_what, only, why) => {
  show([only]);
  expect(isOff()).toBe(false);
  expect(screen.queryByText(why)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'New table' }));
  expect(isOff()).toBe(true);
  expect(screen.getByText(why, { selector: 'p' })).toBeTruthy();
});

it('copy dialog: disables changing existing rows over a SAS that only adds, with the reason', async () => {
  show([writer, key]);
  await userEvent.click(screen.getByRole('radio', { name: 'Existing table' }));
  const ruleButton = () => screen.getByRole('button', { name: /Existing rows/ });
  await userEvent.click(ruleButton());
  await userEvent.click(await screen.findByRole('option', { name: /^Merge/ }));
  expect(isOff()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: /Connection/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Writer' }));
  // Announced when it appears: otherwise a screen reader user would not learn why the button is disabled.
  expect(screen.getByText(/has no permission to update entities/, { selector: 'p' }).getAttribute('role')).toBe(
    'status',
  );
  expect(isOff()).toBe(true);
  await userEvent.click(ruleButton());
  const options = await screen.findAllByRole('option');
  const off = options.filter((option) => option.getAttribute('aria-disabled') === 'true');
  expect(off.map((option) => option.textContent)).toEqual([
    expect.stringMatching(/^MergeThe SAS of Writer has no permission to update/),
    expect.stringMatching(/^ReplaceThe SAS of Writer has no permission to update/),
  ]);
  await userEvent.click(screen.getByRole('option', { name: /^Skip(?! and)/ }));
  expect(isOff()).toBe(false);
});

const connections = [
  connection('Key', { kind: 'account-key' }),
  connection('Locked', { locked: true }),
  connection('Reader', { sas: { level: 'table', resource: 'Ships', rights: ['query'] } }),
  connection('Writer', { sas: { level: 'table', resource: 'Ships', rights: ['query', 'add'] } }),
];

it.each([
  ['write', 'existing', ['Locked', 'Reader']],
  // Only an account SAS can create tables, whatever the SAS of one of them grants.
  ['write', 'new', ['Locked', 'Reader', 'Writer']],
  ['read', 'existing', []],
] as const)('table picker: offers connections to %s for a table that is %s, except %j', async (use, kind, rejected) => {
  const target = { connectionId: 'Key', table: 'Ships' };
  render(<TablePicker connections={connections} target={target} use={use} kind={kind} onChange={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: /Connection/ }));
  const options = await screen.findAllByRole('option');
  const off = options.filter((option) => option.getAttribute('aria-disabled') === 'true');
  expect(off.map((option) => /^[A-Z][a-z]+?(?=Read-only|The|$)/.exec(option.textContent ?? '')?.[0])).toEqual(rejected);
  for (const option of off)
    expect(option.textContent).toMatch(/Read-only until unlocked|has no write permission|not an account SAS/);
});
