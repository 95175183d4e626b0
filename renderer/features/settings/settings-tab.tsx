// Everything a person can set, in groups; each change is applied and kept at once.
import { useRef, useState } from 'react';
import type { Settings } from '@shared/model/settings';
import { languageNames, languages } from '@shared/strings/languages';
import { t } from '@shared/strings/t';
import { manyBytes, manyBytesBetweenAccounts, manyFiles } from '@shared/survey/concerns';
import { MiB, formatCount, formatRoundBytes } from '@shared/units';
import { useCall, useSettings, writeSettings } from '@renderer/bridge';
import { HelpButton } from '@renderer/help/help-button';
import { helpTopics } from '@renderer/help/help-topics';
import { useOfferedActs } from '@renderer/pane/offered-acts';
import { Button, NumberField, SearchField, SegmentedControl, Select, Switch, reasonOf, showToast } from '@renderer/ui';
import { FormatRows } from './format-rows';
import { NetworkSettingsRows } from './network-settings';
import { PortableRows } from './portable-rows';
import { Group, NothingFits, Page, Row, SearchedFor } from './page';
import { PriceSettings } from './price-settings';
import { SpeedSetting } from './speed-setting';
import styles from './settings-tab.module.css';

const blockSizes = [1, 2, 4, 8, 16, 32, 64, 100].map((mebibytes) => mebibytes * MiB);
const firstConcurrency = 16;

export interface SettingsTabProps {
  readonly onShowShortcuts: () => void;
  /** The outside is reached another way from now on. */
  readonly onNetworkChange: () => void;
}

