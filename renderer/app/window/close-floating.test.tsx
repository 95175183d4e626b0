// A list that is open over a tab closes when another tab is activated.
import '@renderer/testing/missing-in-jsdom';
import { Select } from '@renderer/ui';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeFloatingWithTab } from './input';
import { type Tab, closeTabs, openTab, selectTab, tabId } from '../tabs/tabs-store';

const table = (name: string): Tab => ({ kind: 'table', connectionId: 'local', table: name });
let stop: () => void;

// The list finds its own position by selector; the test's document has no such function.
beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
  openTab(table('A'));
  openTab(table('B'));
  stop = closeFloatingWithTab(window);
});
afterEach(() => {
  stop();
  cleanup();
  closeTabs(() => true);
  vi.unstubAllGlobals();
});

it('closes with the tab, and stays while the tab does', async () => {
  const options = ['is', 'starts with'].map((value) => ({ value, label: value }));
  render(<Select label="Operator" options={options} value="is" onChange={() => undefined} />);
  await userEvent.setup().click(screen.getByRole('button', { name: /Operator/ }));
  expect(screen.getByRole('listbox')).toBeTruthy();
  act(() => selectTab(tabId(table('B'))));
  expect(screen.getByRole('listbox')).toBeTruthy();
  act(() => selectTab(tabId(table('A'))));
  expect(screen.queryByRole('listbox')).toBeNull();
});
