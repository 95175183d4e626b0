// How this process writes numbers, sizes and times. A process that is told nothing, such as the command
// line, writes them as data does: `1,234.5`, KiB, ISO.

export const numberForms = ['language', 'comma', 'dot', 'space'] as const;
/** `language`: as the window's language does; else by what groups thousands: `1,234.5`, `1.234,5`, `1 234,5`. */
export type NumberForm = (typeof numberForms)[number];

export const byteForms = ['binary', 'decimal'] as const;
/** `binary`: 1 KiB is 1,024 bytes; `decimal`: 1 kB is 1,000. */
export type ByteForm = (typeof byteForms)[number];

export const timeForms = ['iso', 'system'] as const;
/** `iso`: `2026-11-21 17:04:50`; `system`: in the order of the system's region. */
export type TimeForm = (typeof timeForms)[number];

export interface Formats {
  readonly numbers: NumberForm;
  readonly byteUnits: ByteForm;
  readonly timeForm: TimeForm;
  /** Tag of what `language` and `system` mean, such as `de-AT`. */
  readonly locale: string;
  /** Between a number and its unit. A window keeps both on one line; an ordinary space where it is absent, as in data. */
  readonly unitSpace?: '\u00a0';
}

export const neutralFormats: Formats = {
  numbers: 'language',
  byteUnits: 'binary',
  timeForm: 'iso',
  locale: 'en-US',
};

const chosen = { formats: neutralFormats };

/** From now on. What was written before stays as it is, so this comes before anything is drawn. */
export function writeAs(formats: Formats): void {
  chosen.formats = formats;
}

export function currentFormats(): Formats {
  return chosen.formats;
}

/** What `write` makes, in other formats than those of the window: a copied text, or an example. */
export function writtenAs<T>(formats: Formats, write: () => T): T {
  const before = chosen.formats;
  chosen.formats = formats;
  try {
    return write();
  } finally {
    chosen.formats = before;
  }
}

/** What a person chooses; the region is the system's. */
export type FormatChoice = Omit<Formats, 'locale' | 'unitSpace'>;

/** For the address of a window: `dot.decimal.iso`. */
export function formatsText({ numbers, byteUnits, timeForm }: FormatChoice): string {
  return [numbers, byteUnits, timeForm].join('.');
}

/** The other way round; what is not known is as `neutralFormats` has it. */
export function formatsOf(text: string, locale: string): Formats {
  const [numbers, byteUnits, timeForm] = text.split('.');
  return {
    numbers: numberForms.find((form) => form === numbers) ?? neutralFormats.numbers,
    byteUnits: byteForms.find((form) => form === byteUnits) ?? neutralFormats.byteUnits,
    timeForm: timeForms.find((form) => form === timeForm) ?? neutralFormats.timeForm,
    locale,
  };
}
