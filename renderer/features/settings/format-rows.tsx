// Settings for the formats of numbers, sizes and times, each with an example in the chosen format.
import { useState } from 'react';
import { type FormatChoice, type Formats, currentFormats, writtenAs } from '@shared/strings/formats';
import { formatMoment } from '@shared/strings/moments';
import { formatNumber } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { MiB, formatBytes, formatCount } from '@shared/units';
import { useSettings } from '@renderer/bridge';
import { ChoiceRow } from './setting-rows';

const exampleNumber = 1234.5;
const exampleBytes = 1_572_864;

export interface FormatRowsProps {
  readonly onChange: (choice: Partial<FormatChoice>) => void;
}

export function FormatRows({ onChange }: FormatRowsProps) {
  const { numbers, byteUnits, timeForm, timeZone } = useSettings();
  const [nowMs] = useState(() => Date.now());
  const formats: Formats = { numbers, byteUnits, timeForm, locale: currentFormats().locale };
  const example = (write: () => string): string => writtenAs(formats, write);
  const grouped = (form: FormatChoice['numbers']): string =>
    writtenAs({ ...formats, numbers: form }, () => formatNumber(exampleNumber, { max: 1 }));
  const number = example(() => formatNumber(exampleNumber, { max: 1 }));
  const size = example(() => formatBytes(exampleBytes));
  const mebibyte = example(() => formatCount(MiB));
  const moment = example(() => formatMoment(nowMs, timeZone, 'second'));
  return (
    <>
      <ChoiceRow
        title={t`Number format`}
        text={t`For example ${number}. Copied, exported and typed numbers always use a decimal point and no grouping; spreadsheet exports use this format.`}
        options={[
          { value: 'language', label: t`Match language` },
          { value: 'comma', label: grouped('comma') },
          { value: 'dot', label: grouped('dot') },
          { value: 'space', label: grouped('space') },
        ]}
        value={numbers}
        onChange={(chosen) => onChange({ numbers: chosen })}
      />
      <ChoiceRow
        title={t`Size units`}
        text={t`For example ${size}. A MiB is ${mebibyte} bytes, as the service counts; an MB is one million.`}
        options={[
          { value: 'binary', label: 'KiB, MiB' },
          { value: 'decimal', label: 'kB, MB' },
          { value: 'bits', label: t`MB, Mbit/s` },
        ]}
        value={byteUnits}
        onChange={(chosen) => onChange({ byteUnits: chosen })}
      />
      <ChoiceRow
        title={t`Date and time format`}
        text={t`For example ${moment}. The system format depends on its region setting.`}
        options={[
          { value: 'iso', label: 'ISO 8601' },
          { value: 'system', label: t`Match system` },
        ]}
        value={timeForm}
        onChange={(chosen) => onChange({ timeForm: chosen })}
      />
    </>
  );
}
