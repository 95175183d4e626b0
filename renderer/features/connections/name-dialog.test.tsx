// Opening an unlisted resource by a pasted name.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionWith } from '@renderer/testing/connection-with';
import { NameDialog } from './name-dialog';

afterEach(cleanup);

it.each([
  ['tables', '$MetricsHourPrimaryTransactionsBlob ', '$MetricsHourPrimaryTransactionsBlob'],
  ['containers', '$blobchangefeed', '$blobchangefeed'],
] as const)('opens one of %s called "%s"', async (resource, pasted, name) => {
  const onOpen = vi.fn();
  const connection = connectionWith({ id: 'part', kind: 'sas' });
  render(
    <NameDialog
      request="open-by-name"
      connection={connection}
      resource={resource}
      onClose={() => undefined}
      onOpen={onOpen}
    />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('textbox', { name: 'Name' }));
  await user.paste(pasted);
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith('part', resource, name));
});

it('open by name: offers the tables of the service’s own metrics, which no list contains', async () => {
  const onOpen = vi.fn();
  render(
    <NameDialog
      request="open-by-name"
      connection={connectionWith({ id: 'part' })}
      resource="tables"
      onClose={() => undefined}
      onOpen={onOpen}
    />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Metrics of the service' }));
  await user.click(screen.getByRole('menuitem', { name: '$MetricsMinutePrimaryTransactionsTable' }));
  await user.click(screen.getByRole('button', { name: 'Open table' }));
  await vi.waitFor(() =>
    expect(onOpen).toHaveBeenCalledWith('part', 'tables', '$MetricsMinutePrimaryTransactionsTable'),
  );
});
