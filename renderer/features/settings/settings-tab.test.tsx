// The settings: found by their text, and the network applied only on request.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '@renderer/bridge';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { cancelled } from '@shared/errors';
import type { CallInput } from '@shared/ipc/contract';
import { type NetworkSettings, defaultNetwork } from '@shared/model/network';
import { noPrices } from '@shared/model/prices';
import { type Settings, defaultSettings, settings } from '@shared/model/settings';
import type { StoreKey } from '@shared/model/app';
import { draftOf, problemsOf, settingsOf } from './network-draft';
import { showSetting, settingNames } from './setting-names';
import { SettingsTab } from './settings-tab';

let bridge: TestBridge;
let network: NetworkSettings;
let applied: CallInput<'network.apply'>[];
let stored: Settings;
let storeKey: StoreKey;
/** Whether the user agrees in the dialog of main. */
let agrees: boolean;

beforeEach(async () => {
  network = defaultNetwork;
  applied = [];
  stored = defaultSettings;
  storeKey = 'own';
  agrees = false;
  bridge = installBridge({
    calls: {
      'settings.read': () => stored,
      'settings.write': (change) => {
        stored = settings.parse({ ...stored, ...change });
        return stored;
      },
      'network.read': () => ({ settings: network, password: 'none', system: { name: 'corp:8080', isUsable: true } }),
      'network.apply': (input) => {
        applied.push(input);
        network = input.settings;
        return {};
      },
      'network.pick-authorities': () => [
        { name: 'Corp Root', expiresOn: '2030-01-01T00:00:00.000Z', fingerprint: 'AA:BB', pem: 'pem' },
      ],
      'store-key.read': () => ({ key: storeKey }),
      'store-key.change': ({ key }) => {
        if (key === 'published' && !agrees) throw cancelled();
        storeKey = key;
        return {};
      },
      'transfers.read-pace': () => ({ pace: { kind: 'full' as const }, timeZone: 'UTC' }),
      'app.info': () => ({
        version: '1',
        electron: '22',
        chromium: '108',
        node: '16',
        platform: 'linux',
        secretStorage: 'session' as const,
        tour: 'none' as const,
      }),
    },
  });
  await loadSettings();
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

const show = async (): Promise<void> => {
  render(<SettingsTab onShowShortcuts={() => undefined} onNetworkChange={() => undefined} />);
  await screen.findByText('Currently corp:8080.');
};

/** The titles of the visible settings. */
const rows = (): readonly unknown[] =>
  [...document.querySelectorAll('[data-setting]')].map((row) => row.getAttribute('data-setting'));

describe('the settings', () => {
  it('are found by their text and by that of their group', async () => {
    await show();
    const search = screen.getByRole('searchbox', { name: 'Search settings' });
    await userEvent.click(search);
    await userEvent.paste('network proxy');
    expect(screen.getByRole('radiogroup', { name: 'Proxy' })).toBeTruthy();
    expect(screen.queryByRole('radiogroup', { name: 'Theme' })).toBeNull();
    await userEvent.clear(search);
    await userEvent.paste('theme');
    expect(screen.getByRole('radiogroup', { name: 'Theme' })).toBeTruthy();
    expect(screen.queryByRole('radiogroup', { name: 'Proxy' })).toBeNull();
  });

  it('are found by their choices, and by synonyms', async () => {
    await show();
    await userEvent.click(screen.getByRole('searchbox', { name: 'Search settings' }));
    const found = async (typed: string): Promise<unknown> => {
      await userEvent.clear(screen.getByRole('searchbox', { name: 'Search settings' }));
      await userEvent.paste(typed);
      return rows();
    };
    expect(await found('dark')).toEqual(['Theme']);
    expect(await found('timetable')).toEqual(['Combined speed of all transfers']);
    expect(await found('working hours')).toEqual(['Combined speed of all transfers']);
    expect(await found('bandwidth')).toEqual(['Combined speed of all transfers', 'Block size']);
    expect(await found('checksum')).toEqual(['Verification']);
    expect(await found('row height')).toEqual(['Density']);
    expect(await found('certificates')).toContain('Trusted certificates');
  });

  it('show the setting that another part of the window links to, and search again when the user types', async () => {
    showSetting('Proxy');
    await show();
    expect(screen.getByRole('searchbox').getAttribute('value')).toBe('Proxy');
    for (const { title } of settingNames) {
      act(() => showSetting(title));
      expect(rows()).toEqual([title]);
    }
    const field = screen.getByRole('searchbox');
    await userEvent.clear(field);
    await userEvent.type(field, 'theme');
    expect(rows()).toEqual(['Theme']);
  });

  it('settings: accept the published key of the embedded store only when the user agrees', async () => {
    await show();
    const accept = await screen.findByRole<HTMLInputElement>('switch', { name: 'Accept published key' });
    screen.getByText(/^For tools that only know the key published by Azurite\./);
    await userEvent.click(accept);
    expect(accept.checked).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
    agrees = true;
    await userEvent.click(accept);
    await waitFor(() => expect(accept.checked).toBe(true));
    screen.getByText(/^Every user and program on this computer can read/);
    await userEvent.click(accept);
    await waitFor(() => expect(storeKey).toBe('own'));
  });

  it('show an example of each format as it is chosen', async () => {
    await show();
    const chooses = async (group: string, option: string): Promise<void> =>
      userEvent.click(within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name: option }));
    screen.getByText(/^For example 1,234\.5\./);
    await chooses('Number format', '1.234,5');
    await screen.findByText(/^For example 1\.234,5\./);
    await screen.findByText(/^For example 1,5 MiB\. A MiB is 1\.048\.576 bytes/);
    await chooses('Size units', 'kB, MB');
    await screen.findByText(/^For example 1,6 MB\./);
    screen.getByText(/^For example \d{4}-\d\d-\d\d /);
    await chooses('Date and time format', 'Match system');
    await screen.findByText(/^For example \d\d\/\d\d\/\d{4}, /);
  });

  it('keep prices as they are typed, small ones too, and forget one that is cleared', async () => {
    await show();
    await userEvent.click(screen.getByRole('searchbox', { name: 'Search settings' }));
    await userEvent.paste('prices');
    expect(screen.queryByRole('radiogroup', { name: 'Theme' })).toBeNull();
    await userEvent.click(screen.getByRole('textbox', { name: 'Currency' }));
    await userEvent.paste('EUROS');
    const price = screen.getByRole('textbox', { name: 'Price per 10,000: Table operations' });
    await userEvent.click(price);
    await userEvent.paste('0.00036');
    await userEvent.tab();
    const { perTenThousand } = noPrices;
    const entered = { currency: 'EUR', perTenThousand: { ...perTenThousand, tableOperation: 0.00036 } };
    await waitFor(() => expect(stored.prices).toEqual(entered));
    await userEvent.clear(price);
    await userEvent.tab();
    await waitFor(() => expect(stored.prices).toEqual({ currency: 'EUR', perTenThousand }));
  });

  it('apply a proxy only on request, and never without a host', async () => {
    await show();
    await userEvent.click(
      within(screen.getByRole('radiogroup', { name: 'Proxy' })).getByRole('radio', { name: 'Manual' }),
    );
    const apply = screen.getByRole('button', { name: 'Apply' });
    expect(apply.hasAttribute('disabled')).toBe(true);
    const fields = within(screen.getByRole('group', { name: 'Manual proxy' }));
    for (const [name, text] of [
      ['Host', 'proxy.corp'],
      ['User', 'ann'],
    ] as const) {
      await userEvent.click(fields.getByLabelText(name));
      await userEvent.paste(text);
    }
    await userEvent.click(fields.getByRole('radio', { name: 'SOCKS 5' }));
    expect(applied).toEqual([]);
    await userEvent.click(apply);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull());
    const proxy = { mode: 'manual', scheme: 'socks5', host: 'proxy.corp', port: 8080, user: 'ann', bypass: [] };
    // Main prompts for the password; it never passes through the page.
    expect(applied).toEqual([{ settings: { ...defaultNetwork, proxy }, password: 'keep' }]);
  });

  it('trust a certificate that was chosen, once', async () => {
    await show();
    const add = screen.getByRole('button', { name: 'Add certificate' });
    await userEvent.click(add);
    await userEvent.click(add);
    const list = await screen.findByRole('list', { name: 'Trusted certificates' });
    expect(within(list).getAllByText('Corp Root')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('list', { name: 'Trusted certificates' })).toBeNull();
    expect(applied).toEqual([]);
  });
});

describe('a draft of the network', () => {
  it('becomes the settings that it came from', () => {
    const proxy = {
      mode: 'manual' as const,
      scheme: 'https' as const,
      host: 'fe80::1',
      port: 3128,
      user: '',
      bypass: ['.corp', '10.0.0.1'],
    };
    const settings = { ...defaultNetwork, access: 'offline' as const, proxy };
    expect(settingsOf(draftOf(settings))).toEqual(settings);
    expect(problemsOf(draftOf(settings))).toEqual({});
  });

  it.each([
    ['http://corp', '8080', 'host'],
    ['corp:8080', '8080', 'host'],
    ['', '8080', 'host'],
    ['corp', '0', 'port'],
    ['corp', '80x', 'port'],
  ])('%j and port %j are rejected for the %s', (host, port, field) => {
    expect(Object.keys(problemsOf({ ...draftOf(defaultNetwork), mode: 'manual', host, port }))).toEqual([field]);
  });
});