export function SettingsTab({ onShowShortcuts, onNetworkChange }: SettingsTabProps) {
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useOfferedActs(() => [
    { id: 'search', label: t`Search settings`, of: t`Settings`, onAction: () => search.current?.focus() },
  ]);
  const settings = useSettings();
  const { data: info } = useCall('app.info', {});
  const change = (patch: Partial<Settings>): void => {
    writeSettings(patch).catch((thrown: unknown) =>
      showToast({ tone: 'bad', title: t`The setting could not be kept`, text: reasonOf(thrown) }),
    );
  };

  return (
    <Page title={t`Settings`} searched="rows">
      <SearchField
        label={t`Search settings`}
        placeholder={t`Search settings`}
        inputRef={search}
        value={typed}
        onChange={setTyped}
      />
      <SearchedFor value={typed}>
        <Group title={t`Appearance`}>
          <Row title={t`Theme`} text={t`The system’s choice, or always the same.`}>
            <SegmentedControl
              label={t`Theme`}
              options={[
                { value: 'system', label: t`System` },
                { value: 'light', label: t`Light` },
                { value: 'dark', label: t`Dark` },
                { value: 'high-contrast', label: t`High contrast` },
              ]}
              value={settings.theme}
              onChange={(theme) => change({ theme })}
            />
          </Row>
          <Row title={t`Language`} text={t`A change loads the window anew. Errors of the service stay in English.`}>
            <SegmentedControl
              label={t`Language`}
              options={[
                { value: 'system', label: t`System` },
                ...languages.map((value) => ({ value, label: languageNames[value] })),
              ]}
              value={settings.language}
              onChange={(language) => change({ language })}
            />
          </Row>
          <Row title={t`Density`} text={t`The height of rows in grids, lists and the navigator.`}>
            <SegmentedControl
              label={t`Density`}
              options={[
                { value: 'compact', label: t`Compact` },
                { value: 'standard', label: t`Standard` },
                { value: 'comfortable', label: t`Comfortable` },
              ]}
              value={settings.density}
              onChange={(density) => change({ density })}
            />
          </Row>
          <Row title={t`Times`} text={t`The service keeps UTC. What is stored and sent never changes.`}>
            <SegmentedControl
              label={t`Times`}
              options={[
                { value: 'utc', label: t`UTC` },
                { value: 'local', label: t`Local` },
              ]}
              value={settings.timeZone}
              onChange={(timeZone) => change({ timeZone })}
            />
          </Row>
        </Group>
        <Group title={t`Formats`}>
          <FormatRows onChange={change} />
        </Group>
        <Group title={t`Tables`}>
          <Row
            title={t`Page size`}
            text={t`Entities asked for at a time. The service gives 1,000 at most, and fewer when a page takes long.`}
          >
            <NumberField
              label={t`Page size`}
              labelPosition="hidden"
              className={styles.number ?? ''}
              min={1}
              max={1000}
              step={1}
              value={settings.pageSize}
              onChange={(pageSize) => {
                if (Number.isInteger(pageSize)) change({ pageSize });
              }}
            />
          </Row>
        </Group>
        <Group title={t`Transfers`}>
          <Row
            title={t`Speed of all transfers together`}
            text={t`Each job can have its own besides; the slower one holds.`}
            control="below"
          >
            <SpeedSetting />
          </Row>
          <Row title={t`Verification`} text={t`How a transfer is checked before it counts as done.`}>
            <SegmentedControl
              label={t`Verification`}
              options={[
                { value: 'md5', label: 'MD5' },
                { value: 'length', label: t`Length` },
                { value: 'none', label: t`None` },
              ]}
              value={settings.verify}
              onChange={(verify) => change({ verify })}
            />
          </Row>
          <Row
            title={t`Ask before a transfer`}
            text={t`A summary matters where names that exist would be skipped or replaced, where something cannot be moved or leaves its tier early, where the disk has too little room, from ${formatCount(manyFiles)} files or ${formatRoundBytes(manyBytes)}, and from ${formatRoundBytes(manyBytesBetweenAccounts)} between accounts.`}
            control="below"
          >
            <SegmentedControl
              label={t`Ask before a transfer`}
              options={[
                { value: 'when-it-matters', label: t`When it matters` },
                { value: 'always', label: t`Always` },
                { value: 'never', label: t`Never` },
              ]}
              value={settings.uploadSummary}
              onChange={(uploadSummary) => change({ uploadSummary })}
            />
          </Row>
          <Row title={t`Block size`} text={t`Automatic chooses by the size of the file and by what the line carries.`}>
            <Select
              label={t`Block size`}
              labelPosition="hidden"
              className={styles.select ?? ''}
              options={blockSizeOptions(settings.blockBytes)}
              value={String(settings.blockBytes)}
              onChange={(value) => change({ blockBytes: value === 'auto' ? 'auto' : Number(value) })}
            />
          </Row>
          <Row
            title={t`Automatic concurrency`}
            text={t`Requests in flight are raised while the line gains from it, and lowered when the service asks.`}
          >
            <Switch
              label={t`Automatic concurrency`}
              isSelected={settings.concurrency === 'auto'}
              onChange={(isAutomatic) => change({ concurrency: isAutomatic ? 'auto' : firstConcurrency })}
            />
          </Row>
          {settings.concurrency !== 'auto' && (
            <Row title={t`Requests in flight`} text={t`For each job.`}>
              <NumberField
                label={t`Requests in flight`}
                labelPosition="hidden"
                className={styles.number ?? ''}
                min={1}
                max={128}
                step={1}
                value={settings.concurrency}
                onChange={(concurrency) => {
                  if (Number.isInteger(concurrency)) change({ concurrency });
                }}
              />
            </Row>
          )}
        </Group>
        <Group title={t`Desktop`}>
          <Row
            title={t`Icon in the tray`}
            text={
              info?.platform === 'linux'
                ? t`Shows what runs and how fast, with a menu that pauses all transfers. Desktops without a place for such icons show none.`
                : t`Shows what runs and how fast, with a menu that pauses all transfers.`
            }
          >
            <Switch
              label={t`Icon in the tray`}
              isSelected={settings.trayIcon}
              onChange={(trayIcon) => change({ trayIcon })}
            />
          </Row>
        </Group>
        <Group title={t`Prices`} note={t`as your contract and region have them`}>
          <PriceSettings prices={settings.prices} onChange={(prices) => change({ prices })} />
        </Group>
        <Group title={t`Network`} aside={<HelpButton label={t`Help on the network`} topic={helpTopics.network} />}>
          <NetworkSettingsRows onApplied={onNetworkChange} />
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
          <Row title={t`Secrets`} text={info && secretWords[info.secretStorage]} />
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

const secretWords = {
  keychain: t`Kept in this computer’s keychain.`,
  session: t`This computer offers no keychain: secrets are kept until Stowage closes.`,
  file: t`Kept in a file that only you can read.`,
  none: t`No secret is kept.`,
} as const;

function blockSizeOptions(
  current: Settings['blockBytes'],
): readonly { readonly value: string; readonly label: string }[] {
  const sizes = current === 'auto' || blockSizes.includes(current) ? blockSizes : [...blockSizes, current];
  return [
    { value: 'auto', label: t`Automatic` },
    ...sizes.map((bytes) => ({ value: String(bytes), label: formatRoundBytes(bytes) })),
  ];
}
