// Keys that consist of parts: which delimiter the known keys share, and how to split and join them. The end of a prefix
// of whole parts is in prefix-range.ts.

/** Possible delimiters, the most distinctive first: a hyphen also occurs in dates, so it comes last. */
export const keyDelimiters = ['___', ';', '|', '_', '-'] as const;
export type KeyDelimiter = (typeof keyDelimiters)[number];

/** Minimum share of the keys with the same number of parts. */
const agreeingShare = 0.9;
/** More keys would only cost time. */
const maxKeys = 500;
/** With a time of day: no user queries everything that began in the same minute by parts of it. */
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}(?::\d{2}){0,2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The delimiter that cuts at least nine in ten of the keys into the same number of parts, two or more; null where
 * there is none, or fewer than two different keys. A GUID and a moment are one value, whatever their hyphens.
 */
export function detectDelimiter(keys: readonly string[]): KeyDelimiter | null {
  const distinct = [...new Set(keys)].slice(0, maxKeys);
  if (distinct.length < 2) return null;
  return keyDelimiters.find((delimiter) => agrees(distinct, delimiter)) ?? null;
}

/** Parts of a key, empty ones included; joined again they are the key. */
export function splitKey(key: string, delimiter: string): readonly string[] {
  return key.split(delimiter);
}

export function joinKey(parts: readonly string[], delimiter: string): string {
  return parts.join(delimiter);
}

function agrees(keys: readonly string[], delimiter: KeyDelimiter): boolean {
  const votes = new Map<number, number>();
  for (const key of keys) {
    const isOne = delimiter === '-' && (guid.test(key) || moment.test(key));
    const parts = isOne ? 1 : splitKey(key, delimiter).length;
    votes.set(parts, (votes.get(parts) ?? 0) + 1);
  }
  for (const [parts, count] of votes) {
    if (parts >= 2 && count >= keys.length * agreeingShare) return true;
  }
  return false;
}
