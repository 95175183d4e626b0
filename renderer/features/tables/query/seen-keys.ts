// The loaded rows' evidence about their keys: the delimiter between the parts of each, an example, and whether they are
// those of a diagnostics table.
import type { Entity } from '@shared/model/entity';
import { type TimeKeys, decodedKey, timeKeysOf } from '@shared/query/wad-window';
import { useState } from 'react';
import { type KeyDelimiter, detectDelimiter, keyDelimiters, splitKey } from '@shared/query/composite-key';
import { calendarDay, maximumTicks, momentText } from '@shared/query/ticks';
import { t } from '@shared/strings/t';

export interface SeenKeys {
  readonly delimiters: KeyDelimiters;
  /** Where they hold the time, as those of a diagnostics table; null in other tables. */
  readonly time: TimeKeys | null;
  /** The keys of one of those rows; null before the first. */
  readonly example: Pick<Entity, 'partitionKey' | 'rowKey'> | null;
}

interface SeenSource {
  readonly table: string;
  readonly run: number;
  readonly rowCount: number;
  readonly keysAt: (index: number) => Pick<Entity, 'partitionKey' | 'rowKey'> | undefined;
}

export function useSeenKeys({ table, run, rowCount, keysAt }: SeenSource): SeenKeys {
  const [seen, setSeen] = useState<SeenKeys & { readonly of: string }>({
    delimiters: noDelimiters,
    time: null,
    example: null,
    of: '',
  });
  const count = Math.min(rowCount, sampledRows);
  const of = `${run}/${count}`;
  if (count > 0 && of !== seen.of) {
    const rows = Array.from({ length: count }, (_, index) => keysAt(index)).filter((row) => row !== undefined);
    const found = seenDelimiters(rows);
    setSeen({
      delimiters: {
        partitionKey: found.partitionKey ?? seen.delimiters.partitionKey,
        rowKey: found.rowKey ?? seen.delimiters.rowKey,
      },
      time: timeKeysOf(table, rows),
      example: rows[0] ?? seen.example,
      of,
    });
  }
  return seen;
}

export interface KeyDelimiters {
  readonly partitionKey: KeyDelimiter | null;
  readonly rowKey: KeyDelimiter | null;
}

export const noDelimiters: KeyDelimiters = { partitionKey: null, rowKey: null };

/** Rows enough to know how keys are made. */
const sampledRows = 500;

export function seenDelimiters(rows: readonly Pick<Entity, 'partitionKey' | 'rowKey'>[]): KeyDelimiters {
  return {
    partitionKey: detectDelimiter(rows.map(({ partitionKey }) => partitionKey)),
    rowKey: detectDelimiter(rows.map(({ rowKey }) => rowKey)),
  };
}

/** For a key seen alone: the first delimiter in it. A hyphen is taken for one in neither a GUID nor a date. */
export function likelyDelimiter(key: string): KeyDelimiter | null {
  const isHyphenated = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^\d{4}-\d{2}-\d{2}/i.test(key);
  return (
    keyDelimiters.find((delimiter) => !(delimiter === '-' && isHyphenated) && splitKey(key, delimiter).length > 1) ??
    null
  );
}

/** The meaning of a key's text, in short: its parts, or the time that it carries. Undefined if the text is clear. */
export function keyNote(key: string, delimiter: KeyDelimiter | null): string | undefined {
  return diagnosticsNote(key) ?? partsNote(key, delimiter) ?? timeNote(key);
}

/** `reversed ticks: 2026-10-14 08:00:00 UTC · \Memory\Available Bytes` for the keys of diagnostics tables. */
function diagnosticsNote(key: string): string | undefined {
  const [, first, last] = /^(.+?)_{2,3}(.+)$/.exec(key) ?? [];
  const plain = decodedKey(key);
  if (first === undefined || last === undefined) return plain === key ? undefined : plain;
  const times = [first, last].map((part) => (/^\d{19}$/.test(part) ? ticksNote(part) : undefined));
  if (times.every((time) => time === undefined)) return plain === key ? undefined : plain;
  return [first, last]
    .map(
      (part, index) =>
        times[index] ?? (/^0*\d$/.test(part) && part.length === 19 ? t`shard ${Number(part)}` : decodedKey(part)),
    )
    .join(' · ');
}

/** `3 parts: 2026-10-14 · tenant-7 · A1`; undefined for a key of one part. */
function partsNote(key: string, delimiter: KeyDelimiter | null): string | undefined {
  if (delimiter === null) return undefined;
  const parts = splitKey(key, delimiter);
  if (parts.length < 2) return undefined;
  return t`${parts.length} parts: ${parts.map((part) => (part === '' ? t`empty` : part)).join(' · ')}`;
}

/** Nineteen digits are taken for ticks, or reversed ticks, if they fall into the time in which tables were written. */
function timeNote(key: string): string | undefined {
  return /^\d{19}$/.test(key) ? ticksNote(key) : undefined;
}

/** `ticks: 2026-10-14 08:21:07 UTC` for digits that are a moment of that time; undefined for others. */
export function ticksNote(key: string): string | undefined {
  if (!/^\d{18,19}$/.test(key)) return undefined;
  const forwards = BigInt(key);
  const moments = [
    [forwards, t`ticks`],
    [maximumTicks - forwards, t`reversed ticks`],
  ] as const;
  const found = moments.find(([ticks]) => {
    if (ticks < 0n || ticks > maximumTicks) return false;
    const { year } = calendarDay(ticks, 'utc');
    return year >= 1990 && year <= 2100;
  });
  return found === undefined ? undefined : t`${found[1]}: ${momentText(found[0], 'utc')} UTC`;
}
