// The words of the window: English in the source, as the key under which every other language is looked up. A process
// that is told no language, such as the command line, speaks English.

/** What a translation fills in. Numbers are formatted by whoever passes them, see `units.ts`. */
export type Fill = string | number | bigint;

/** Translations by key; see `keyOf` for what a key looks like. */
export type Catalogue = Readonly<Record<string, string>>;

/** Words that are kept by what made them: said when somebody looks, in the language of then. */
export type Saying = () => string;

export interface Language {
  /** As the system names it: `de`. Decides which plural a count takes. */
  readonly tag: string;
  /** What has no translation stays English. */
  readonly catalogue: Catalogue;
  /** `ltr` where it is not given. */
  readonly direction?: 'ltr' | 'rtl';
}

const english: Language = { tag: 'en', catalogue: {} };

const spoken = { language: english, plurals: new Intl.PluralRules('en'), forms: new WeakMap<object, Forms>() };

/** What a person will find again in any language, such as names in data: made in English while another is spoken. */
export function inEnglish<T>(make: () => T): T {
  const before = { ...spoken };
  speak(english);
  try {
    return make();
  } finally {
    Object.assign(spoken, before);
  }
}

/** The language from now on. Words that were made before stay as they are, so this comes first of all. */
export function speak(language: Language): void {
  spoken.language = language;
  spoken.plurals = new Intl.PluralRules(language.tag);
  spoken.forms = new WeakMap();
}

/** For a thread that is to speak the same. */
export function spokenLanguage(): Language {
  return spoken.language;
}

/** The tag of the language that is spoken: `en` until another was chosen. */
export function spokenTag(): string {
  return spoken.language.tag;
}

/**
 * Words with values in them: t`Delete ${name}` is looked up as `Delete {0}`.
 * What a translation leaves out is left out; what has none is said in English.
 */
export function t(words: TemplateStringsArray, ...values: readonly Fill[]): string {
  const { own, translated } = formsOf(words);
  return fill((translated ?? own)[0] ?? [], values);
}

/**
 * Words that depend on a count, one form after the other: plural(rows)`${n} row | ${n} rows`. English has two forms, for
 * one and for everything else. Every form repeats the same values in the same order; one may say them in words.
 * A translation has as many forms as its language, in the order zero, one, two, few, many, other.
 */
export function plural(count: number): typeof t {
  return (words, ...values) => {
    const { own, translated } = formsOf(words);
    const isOne = count === 1;
    // Where each form begins among the values is known from how many the forms before it took.
    const taken = (own[0] ?? []).filter((piece) => typeof piece === 'number').length;
    if (translated === null) return fill(own[isOne ? 0 : 1] ?? [], isOne ? values : values.slice(taken));
    const categories = spoken.plurals.resolvedOptions().pluralCategories;
    const place = pluralOrder.filter((one) => categories.includes(one)).indexOf(spoken.plurals.select(count));
    return fill(translated[place] ?? translated.at(-1) ?? [], values.slice(taken));
  };
}

/** The order in which a translation gives its plural forms. */
export const pluralOrder: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Between the forms of a plural. */
export const formSeparator = ' | ';

/** The key of a text: its words, with `{0}` for the first value. Each form of a plural counts its values anew. */
export function keyOf(words: readonly string[]): string {
  let place = 0;
  return words
    .map((piece, index) => {
      const cut = piece.lastIndexOf(formSeparator);
      if (cut >= 0) place = 0;
      return index === words.length - 1 ? piece : `${piece}{${place++}}`;
    })
    .join('');
}

/** Words and the places of values among them. */
type Pieces = readonly (string | number)[];

interface Forms {
  readonly own: readonly Pieces[];
  readonly translated: readonly Pieces[] | null;
}

function formsOf(words: TemplateStringsArray): Forms {
  const known = spoken.forms.get(words);
  if (known !== undefined) return known;
  const key = keyOf(words);
  const translation = Object.hasOwn(spoken.language.catalogue, key) ? spoken.language.catalogue[key] : undefined;
  const made = { own: piecesOf(key), translated: translation === undefined ? null : piecesOf(translation) };
  spoken.forms.set(words, made);
  return made;
}

/** The forms of a text from the catalogue, each cut at its placeholders. */
function piecesOf(text: string): readonly Pieces[] {
  return text
    .split(formSeparator)
    .map((form) => form.split(/\{(\d+)\}/).map((piece, index) => (index % 2 === 1 ? Number(piece) : piece)));
}

function fill(pieces: Pieces, values: readonly Fill[]): string {
  return pieces.map((piece) => (typeof piece === 'number' ? asOne(String(values[piece] ?? '')) : piece)).join('');
}

/**
 * Kept together and in its own direction among words that run from the right: a name, a number with its unit. What
 * only parts it from them, such as the comma and the blank of `, UTC`, stays with the words around it.
 */
export function asOne(text: string): string {
  if (spoken.language.direction !== 'rtl') return text;
  const [, before = '', core = '', after = ''] = partedFrom.exec(text) ?? [];
  return core === '' ? text : `${before}${firstStrongIsolate}${core}${popIsolate}${after}`;
}

const partedFrom = /^(\s*(?:[,;:·–]\s+)?)(.*?)((?:[,;:·–]?\s+)?)$/su;

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';
