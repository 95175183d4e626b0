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
    writeSettings(patch).catch((thrown: unknown) => showFailure(thrown, t`The setting could not be kept`));
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
            text={t`Entities asked for at a time. The service gives 1,000 at most, and fewer when a page takes long.`}
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
            title={t`Icon in the tray`}
            text={
              info?.platform === 'linux'
                ? t`Shows what runs and how fast, with a menu that pauses all transfers. Desktops without a place for such icons show none.`
                : t`Shows what runs and how fast, with a menu that pauses all transfers.`
            }
            isSelected={settings.trayIcon}
            onChange={(trayIcon) => change({ trayIcon })}
          />
        </Group>
        <Group title={t`Prices`} note={t`as your contract and region have them`}>
          <PriceSettings prices={settings.prices} onChange={(prices) => change({ prices })} />
        </Group>
        <Group title={t`Network`} aside={<HelpButton label={t`Help on the network`} topic={helpTopics.network} />}>
          <NetworkSettingsRows onApplied={onNetworkChange} />
        </Group>
        <Group title={t`Embedded store`}>
          <StoreKeyRow onChanged={onNetworkChange} />
        </Group>
        <Group title={t`Keyboard`}>
          <Row title={t`Shortcuts`} text={t`Every key of the window, and keys of your own.`}>
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
  keychain: t`Kept in this computer’s keychain.`,
  session: t`This computer offers no keychain: secrets are kept until Stowage closes.`,
  file: t`Kept in a file that only you can read.`,
  none: t`No secret is kept.`,
} as const;
