// Everything a person can set, in groups; each change is applied and kept at once.
import { useState } from 'react';
import type { Settings } from '@shared/model/settings';
import { MiB, formatBytes } from '@shared/units';
import { useCall, useSettings, writeSettings } from '@renderer/bridge';
import { Button, NumberField, SearchField, SegmentedControl, Select, Switch, showToast } from '@renderer/ui';
import { NetworkSettingsRows } from './network-settings';
import { PortableRows } from './portable-rows';
import { Group, NothingFits, Page, Row, SearchedFor } from './page';
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
  const settings = useSettings();
  const { data: info } = useCall('app.info', {});
  const change = (patch: Partial<Settings>): void => {
    writeSettings(patch).catch(() => showToast({ tone: 'bad', title: 'The setting could not be kept' }));
  };

  return (
    <Page title="Settings" searched="rows">
      <SearchField label="Search settings" placeholder="Search settings" value={typed} onChange={setTyped} />
      <SearchedFor value={typed}>
        <Group title="Appearance">
          <Row title="Theme" text="The system’s choice, or always the same.">
            <SegmentedControl
              label="Theme"
              options={[
                { value: 'system', label: 'System' },
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
                { value: 'high-contrast', label: 'High contrast' },
              ]}
              value={settings.theme}
              onChange={(theme) => change({ theme })}
            />
          </Row>
          <Row title="Density" text="The height of rows in grids, lists and the navigator.">
            <SegmentedControl
              label="Density"
              options={[
                { value: 'compact', label: 'Compact' },
                { value: 'standard', label: 'Standard' },
                { value: 'comfortable', label: 'Comfortable' },
              ]}
              value={settings.density}
              onChange={(density) => change({ density })}
            />
          </Row>
          <Row title="Times" text="The service keeps UTC. What is stored and sent never changes.">
            <SegmentedControl
              label="Times"
              options={[
                { value: 'utc', label: 'UTC' },
                { value: 'local', label: 'Local' },
              ]}
              value={settings.timeZone}
              onChange={(timeZone) => change({ timeZone })}
            />
          </Row>
        </Group>
        <Group title="Tables">
          <Row
            title="Page size"
            text="Entities asked for at a time. The service gives 1,000 at most, and fewer when a page takes long."
          >
            <NumberField
              label="Page size"
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
        <Group title="Transfers">
          <Row
            title="Speed of all transfers together"
            text="Each job can have its own besides; the slower one holds."
            control="below"
          >
            <SpeedSetting />
          </Row>
          <Row title="Verification" text="How a transfer is checked before it counts as done.">
            <SegmentedControl
              label="Verification"
              options={[
                { value: 'md5', label: 'MD5' },
                { value: 'length', label: 'Length' },
                { value: 'none', label: 'None' },
              ]}
              value={settings.verify}
              onChange={(verify) => change({ verify })}
            />
          </Row>
          <Row title="Block size" text="Automatic chooses by the size of the file and by what the line carries.">
            <Select
              label="Block size"
              labelPosition="hidden"
              className={styles.select ?? ''}
              options={blockSizeOptions(settings.blockBytes)}
              value={String(settings.blockBytes)}
              onChange={(value) => change({ blockBytes: value === 'auto' ? 'auto' : Number(value) })}
            />
          </Row>
          <Row
            title="Automatic concurrency"
            text="Requests in flight are raised while the line gains from it, and lowered when the service asks."
          >
            <Switch
              label="Automatic concurrency"
              isSelected={settings.concurrency === 'auto'}
              onChange={(isAutomatic) => change({ concurrency: isAutomatic ? 'auto' : firstConcurrency })}
            />
          </Row>
          {settings.concurrency !== 'auto' && (
            <Row title="Requests in flight" text="For each job.">
              <NumberField
                label="Requests in flight"
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
        <Group title="Network">
          <NetworkSettingsRows onApplied={onNetworkChange} />
        </Group>
        <Group title="Keyboard">
          <Row title="Shortcuts" text="Every key of the window, and keys of your own.">
            <Button size="small" onPress={onShowShortcuts}>
              Show shortcuts
            </Button>
          </Row>
        </Group>
        <Group title="Other computers">
          <PortableRows />
        </Group>
        <Group title="About">
          <Row title="Secrets" text={info && secretWords[info.secretStorage]} />
          <Row
            title="Versions"
            text={
              info &&
              `Stowage ${info.version} · Electron ${info.electron} · Chromium ${info.chromium} · Node ${info.node}`
            }
          />
        </Group>
      </SearchedFor>
      <NothingFits typed={typed} />
    </Page>
  );
}

const secretWords = {
  keychain: 'Kept in this computer’s keychain.',
  session: 'This computer offers no keychain: secrets are kept until Stowage closes.',
  file: 'Kept in a file that only you can read.',
  none: 'No secret is kept.',
} as const;

function blockSizeOptions(
  current: Settings['blockBytes'],
): readonly { readonly value: string; readonly label: string }[] {
  const sizes = current === 'auto' || blockSizes.includes(current) ? blockSizes : [...blockSizes, current];
  return [
    { value: 'auto', label: 'Automatic' },
    ...sizes.map((bytes) => ({ value: String(bytes), label: formatBytes(bytes).replace('.0 ', ' ') })),
  ];
}
