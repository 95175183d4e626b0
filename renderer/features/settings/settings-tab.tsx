// All settings, in groups; each change is applied and saved at once.
import { useEffect, useRef, useState } from 'react';
import type { Settings } from '@shared/model/settings';
import { t } from '@shared/strings/t';
import { useCall, useSettings, writeSettings } from '@renderer/bridge';
import { HelpButton, helpTopics } from '@renderer/help/help';
import { useViewActions } from '@renderer/pane/view-actions';
import { Button, SearchField, showFailure } from '@renderer/ui';
import { AppearanceRows } from './appearance-rows';
import { FormatRows } from './format-rows';
import { NetworkSettingsRows } from './network-settings';
import { PortableRows } from './portable-rows';
import { Group, NothingFits, Page, Row, SearchedFor, type SettingSearch } from './page';
import { PriceSettings } from './price-settings';
import { onShowSetting } from './setting-names';
import { SwitchRow, WholeNumberRow } from './setting-rows';
import { StoreKeyRow } from './store-key-row';
import { TransferRows } from './transfer-rows';

export interface SettingsTabProps {
  readonly onShowShortcuts: () => void;
  /** Called when the way to the network has changed. */
  readonly onNetworkChange: () => void;
}

export function SettingsTab({ onShowShortcuts, onNetworkChange }: SettingsTabProps) {
  const [search, setSearch] = useState<SettingSearch>({ text: '' });
  const typed = 'title' in search ? search.title : search.text;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => onShowSetting((title) => setSearch({ title })), []);
  useViewActions(() => [
    { id: 'search', label: t`Search settings`, of: t`Settings`, onAction: () => field.current?.focus() },
  ]);
  const settings = useSettings();
  const { data: info } = useCall('app.info', {});
  const change = (patch: Partial<Settings>): void => {
    writeSettings(patch).catch((thrown: unknown) => showFailure(thrown, t`The setting could not be saved`));
  };

  return (
    <Page title={t`Settings`} searched="rows">
      <SearchField
        label={t`Search settings`}
        placeholder={t`Search settings`}
        inputRef={field}
        value={typed}
        onChange={(text) => setSearch({ text })}
      />
      <SearchedFor value={search}>
        <Group title={t`Appearance`}>
          <AppearanceRows onChange={change} />
        </Group>
        <Group title={t`Formats`}>
          <FormatRows onChange={change} />
        </Group>
        <Group title={t`Tables`}>
          <WholeNumberRow
            title={t`Page size`}
            text={t`Entities per request. The service returns at most 1,000, and fewer if a page takes too long.`}
            min={1}
            max={1000}
            value={settings.pageSize}
            onChange={(pageSize) => change({ pageSize })}
          />
        </Group>
        <Group title={t`Transfers`}>
          <TransferRows onChange={change} />
        </Group>
        <Group title={t`Desktop`}>
          <SwitchRow
            title={t`Tray icon`}
            text={
              info?.platform === 'linux'
                ? t`Shows running work and its speed, with a menu to pause all transfers. Not available on desktops without a system tray.`
                : t`Shows running work and its speed, with a menu to pause all transfers.`
            }
            isSelected={settings.trayIcon}
            onChange={(trayIcon) => change({ trayIcon })}
          />
        </Group>
        <Group title={t`Prices`} note={t`from your contract and region`}>
          <PriceSettings prices={settings.prices} onChange={(prices) => change({ prices })} />
        </Group>
        <Group
          title={t`Network`}
          aside={<HelpButton label={t`Help for network settings`} topic={helpTopics.network} />}
        >
          <NetworkSettingsRows onApplied={onNetworkChange} />
        </Group>
        <Group title={t`Local store`}>
          <StoreKeyRow onChanged={onNetworkChange} />
        </Group>
        <Group title={t`Keyboard`}>
          <Row title={t`Shortcuts`} text={t`All keyboard shortcuts, with your own changes.`}>
            <Button size="small" onPress={onShowShortcuts}>{t`Show shortcuts`}</Button>
          </Row>
        </Group>
        <Group title={t`Other computers`}>
          <PortableRows />
        </Group>
        <Group title={t`About`}>
          <Row title={t`Secrets`} text={info && secretLabels[info.secretStorage]} />
          <Row
            title={t`Versions`}
            text={
              info &&
              t`Stowage ${info.version} · Electron ${info.electron} · Chromium ${info.chromium} · Node ${info.node}`
            }
          />
        </Group>
      </SearchedFor>
      <NothingFits typed={typed} />
    </Page>
  );
}

const secretLabels = {
  keychain: t`Stored in this computer’s keychain.`,
  session: t`This computer has no keychain: secrets are forgotten when you close Stowage.`,
  file: t`Stored in a file that only you can read.`,
  none: t`No secrets are stored.`,
} as const;
