// Where rows can be copied to: what would be refused there cannot be picked.
import '@renderer/testing/missing-in-jsdom';
import type { ConnectionSummary } from '@shared/model/connection';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TablePicker } from './table-picker';

const connection = (id: string, more: Partial<ConnectionSummary>): ConnectionSummary =>
  connectionWith({ id, kind: 'sas', ...more });
const connections = [
  connection('Key', { kind: 'account-key' }),
  connection('Locked', { locked: true }),
  connection('Reader', { sas: { level: 'table', resource: 'Ships', rights: ['query'] } }),
  connection('Writer', { sas: { level: 'table', resource: 'Ships', rights: ['query', 'add'] } }),
];
let bridge: TestBridge;
beforeEach(() => {
  bridge = installBridge({ calls: { 'tables.list': () => [] } });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

it.each([
  ['write', 'existing', ['Locked', 'Reader']],
  // Only an account makes tables, whatever the SAS of one of them grants.
  ['write', 'new', ['Locked', 'Reader', 'Writer']],
  ['read', 'existing', []],
] as const)('offers connections to %s in a table that is %s, but these: %j', async (use, kind, rejected) => {
  const place = { connectionId: 'Key', table: 'Ships' };
  render(<TablePicker connections={connections} place={place} use={use} kind={kind} onChange={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: /Connection/ }));
  const options = await screen.findAllByRole('option');
  const off = options.filter((option) => option.getAttribute('aria-disabled') === 'true');
  expect(off.map((option) => /^[A-Z][a-z]+?(?=Read-only|The|$)/.exec(option.textContent ?? '')?.[0])).toEqual(rejected);
  for (const option of off)
    expect(option.textContent).toMatch(/Read-only until unlocked|does not allow writing|whole account/);
});
