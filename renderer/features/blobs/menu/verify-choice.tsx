// How the next transfers are verified: chosen beside what happens to names that exist, kept with the settings.
import type { Settings } from '@shared/model/settings';
import { t } from '@shared/strings/t';
import { useSettings, writeSettings } from '@renderer/bridge';
import { type Option, Select, showFailure } from '@renderer/ui';
import styles from './container-toolbar.module.css';

const choices: readonly Option<Settings['verify']>[] = [
  choice('md5', t`Verify MD5`, t`MD5`),
  choice('length', t`Verify length`, t`Length`),
  choice('none', t`Verify nothing`, t`Unverified`),
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

/** @param short stands in place of the label where the toolbar has little room */
function choice(value: Settings['verify'], label: string, short: string): Option<Settings['verify']> {
  const words = (
    <>
      <span className={styles.long}>{label}</span>
      <span className={styles.short}>{short}</span>
    </>
  );
  return { value, label, words };
}
