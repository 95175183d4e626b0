// Describes what a chart is made from and what it omits.
import type { ChartData } from '@shared/charting/chart-data';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { exactNumber } from '@renderer/charts/aligned-figures';
import { formatBytes, formatCount, formatDuration } from '@shared/units';

export type ChartSource =
  /** Rows in the window: the first `used` of `loaded`. */
  | { readonly from: 'loaded'; readonly used: number; readonly loaded: number; readonly result: 'all' | 'part' }
  | { readonly from: 'reading' | 'stopped'; readonly rows: number; readonly requests: number; readonly bytes: number }
  | { readonly from: 'whole'; readonly rows: number; readonly requests: number; readonly bytes: number };

export function sourceText(source: ChartSource): string {
  switch (source.from) {
    case 'loaded': {
      const { used, loaded, result } = source;
      if (used < loaded) return t`From the first ${rowsText(used)} of the ${formatCount(loaded)} loaded`;
      return result === 'all'
        ? t`From the whole result, ${rowsText(used)}`
        : t`From the ${rowsText(used)} loaded, more to come`;
    }
    case 'reading':
      return t`Reading the result: ${costText(source)} so far`;
    case 'stopped':
      return t`Stopped. From the first ${costText(source)} of the result`;
    case 'whole':
      return t`From the whole result, ${costText(source)}`;
  }
}

/** @param requests that reading the result took before */
export function finerText(requests: number): string {
  return t`Read again for finer steps, about ${counted(requests, 'request')}`;
}

function costText({
  rows,
  requests,
  bytes,
}: {
  readonly rows: number;
  readonly requests: number;
  readonly bytes: number;
}): string {
  return t`${rowsText(rows)} with ${counted(requests, 'request')}, ${formatBytes(bytes)}`;
}

function rowsText(rows: number): string {
  return counted(rows, 'row');
}

/** Short sentences about what one mark means and what is not drawn. */
export function chartNotes(data: ChartData): readonly string[] {
  const { leftOut, rounded, rest, kind, form, scale, xWidth } = data;
  const notes: string[] = [];
  if (form === 'aggregated' && xWidth !== undefined) {
    const width = scale === 'time' ? formatDuration(xWidth) : exactNumber(xWidth);
    if (kind === 'line') notes.push(t`one point for ${width}: mean, with the least and the greatest`);
    if (kind === 'histogram') notes.push(t`bins ${width} wide`);
    if (kind === 'scatter') notes.push(t`points near each other drawn as one, larger for more`);
  }
  const left: readonly (readonly [number, string])[] = [
    [leftOut.missing, t`without the number`],
    [leftOut.notFinite, t`NaN or infinite`],
    [leftOut.withoutX, t`without a place on the x axis`],
  ];
  for (const [count, why] of left) if (count > 0) notes.push(t`${formatCount(count)} left out: ${why}`);
  if (rounded > 0) notes.push(t`${formatCount(rounded)} beyond 2⁵³ drawn rounded`);
  if (rest.more === 'over') notes.push(t`many more values of the split, drawn as one`);
  else if (rest.names > 0)
    notes.push(
      plural(
        rest.names,
      )`one more value of the split | ${formatCount(rest.names)} more values of the split, drawn as one`,
    );
  return notes;
}
