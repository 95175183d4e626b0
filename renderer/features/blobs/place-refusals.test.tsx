// What a connection cannot do in a container is greyed with the reason before it is tried, and a key says it too.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SasScope } from '@shared/model/connection';
import { ToastRegion } from '@renderer/ui';
import { forgetBetweenTests, showContainer } from './fixtures/shown-container';
import { refusalsOf } from './place-refusals';

forgetBetweenTests();

const place = { container: 'photos', connectionName: 'Quay', access: 'writable', failure: null } as const;
const signed = (rights: SasScope['rights'], more: Partial<SasScope> = {}): SasScope => ({
  ...{ level: 'container', resource: 'photos', rights },
  ...more,
});

it.each([
  ['no SAS', undefined, { upload: false, change: false, remove: false }],
  ['all rights', signed(['read', 'write', 'delete', 'create']), { upload: false, change: false, remove: false }],
  ['the right to create alone', signed(['create']), { upload: false, change: false, remove: true }],
  ['the right to read alone', signed(['read', 'list']), { upload: true, change: true, remove: true }],
  ['the right to delete alone', signed(['delete']), { upload: true, change: true, remove: false }],
  ['rights of a stored policy', signed([], { policy: 'crew' }), { upload: false, change: false, remove: false }],
] as const)('%s', (_what, sas, refused) => {
  const { upload, change, remove } = refusalsOf({ ...place, sas });
  expect({ upload: upload !== null, change: change !== null, remove: remove !== null }).toEqual(refused);
});

it('greys what a SAS does not allow, and a press of Delete says why nothing comes of it', async () => {
  showContainer({}, 'writable', signed(['read', 'list']));
  render(<ToastRegion place="side-bar" />);
  const user = userEvent.setup();
  await user.click(await screen.findByText('🌊 wave.png'));
  const why = 'The SAS of Local does not allow writing. Use one that does, or another connection.';
  expect(screen.getByTitle(why)).toBeTruthy();
  for (const name of ['Upload', 'Delete']) {
    expect(screen.getByRole('button', { name }).hasAttribute('disabled'), name).toBe(true);
  }
  await user.keyboard('{Delete}');
  expect(await screen.findByText('Nothing was deleted')).toBeTruthy();
  expect(screen.getByText(/^The SAS of Local does not allow deleting\./u)).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.keyboard('{F2}');
  expect(await screen.findByText('Nothing was changed')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
