// The connection dialog: errors are shown at the field they are about, and a test shows what each service answered.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { type Script, type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ConnectionDialog, type ConnectionDialogProps } from './connection-dialog';
import { connectionWith } from '@renderer/testing/connection-with';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const info = {
  version: '1',
  electron: '22',
  chromium: '108',
  node: '16',
  platform: 'linux',
  secretStorage: 'session' as const,
  tour: 'none' as const,
};

function open(calls: Script['calls'], purpose: ConnectionDialogProps['purpose'] = { mode: 'add' }): () => void {
  bridge = installBridge({ calls: { 'app.info': () => info, ...calls } });
  const onClose = vi.fn();
  render(<ConnectionDialog purpose={purpose} onClose={onClose} />);
  return onClose;
}

async function paste(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

function describedBy(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

describe('the connection dialog', () => {
  it('prompts for missing values before it sends anything', async () => {
    open({});
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Account key' }));
    await user.click(screen.getByRole('button', { name: 'Add connection' }));
    expect(describedBy(screen.getByLabelText('Account name'))).toContain('Enter the account name');
    expect(document.activeElement, 'the first that is to be mended').toBe(screen.getByLabelText('Account name'));
    expect(describedBy(screen.getByLabelText('Account key'))).toContain('Paste one of the account’s two keys');
    expect(bridge?.requested.map(({ name }) => name)).not.toContain('connections.add');
  });

  it('offers nothing to test, name or add before somebody has signed in', async () => {
    open({}, { mode: 'add', method: 'sign-in' });
    expect(screen.queryByRole('button', { name: 'Add connection' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Test' })).toBeNull();
    expect(screen.queryByLabelText('Name')).toBeNull();
    await userEvent.setup().click(screen.getByRole('radio', { name: 'S3' }));
    expect(screen.getByRole('button', { name: 'Add connection' })).toBeTruthy();
    expect(screen.getByLabelText('Name')).toBeTruthy();
  });

  it('moves what is pasted into the field of another method to its own', async () => {
    open({});
    const user = userEvent.setup();
    const url = 'https://ships.blob.core.windows.net/photos?sv=2024-11-04&sp=rl&sig=AAAA%3D';
    await paste(user, screen.getByLabelText('Connection string'), url);
    expect(screen.getByLabelText('SAS URL or SAS connection string')).toHaveProperty('value', url);
    const string = 'AccountName=ships;AccountKey=AAAA;EndpointSuffix=core.windows.net';
    await user.clear(screen.getByLabelText('SAS URL or SAS connection string'));
    await paste(user, screen.getByLabelText('SAS URL or SAS connection string'), string);
    expect(screen.getByLabelText('Connection string')).toHaveProperty('value', string);
  });

  it('asks for the keys of S3 only where they are entered, and sends what was filled in', async () => {
    open({ 'connections.add': () => connectionWith({ id: 'depot', kind: 's3' }) });
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'S3' }));
    await user.click(screen.getByRole('button', { name: 'Add connection' }));
    expect(describedBy(screen.getByLabelText('Access key ID'))).toContain('Enter the ID of the access key');
    expect(describedBy(screen.getByLabelText('Secret access key'))).toContain('Paste the secret access key');
    await paste(user, screen.getByLabelText('Endpoint'), 'http://minio.example:9000');
    expect(screen.getByText(/^minio\.example is contacted over plain HTTP\./)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Profile' }));
    expect(screen.queryByLabelText('Secret access key')).toBeNull();
    expect(screen.queryByText(/keychain/)).toBeNull();
    await paste(user, screen.getByLabelText('Profile'), 'work');
    await user.click(screen.getByRole('button', { name: 'Add connection' }));
    const added = bridge?.requested.find(({ name }) => name === 'connections.add')?.input;
    expect(added).toMatchObject({
      kind: 's3',
      name: 'minio.example:9000',
      endpoint: 'http://minio.example:9000',
      keys: 'profile',
      profile: 'work',
      secretAccessKey: '',
    });
  });

  it('warns what plain HTTP to another machine exposes', async () => {
    open({});
    const user = userEvent.setup();
    await paste(user, screen.getByLabelText('Connection string'), 'BlobEndpoint=http://ships.example/;AccountKey=x');
    expect(screen.getByText(/^ships\.example is contacted over plain HTTP\./)).toBeTruthy();
    await user.clear(screen.getByLabelText('Connection string'));
    expect(screen.queryByText(/plain HTTP/)).toBeNull();
  });

  it('shows that a SAS has expired as soon as it is pasted, before any request', async () => {
    open({});
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'SAS' }));
    const field = screen.getByLabelText('SAS URL or SAS connection string');
    const sas = `sv=2022-11-02&ss=bt&srt=sco&sp=rl&se=2024-01-01&sig=${'a'.repeat(43)}%3D`;
    await paste(user, field, `https://ships.blob.core.windows.net/?${sas}`);
    expect(describedBy(field)).toContain('The SAS expired at 2024-01-01 00:00 UTC');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, '{Control>}a{/Control}{Backspace}');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it('shows the engine’s message about a part below the field that contains it', async () => {
    open({
      'connections.add': () => {
        throw new StowageError('invalid.connection-string', 'AccountKey: is not base64.', {
          context: { field: 'AccountKey', problem: 'is not base64.', fix: 'Copy the key again.' },
        });
      },
    });
    const user = userEvent.setup();
    const field = screen.getByLabelText('Connection string');
    await paste(user, field, 'AccountName=contoso;AccountKey=oops');
    await user.click(screen.getByRole('button', { name: 'Add connection' }));
    expect(await screen.findByText(/AccountKey is not base64\. Copy the key again\./)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    await user.type(field, 'x');
    expect(screen.queryByText(/is not base64/)).toBeNull();
  });

  it('shows a failure that is about no field below the fields, and stays open', async () => {
    const onClose = open({
      'connections.add': () => {
        throw new StowageError('local.denied', 'Denied.', { context: {} });
      },
    });
    const user = userEvent.setup();
    await paste(user, screen.getByLabelText('Connection string'), 'AccountName=contoso');
    await user.click(screen.getByRole('button', { name: 'Add connection' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows an error of both services once, and different ones separately', async () => {
    const rejection = (code: 'auth.key-rejected' | 'auth.denied') => ({
      state: 'failed' as const,
      code,
      detail: '',
      context: { account: 'contoso' },
    });
    let blob = rejection('auth.key-rejected');
    open({ 'connections.test': () => ({ table: rejection('auth.key-rejected'), blob }) });
    const user = userEvent.setup();
    await paste(user, screen.getByLabelText('Connection string'), 'AccountName=contoso;AccountKey=b29wcw==');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Tables and blobs')).toBeTruthy();
    expect(screen.getAllByText(/does not accept the key/)).toHaveLength(1);
    blob = rejection('auth.denied');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Blobs')).toBeTruthy();
    expect(screen.getByText('Tables')).toBeTruthy();
  });

  it('shows the result of a test per service, and what the SAS allows', async () => {
    open({
      'connections.test': () => ({
        table: { state: 'not-covered', reason: 'the SAS is for a container.' },
        blob: { state: 'reachable', elapsedMs: 41, serviceVersion: '2025-11-05' },
        sas: { level: 'container', resource: 'drop', rights: ['read', 'list'], expiresOn: '2026-12-01T00:00:00Z' },
      }),
    });
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'SAS' }));
    await user.type(
      screen.getByLabelText('SAS URL or SAS connection string'),
      'https://a.blob.core.windows.net/drop?sig=x',
    );
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText(/responded in 41 ms, service version 2025-11-05/)).toBeTruthy();
    expect(screen.getByText(/the SAS is for a container/)).toBeTruthy();
    expect(screen.getByText('Container drop: read, list. Expires 2026-12-01 00:00 UTC.')).toBeTruthy();
  });

  it('shows what a SAS that is valid cannot list, and how to reach it', async () => {
    open({
      'connections.test': () => ({
        table: { state: 'reachable', elapsedMs: 12, serviceVersion: '', unlisted: 'tables' },
        blob: { state: 'not-covered', reason: 'The SAS does not cover it.' },
        sas: { level: 'account', rights: ['read', 'add'] },
      }),
    });
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'SAS' }));
    await user.type(
      screen.getByLabelText('SAS URL or SAS connection string'),
      'https://a.table.core.windows.net/?sig=x',
    );
    await user.click(screen.getByRole('button', { name: 'Test' }));
    const line = await screen.findByText(/responded in 12 ms/);
    expect(line.textContent).toBe(
      'Tables responded in 12 ms. The SAS does not allow listing tables. Open one by name.',
    );
  });

  it('retains the result of a test while the connection is named, and Enter in the name adds it', async () => {
    const onClose = open({
      'connections.test': () => ({
        table: { state: 'reachable', elapsedMs: 12, serviceVersion: '2025-11-05' },
        blob: { state: 'reachable', elapsedMs: 12, serviceVersion: '2025-11-05' },
      }),
      'connections.add': () => connectionWith({ id: 'east' }),
    });
    const user = userEvent.setup();
    await paste(user, screen.getByLabelText('Connection string'), 'AccountName=contoso;AccountKey=b29wcw==');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findAllByText(/responded in 12 ms/)).toHaveLength(2);
    await user.type(screen.getByLabelText('Name'), 'East');
    expect(screen.getAllByText(/responded in 12 ms/)).toHaveLength(2);
    await user.keyboard('{Enter}');
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bridge?.requested.map(({ name }) => name)).toContain('connections.add');
  });

  it('saves production with its colour, and shows where the secret is stored', async () => {
    const added = vi.fn(() => connectionWith({ id: 'new' }));
    const onClose = open({ 'connections.add': added });
    const user = userEvent.setup();
    expect(await screen.findByText(/has no keychain/)).toBeTruthy();
    await paste(user, screen.getByLabelText('Connection string'), 'AccountName=contoso;AccountKey=a');
    await user.click(screen.getByRole('checkbox', { name: /Production/ }));
    await user.click(screen.getByRole('button', { name: 'Add connection' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bridge?.requested.find(({ name }) => name === 'connections.add')?.input).toEqual({
      kind: 'connection-string',
      name: 'contoso',
      connectionString: 'AccountName=contoso;AccountKey=a',
      marking: { production: true, colour: 'red' },
    });
  });

  it('keeps the stored secret when an edit leaves it empty', async () => {
    const connection = connectionWith({ id: 'west', name: 'west' });
    const onClose = open({ 'connections.update': () => connection }, { mode: 'edit', connection });
    const user = userEvent.setup();
    const dialog = screen.getByRole('dialog', { name: 'Edit west' });
    await user.clear(within(dialog).getByLabelText('Name'));
    await user.type(within(dialog).getByLabelText('Name'), 'west europe');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bridge?.requested.find(({ name }) => name === 'connections.update')?.input).toMatchObject({
      id: 'west',
      input: { kind: 'account-key', name: 'west europe', accountKey: '', endpointSuffix: 'core.windows.net' },
    });
  });
});
