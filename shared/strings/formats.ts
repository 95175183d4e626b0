// How this process formats numbers, sizes and times. By default, as on the command line, in a neutral form for data:
// `1,234.5`, KiB, ISO.

export const numberForms = ['language', 'comma', 'dot', 'space'] as const;
/**
 * `language`: as the window's language does; otherwise by the grouping of thousands: `1,234.5`, `1.234,5`, `1 234,5`.
 */
export type NumberForm = (typeof numberForms)[number];

export const byteForms = ['binary', 'decimal', 'bits'] as const;
/** `binary`: 1 KiB is 1,024 bytes; `decimal`: 1 kB is 1,000; `bits`: as decimal, and rates count bits, as networks do. */
export type ByteForm = (typeof byteForms)[number];

export const timeForms = ['iso', 'system'] as const;
/** `iso`: `2026-11-21 17:04:50`; `system`: in the order of the system's region. */
export type TimeForm = (typeof timeForms)[number];

export interface Formats {
  readonly numbers: NumberForm;
  readonly byteUnits: ByteForm;
  readonly timeForm: TimeForm;
  /** Language tag for `language` and `system`, such as `de-AT`. */
  readonly locale: string;
  /** Between a number and its unit: a no-break space in windows, an ordinary space by default. */
  readonly unitSpace?: '\u00a0';
}

export const neutralFormats: Formats = {
  numbers: 'language',
  byteUnits: 'binary',
  timeForm: 'iso',
  locale: 'en-US',
};

const chosen = { formats: neutralFormats };

/** Applies from now on and does not change text that is already formatted, so call it before anything is drawn. */
export function writeAs(formats: Formats): void {
  chosen.formats = formats;
}

export function currentFormats(): Formats {
  return chosen.formats;
}

/** The result of `write` in other formats than the current ones, for copied texts and examples. */
export function writtenAs<T>(formats: Formats, write: () => T): T {
  const before = chosen.formats;
  chosen.formats = formats;
  try {
    return write();
  } finally {
    chosen.formats = before;
  }
}

/** The user's choice; the region is the system's. */
export type FormatChoice = Omit<Formats, 'locale' | 'unitSpace'>;

/** For the address of a window: `dot.decimal.iso`. */
export function formatsText({ numbers, byteUnits, timeForm }: FormatChoice): string {
  return [numbers, byteUnits, timeForm].join('.');
}

/** The inverse; unknown values are those of `neutralFormats`. */
export function formatsOf(text: string, locale: string): Formats {
  const [numbers, byteUnits, timeForm] = text.split('.');
  return {
    numbers: numberForms.find((form) => form === numbers) ?? neutralFormats.numbers,
    byteUnits: byteForms.find((form) => form === byteUnits) ?? neutralFormats.byteUnits,
    timeForm: timeForms.find((form) => form === timeForm) ?? neutralFormats.timeForm,
    locale,
  };
}
