// How the next transfers are verified: chosen beside what happens to names that exist, kept with the settings.
import type { Settings } from '@shared/model/settings';
import { t } from '@shared/strings/t';
import { useSettings, writeSettings } from '@renderer/bridge';
import { type Option, Select, showFailure } from '@renderer/ui';
import { asSetting } from './bar-setting';
import styles from './container-toolbar.module.css';

const choices: readonly Option<Settings['verify']>[] = [
  asSetting({ value: 'md5', label: t`Verify MD5`, inBar: t`Check: MD5` }),
  asSetting({ value: 'length', label: t`Verify length`, inBar: t`Check: length` }),
  asSetting({ value: 'none', label: t`Verify nothing`, inBar: t`Check: none` }),
];

export function VerifyChoice() {
  const { verify } = useSettings();
  return (
    <Select
      label={t`How transfers are verified`}
      labelPosition="hidden"
      appearance="bare"
      className={styles.overwrite ?? ''}
      options={choices}
      value={verify}
      onChange={(chosen) => {
        writeSettings({ verify: chosen }).catch((thrown: unknown) =>
          showFailure(thrown, t`The setting could not be kept`),
        );
      }}
    />
  );
}
