// What a sign-in may do, and the report on a connection, as dialogs of the navigator.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ConnectionSummary } from '@shared/model/connection';
import type { IdentitySummary } from '@shared/model/identity';
import { knownClouds } from '@shared/model/identity';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ConnectionDialogs } from './connection-dialogs';
import type { ConnectionDialogRequest } from './row-dialogs';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
  bridge = null;
});

const connection: ConnectionSummary = {
  ...connectionWith({ id: 'quay', name: 'Quay' }),
  kind: 'sign-in',
  accountName: 'quaystore',
  identity: { id: 'ada', tenant: 'contoso.example' },
  rights: [
    { service: 'blob', resource: 'cargo', right: 'list', state: 'allowed' },
    { service: 'blob', resource: 'cargo', right: 'write', state: 'denied', cause: 'role' },
    { service: 'blob', resource: 'cargo', right: 'delete', state: 'varies', cause: 'role' },
  ],
};
const ada: IdentitySummary = {
  id: 'ada',
  kind: 'user',
  name: 'ada@contoso.example',
  cloud: knownClouds.public,
  homeTenant: 'contoso.example',
  state: 'ready',
};
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function show(request: ConnectionDialogRequest): void {
  bridge = installBridge({
    calls: {
      'app.info': () => ({
        version: '1.0.0',
        electron: '',
        chromium: '',
        node: '',
        platform: 'linux',
        secretStorage: 'session',
        tour: 'none',
      }),
      'clipboard.write': () => ({}),
      'files.save-text': () => ({ saved: true }),
      'connections.check-rights': () => ({}),
      'connections.report': ({ connectionId }) => ({ text: `{"of": "${connectionId ?? 'all'}"}`, answered: 'all' }),
    },
    streams: {
      'connections.watch': (_input, { push, signal }) => {
        push([connection]);
        return untilAborted(signal);
      },
      'identities.watch': (_input, { push, signal }) => {
        push([ada]);
        return untilAborted(signal);
      },
    },
  });
  const none = (): void => undefined;
  render(<ConnectionDialogs request={request} onDone={none} addHub={() => null} onOpen={none} onGone={none} />);
}
const sent = (name: string): unknown => bridge?.requested.find((each) => each.name === name)?.input;

it('rights: shows what is known in a container, and copies the request for the role that is missing', async () => {
  show({ request: 'rights', connection, resource: 'containers', name: 'cargo' });
  const row = async (label: string): Promise<string> =>
    (await screen.findByText(label)).closest('li')?.textContent ?? '';
  expect(await row('List blobs')).toContain('Allowed');
  expect(await row('Write blobs')).toContain('Storage Blob Data Contributor');
  expect(await row('Delete blobs')).toContain('some');
  expect(await row('Read blobs')).toContain('Not tried yet. “Check again” tries it on a blob, if there is one.');
  expect(await row('Index tags')).toContain('Not tried yet. “Check again” tries it on a blob, if there is one.');
  expect(await row('Access control')).toContain('Not tried yet. “Check again” tries it.');
  await userEvent.click(screen.getByRole('button', { name: 'Copy access request' }));
  const { text } = sent('clipboard.write') as { readonly text: string };
  for (const part of [
    'ada@contoso.example',
    'Storage Blob Data Contributor',
    'container cargo',
    'az role assignment',
  ]) {
    expect(text).toContain(part);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(sent('connections.check-rights')).toEqual({ connectionId: 'quay', service: 'blob', resource: 'cargo' });
});

it('report: shows exactly what it saves', async () => {
  show({ request: 'report', connection });
  const shown = await screen.findByRole('region', { name: 'Contents of the report' });
  await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
  expect(sent('connections.report')).toEqual({ version: '1.0.0', connectionId: 'quay' });
  expect(sent('files.save-text')).toEqual({ suggestedName: 'stowage-report.json', text: `${shown.textContent}\n` });
});
