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
        text={t`For example ${number}. What is copied, exported or typed keeps a point and no groups; exports for spreadsheets have this sign.`}
        options={[
          { value: 'language', label: t`As the language` },
          { value: 'comma', label: grouped('comma') },
          { value: 'dot', label: grouped('dot') },
          { value: 'space', label: grouped('space') },
        ]}
        value={numbers}
        onChange={(chosen) => onChange({ numbers: chosen })}
      />
      <ChoiceRow
        title={t`Units of size`}
        text={t`For example ${size}. A MiB is ${mebibyte} bytes, as the service counts; an MB is a million.`}
        options={[
          { value: 'binary', label: 'KiB, MiB' },
          { value: 'decimal', label: 'kB, MB' },
        ]}
        value={byteUnits}
        onChange={(chosen) => onChange({ byteUnits: chosen })}
      />
      <ChoiceRow
        title={t`Format of dates and times`}
        text={t`For example ${moment}. The system’s order is that of the region it is set to.`}
        options={[
          { value: 'iso', label: 'ISO 8601' },
          { value: 'system', label: t`As the system` },
        ]}
        value={timeForm}
        onChange={(chosen) => onChange({ timeForm: chosen })}
      />
    </>
  );
}
