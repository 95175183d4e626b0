// Settings of the window's appearance: colours, language, row height, time zone.
import type { Settings } from '@shared/model/settings';
import { languageNames, languages } from '@shared/strings/languages';
import { t } from '@shared/strings/t';
import { useSettings } from '@renderer/bridge';
import { ChoiceRow } from './setting-rows';

export interface AppearanceRowsProps {
  readonly onChange: (patch: Partial<Settings>) => void;
}

export function AppearanceRows({ onChange }: AppearanceRowsProps) {
  const { theme, language, density, timeZone } = useSettings();
  return (
    <>
      <ChoiceRow
        title={t`Theme`}
        text={t`Follow the system, or always use the same theme.`}
        options={[
          { value: 'system', label: t`System` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
          { value: 'high-contrast', label: t`High contrast` },
        ]}
        value={theme}
        onChange={(chosen) => onChange({ theme: chosen })}
      />
      <ChoiceRow
        title={t`Language`}
        text={t`Changing the language reloads the window. Error messages from the service remain in English.`}
        options={[
          { value: 'system', label: t`System` },
          ...languages.map((value) => ({ value, label: languageNames[value] })),
        ]}
        value={language}
        onChange={(chosen) => onChange({ language: chosen })}
      />
      <ChoiceRow
        title={t`Density`}
        text={t`Row height in grids, lists and the navigator.`}
        options={[
          { value: 'compact', label: t`Compact` },
          { value: 'standard', label: t`Standard` },
          { value: 'comfortable', label: t`Comfortable` },
        ]}
        value={density}
        onChange={(chosen) => onChange({ density: chosen })}
      />
      <ChoiceRow
        title={t`Times`}
        text={t`The service uses UTC. This setting does not change what is stored or sent.`}
        options={[
          { value: 'utc', label: t`UTC` },
          { value: 'local', label: t`Local` },
        ]}
        value={timeZone}
        onChange={(chosen) => onChange({ timeZone: chosen })}
      />
    </>
  );
}
