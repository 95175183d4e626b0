// The strip above the content of a tab of a production connection.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ConnectionSummary } from '@shared/model/connection';
import { useDialog } from './dialog-store';
import { ProductionStrip } from './tab-content';

afterEach(cleanup);

const quay = { id: 'q', name: 'Quay EU', locked: true, marking: { production: true, colour: 'red' } };
const show = (locked: boolean) => {
  render(<ProductionStrip connection={{ ...quay, locked } as ConnectionSummary} />);
  return within(screen.getByRole('note', { name: 'Production' }));
};

it("production: shows the connection's name above the content, and that it is read-only", () => {
  const strip = show(true);
  expect([strip.getByText('PROD'), strip.getByText('Quay EU'), strip.getByText('read-only')]).toHaveLength(3);
  expect(strip.queryByRole('button')).toBeNull();
});

it('production: can be locked again when it is unlocked', async () => {
  const strip = show(false);
  strip.getByText(/unlocked for writing/);
  await userEvent.click(strip.getByRole('button', { name: 'Lock' }));
  expect(useDialog.getState()).toMatchObject({ request: { request: 'lock', connection: { name: 'Quay EU' } } });
});
