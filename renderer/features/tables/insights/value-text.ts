// Formats the values and counts of a profile, the same on screen and for sorting.
import type { PropertyProfile, SampleValue } from '@shared/analysis/analysis-result';
import type { EdmType } from '@shared/model/entity';
import { asOne, plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';

export function valueText({ type, text, isCut }: SampleValue): string {
  if (isCut) return `${text}…`;
  switch (type) {
    case 'Edm.DateTime':
      return dateText(text);
    case 'Edm.Binary':
      return text === '' ? '0 B' : text;
    case 'Edm.String':
      return text === '' ? '""' : text.replace(/\s+/g, ' ');
    default:
      return text;
  }
}

/** `1,204`, or `≈ 1,200,000` where it is an estimate. */
export function distinctText({ distinct }: Pick<PropertyProfile, 'distinct'>): string {
  return distinct.exactness === 'exact' ? formatCount(distinct.count) : `≈ ${formatCount(rough(distinct.count))}`;
}

/** As many digits as an estimate is good for. */
export function rough(count: number): number {
  return Number(count.toPrecision(3));
}

/** The frequent values, where any comes twice: `English (412)`. Counts that may be too low say so. */
export function topValueTexts({ top, topShortBy }: Pick<PropertyProfile, 'top' | 'topShortBy'>): readonly string[] {
  return top
    .filter(({ rows }) => rows > 1)
    .slice(0, 3)
    .map((value) => `${valueText(value)} (${topShortBy === 0 ? '' : t`at least `}${formatCount(value.rows)})`);
}

/** Share of all rows that have the property: `82 %`; never 100 % or 0 % when it is not. */
export function fillText(rows: number, of: number): string {
  return asOne(filledText(rows, of));
}

function filledText(rows: number, of: number): string {
  if (of === 0 || rows === 0) return '0 %';
  if (rows >= of) return '100 %';
  const percent = (rows / of) * 100;
  if (percent < 1) return '< 1 %';
  if (percent > 99) return '> 99 %';
  return asOne(`${Math.round(percent)} %`);
}

/** `2026-10-14 08:21:07.1402918`, UTC, without decimals that are zero. */
export function dateText(wire: string): string {
  return wire.replace('T', ' ').replace(/Z$/, '').replace(/\.0+$/, '');
}

/** How long values are: `6 characters`, `4–6 characters`; binary in bytes. */
export function lengthText(
  { least: min, greatest }: { readonly least: number; readonly greatest: number },
  type: EdmType,
): string {
  const length = min === greatest ? formatCount(min) : `${formatCount(min)}–${formatCount(greatest)}`;
  const isOne = min === 1 && greatest === 1;
  return asOne(
    type === 'Edm.Binary' ? t`${length} B` : plural(isOne ? 1 : 2)`${length} character | ${length} characters`,
  );
}
