// The unit of a Windows performance counter, read from its name, and how its values are written.
import { formatNumber } from '@shared/strings/numbers';
import { asOne, t } from '@shared/strings/t';
import { type Scale, rateScale } from '@renderer/charts/axis';
import { byteUnitOf, formatBytes, formatRate } from '@shared/units';

export interface CounterUnit extends Scale {
  readonly valueText: (value: number) => string;
}

/** @param most the largest value to show; byte counters take the unit that suits it */
export function counterUnit(counter: string, max: number): CounterUnit {
  const name = counter.slice(counter.lastIndexOf('\\') + 1);
  if (name.startsWith('%')) return plain('%');
  if (/bytes\b.*\/sec/i.test(name)) return { ...rateScale(max), valueText: formatRate };
  // The service counts in powers of 1,024 and writes them with decimal prefixes.
  if (/mbytes$/i.test(name)) return plain('MiB');
  if (/kbytes$/i.test(name)) return plain('KiB');
  if (/bytes$/i.test(name)) return { ...byteScale(max), valueText: formatBytes };
  if (/\/sec/i.test(name)) return plain(t`per s`);
  return plain('');
}

function plain(unit: string): CounterUnit {
  return {
    unit,
    per: 1,
    valueText: (value) => asOne(`${formatNumber(value, { min: 2, max: 2 })}${unit === '' ? '' : ` ${unit}`}`),
  };
}

function byteScale(max: number): Scale {
  const { name, per } = byteUnitOf(max);
  return { unit: name, per };
}
