// How the next transfers are verified: chosen beside what happens to names that exist, kept with the settings.
import type { Settings } from '@shared/model/settings';
import { useSettings, writeSettings } from '@renderer/bridge';
import { Select, showToast } from '@renderer/ui';

const choices: readonly { readonly value: Settings['verify']; readonly label: string }[] = [
  { value: 'md5', label: 'Verify MD5' },
  { value: 'length', label: 'Verify length' },
  { value: 'none', label: 'Verify nothing' },
];

export function VerifyChoice({ className }: { readonly className: string }) {
  const { verify } = useSettings();
  return (
    <Select
      label="How transfers are verified"
      labelPosition="hidden"
      appearance="bare"
      className={className}
      options={choices}
      value={verify}
      onChange={(chosen) => {
        writeSettings({ verify: chosen }).catch(() =>
          showToast({ tone: 'bad', title: 'The setting could not be kept' }),
        );
      }}
    />
  );
}
