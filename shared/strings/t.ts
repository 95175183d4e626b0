// The texts of the window: in English in the source, which is the key for every other language. A process without a
// chosen language, such as the command line, uses English.

/** A value in a text. The caller formats numbers; see `units.ts`. */
export type Fill = string | number | bigint;

/** Translations by key; `keyOf` builds the key. */
export type Catalogue = Readonly<Record<string, string>>;

/** A text that is stored as a function, so that it is in the language that is current when it is read. */
export type Saying = () => string;

export interface Language {
  /** The BCP 47 tag, such as `de`. Decides which plural form a count takes. */
  readonly tag: string;
  /** Texts without a translation stay English. */
  readonly catalogue: Catalogue;
  /** Default: `ltr`. */
  readonly direction?: 'ltr' | 'rtl';
}

const english: Language = { tag: 'en', catalogue: {} };

const spoken = { language: english, plurals: new Intl.PluralRules('en'), forms: new WeakMap<object, Forms>() };

/** For texts that must be the same in any language, such as names in data: makes them in English. */
export function inEnglish<T>(make: () => T): T {
  const before = { ...spoken };
  setLanguage(english);
  try {
    return make();
  } finally {
    Object.assign(spoken, before);
  }
}

/** Sets the language. Texts that were made before stay as they are, so this comes first of all. */
export function setLanguage(language: Language): void {
  spoken.language = language;
  spoken.plurals = new Intl.PluralRules(language.tag);
  spoken.forms = new WeakMap();
}

/** For a thread that should use the same one. */
export function spokenLanguage(): Language {
  return spoken.language;
}

/** The tag of the current language; `en` by default. */
export function spokenTag(): string {
  return spoken.language.tag;
}

/**
 * A text with values in it: t`Delete ${name}` is looked up as `Delete {0}`. A translation may omit values; without a
 * translation the text is in English.
 */
export function t(strings: TemplateStringsArray, ...values: readonly Fill[]): string {
  const { own, translated } = formsOf(strings);
  return fill((translated ?? own)[0] ?? [], values);
}

/**
 * A text that depends on a count, with its forms in order: plural(rows)`${n} row | ${n} rows`. English has two forms,
 * for one and for everything else. Every form repeats the same values in the same order; one may spell them out. A
 * translation has as many forms as its language, in the order zero, one, two, few, many, other.
 */
export function plural(count: number): typeof t {
  return (strings, ...values) => {
    const { own, translated } = formsOf(strings);
    const isOne = count === 1;
    // Where the values of a form begin follows from the number of values in the forms before it.
    const taken = (own[0] ?? []).filter((piece) => typeof piece === 'number').length;
    if (translated === null) return fill(own[isOne ? 0 : 1] ?? [], isOne ? values : values.slice(taken));
    const categories = spoken.plurals.resolvedOptions().pluralCategories;
    const formIndex = pluralOrder.filter((one) => categories.includes(one)).indexOf(spoken.plurals.select(count));
    return fill(translated[formIndex] ?? translated.at(-1) ?? [], values.slice(taken));
  };
}

/** The order of plural forms in a translation. */
export const pluralOrder: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Separates the forms of a plural. */
export const formSeparator = ' | ';

/**
 * The key of a text: its words, with `{0}` for the first value. The values of each plural form are numbered separately.
 */
export function keyOf(strings: readonly string[]): string {
  let valueIndex = 0;
  return strings
    .map((piece, index) => {
      const cut = piece.lastIndexOf(formSeparator);
      if (cut >= 0) valueIndex = 0;
      return index === strings.length - 1 ? piece : `${piece}{${valueIndex++}}`;
    })
    .join('');
}

/** The words, and the indexes of the values between them. */
type Pieces = readonly (string | number)[];

interface Forms {
  readonly own: readonly Pieces[];
  readonly translated: readonly Pieces[] | null;
}

function formsOf(strings: TemplateStringsArray): Forms {
  const known = spoken.forms.get(strings);
  if (known !== undefined) return known;
  const key = keyOf(strings);
  const translation = Object.hasOwn(spoken.language.catalogue, key) ? spoken.language.catalogue[key] : undefined;
  const made = { own: piecesOf(key), translated: translation === undefined ? null : piecesOf(translation) };
  spoken.forms.set(strings, made);
  return made;
}

/** The forms of a text from the catalogue, each split at its placeholders. */
function piecesOf(text: string): readonly Pieces[] {
  return text
    .split(formSeparator)
    .map((form) => form.split(/\{(\d+)\}/).map((piece, index) => (index % 2 === 1 ? Number(piece) : piece)));
}

function fill(pieces: Pieces, values: readonly Fill[]): string {
  return pieces.map((piece) => (typeof piece === 'number' ? asOne(String(values[piece] ?? '')) : piece)).join('');
}

/**
 * Isolates a name, or a number with its unit, within text that runs from right to left, so that its direction is
 * preserved. Separators at its ends, such as the comma and the blank of `, UTC`, stay with the surrounding text.
 */
export function asOne(text: string): string {
  if (spoken.language.direction !== 'rtl') return text;
  const [, before = '', core = '', after = ''] = partedFrom.exec(text) ?? [];
  return core === '' ? text : `${before}${firstStrongIsolate}${core}${popIsolate}${after}`;
}

const partedFrom = /^(\s*(?:[,;:·–]\s+)?)(.*?)((?:[,;:·–]?\s+)?)$/su;

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';
