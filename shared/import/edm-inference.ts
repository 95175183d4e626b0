// Infers the Edm type of a column from its texts, and why it is not narrower. A type is inferred only when every text
// of the column comes back as it was written: `1.10`, `1E5`, `007`, `TRUE`, a time without `Z` and an upper-case GUID
// stay text until the user chooses a type. Over 300 lines, because the rules for one text and for a column belong
// together.
import type { EdmType } from '../model/entity';
import { hasDecimalComma } from '../query/edm-value';
import { t } from '../strings/t';
import { type ValueForm, cellValue, withPoint } from './cell-value';

/** `wide-int64`: whole numbers that a double cannot hold exactly; `special`: NaN and the infinities. */
export type ValueClass =
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'wide-int64'
  | 'double'
  | 'special'
  | 'datetime'
  | 'guid'
  | 'string';

/** A number whose fraction or thousands are set apart. */
const decimalMark = /^-?[\d.]*[.,]\d+(?:[eE][+-]?\d+)?$/;
const whole = /^-?(?:0|[1-9]\d*)$/;
const decimal = /^-?(?:(?:0|[1-9]\d*)?\.\d+(?:[eE][+-]?\d{1,3})?|(?:0|[1-9]\d*)[eE][+-]?\d{1,3})$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,7})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
/** The form that the service returns: with seconds, at most seven digits of a fraction, in UTC. */
const wireTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,7})?Z$/;
const plainDecimal = /^-?(?:0|[1-9]\d*)\.\d+$/;
const lowerCaseGuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const guid = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
const leadingZeros = /^-?0\d+(?:\.\d+)?$/;
const anyNumber = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Longer texts are not meant as numbers. */
const longestNumber = 400;
const numberShown = 30;
/** Most significant digits that any double needs to be written exactly enough to be read back. */
const doubleDigits = 17;
const greatestInt32 = 2_147_483_647;

/**
 * The narrowest class whose values come back exactly as this text; `string` for the empty text and for every text that
 * a number, boolean, time or GUID would change.
 */
export function classOf(text: string): ValueClass {
  const first = text.charCodeAt(0);
  const isNumberStart = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  if (isNumberStart) {
    if (text.length <= 21 && whole.test(text)) return text === '-0' ? 'string' : classOfWhole(text);
    if (text.length <= 32 && plainDecimal.test(text)) return isExactDecimal(text) ? 'double' : 'string';
    if (text.length >= 20 && text.length <= 28 && wireTime.test(text) && isMoment(text)) return 'datetime';
  }
  if (text.length === 36 && lowerCaseGuid.test(text)) return 'guid';
  if (text === 'true' || text === 'false') return 'boolean';
  return isSpecial(text) ? 'special' : 'string';
}

/** The narrowest class that a chosen type may convert this text to, in any notation; leading zeros are never a number. */
function looseClassOf(text: string): ValueClass {
  const first = text.charCodeAt(0);
  const isNumberStart = (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2e;
  if (isNumberStart) {
    const number = numberClassOf(text);
    if (number !== 'string') return number;
    if (text.length >= 16 && text.length <= 33 && isMoment(text)) return 'datetime';
  }
  if (text.length === 36 && guid.test(text)) return 'guid';
  if (text.length <= 9) {
    if (isSpecial(text)) return 'special';
    const lower = text.toLowerCase();
    if (lower === 'true' || lower === 'false') return 'boolean';
  }
  return 'string';
}

/** The narrowest class of a text that is known to be a number, such as one of JSON; `string` when no type holds it. */
export function numberClassOf(text: string): ValueClass {
  if (text.length <= 21 && whole.test(text)) return classOfWhole(text);
  if (text.length <= 32 && decimal.test(text)) return classOfDecimal(text);
  return 'string';
}

/** The class that holds both without loss. Commutative and associative. */
export function joinClasses(left: ValueClass, right: ValueClass): ValueClass {
  if (left === right) return left;
  const [leftRank, rightRank] = [numericRank[left], numericRank[right]];
  if (leftRank === undefined || rightRank === undefined) return 'string';
  const [wider, narrower] = leftRank > rightRank ? [left, right] : [right, left];
  if (wider === 'double') return narrower === 'wide-int64' ? 'string' : 'double';
  if (wider === 'special') return narrower === 'wide-int64' ? 'string' : 'double';
  return wider;
}

const numericRank: Partial<Record<ValueClass, number>> = { int32: 1, int64: 2, 'wide-int64': 3, double: 4, special: 5 };

/** The type of a column whose values are of this class; null is a column without values. */
export function typeOfClass(valueClass: ValueClass | null): EdmType {
  switch (valueClass) {
    case 'boolean':
      return 'Edm.Boolean';
    case 'int32':
      return 'Edm.Int32';
    case 'int64':
    case 'wide-int64':
      return 'Edm.Int64';
    case 'double':
      return 'Edm.Double';
    case 'datetime':
      return 'Edm.DateTime';
    case 'guid':
      return 'Edm.Guid';
    case 'special':
    case 'string':
    case null:
      return 'Edm.String';
  }
}

/** The type of most values of a text column, and which values prevent the column from having that type. */
export interface TypeConflict {
  readonly type: EdmType;
  /** Values that are none of this type: with it, their rows are rejected. */
  readonly unfit: number;
  /** Their lines. */
  readonly lines: readonly number[];
  /** Values that the type holds in another form. */
  readonly changed: number;
}

/** Classes between which values can be converted. */
type Family = 'number' | 'boolean' | 'datetime' | 'guid' | 'string';

interface FamilyCount {
  count: number;
  /** The class that holds all values. */
  joined: ValueClass;
  /** Values whose text the class changes, and the first of them. */
  changed: number;
  firstChanged: { readonly text: string; readonly line: number } | null;
  /** Up to `maxConflictLines`. */
  readonly lines: number[];
}

/** A type is suggested when at most this share of the values does not fit it. */
const maxUnfitShare = 0.1;
const maxConflictLines = 10_000;
/** After that many values without a clear majority, a column counts as plain text. */
const valuesForMajority = 200;

/** Collects a column's values one by one. */
export class ColumnInference {
  #class: ValueClass | null = null;
  #hasLeadingZeros = false;
  /** Whether only the notation of fractions keeps the column from being numeric. */
  #commas: 'none' | 'only' | 'and-other' = 'none';
  /**
   * The first number that no type holds exactly, while all values are numbers; otherwise the other texts explain
   * enough.
   */
  #beyond: { readonly text: string; readonly line: number } | 'none' | 'other-text' = 'none';
  #split: { readonly before: ValueClass; readonly found: ValueClass; readonly line: number } | null = null;
  readonly #families = new Map<Family, FamilyCount>();
  readonly #form: ValueForm;
  #values = 0;
  #isPlainText = false;
  /** The first whole number without a point and the first with `.0`: as doubles, `1` and `1.0` would be the same. */
  #bareWhole: { readonly text: string; readonly line: number } | null = null;
  #pointZero: { readonly text: string; readonly line: number } | null = null;

  constructor(form: ValueForm = {}) {
    this.#form = form;
  }

  get type(): EdmType {
    return this.#mixesNotations ? 'Edm.String' : typeOfClass(this.#class);
  }

  /** @param line the line number of the value, for the note */
  add(text: string, line: number): void {
    const plain = this.#withPoint(text);
    const found = plain === null ? 'string' : classOf(plain);
    this.#countFamily(text, found, line);
    if (found === 'double' && (plain ?? text).endsWith('.0')) this.#pointZero ??= { text, line };
    else if (found === 'int32' || found === 'int64') this.#bareWhole ??= { text, line };
    this.#add(text, found, line);
  }

  /** A number of a form with a decimal comma, with a point; null for one that would be another number there. */
  #withPoint(text: string): string | null {
    if (this.#form.decimals !== 'comma' || !decimalMark.test(text)) return text;
    const plain = withPoint(text);
    // `1.234` would come back as 1234: only `1,234` is written in the form.
    return plain === null || text.includes('.') ? null : plain;
  }

  /** A number of JSON, which is the same in any notation. */
  addNumber(text: string, line: number): void {
    const found = numberClassOf(text);
    this.#count(found, line);
    this.#add(text, found, line);
  }

  #add(text: string, found: ValueClass, line: number): void {
    if (this.#class === 'string') {
      this.#hasLeadingZeros ||= this.#split === null && leadingZeros.test(text);
      if (this.#commas !== 'and-other') this.#seeCommas(text);
      this.#seeBeyond(text, line);
      return;
    }
    if (found === this.#class) return;
    if (numericRank[found] === undefined) this.#seeBeyond(text, line);
    if (found === 'string' && leadingZeros.test(text)) this.#hasLeadingZeros = true;
    if (this.#class !== null && numericRank[this.#class] === undefined) this.#commas = 'and-other';
    else if (numericRank[found] === undefined) this.#seeCommas(text);
    if (this.#class === null) {
      this.#class = found;
      return;
    }
    const joined = joinClasses(this.#class, found);
    if (joined === 'string') this.#split = { before: this.#class, found, line };
    this.#class = joined;
  }

  #seeCommas(text: string): void {
    if (this.#form.decimals !== 'comma' && hasDecimalComma(text)) this.#commas = 'only';
    else if (numericRank[looseClassOf(text)] === undefined) this.#commas = 'and-other';
  }

  #seeBeyond(text: string, line: number): void {
    if (this.#beyond === 'other-text') return;
    if (isNumberBeyondTypes(text)) {
      if (this.#beyond === 'none') this.#beyond = { text, line };
    } else if (numericRank[looseClassOf(text)] === undefined) this.#beyond = 'other-text';
  }

  /** A value whose type the input declares, such as a text of JSON. */
  addClass(found: ValueClass, line: number): void {
    this.#count(found, line);
    if (numericRank[found] === undefined) {
      this.#beyond = 'other-text';
      this.#commas = 'and-other';
    }
    const before = this.#class;
    this.#class = before === null ? found : joinClasses(before, found);
    if (before !== null && before !== 'string' && this.#class === 'string') this.#split = { before, found, line };
  }

  #countFamily(text: string, found: ValueClass, line: number): void {
    if (this.#isPlainText) return;
    const numeric = this.#form.decimals === 'comma' && decimalMark.test(text) ? withPoint(text) : text;
    const loose = found === 'string' ? (numeric === null ? 'string' : looseClassOf(numeric)) : found;
    const family = this.#count(loose, line);
    if (loose === found) return;
    family.changed += 1;
    family.firstChanged ??= { text, line };
  }

  #count(found: ValueClass, line: number): FamilyCount {
    this.#values += 1;
    const name = familyOf(found);
    let family = this.#families.get(name);
    if (family === undefined) {
      family = { count: 0, joined: found, changed: 0, firstChanged: null, lines: [] };
      this.#families.set(name, family);
    }
    family.count += 1;
    if (family.joined !== found) family.joined = joinClasses(family.joined, found);
    if (family.lines.length < maxConflictLines) family.lines.push(line);
    if (this.#values === valuesForMajority && (this.#families.get('string')?.count ?? 0) * 2 > this.#values) {
      this.#isPlainText = true;
    }
    return family;
  }

  get #mixesNotations(): boolean {
    return this.#class === 'double' && this.#bareWhole !== null && this.#pointZero !== null;
  }

  /** The type that a text column could have; null when it is no text, or plain text. */
  get conflict(): TypeConflict | null {
    if (this.type !== 'Edm.String' || this.#isPlainText || this.#hasLeadingZeros) return null;
    const [best] = [...this.#families]
      .filter(([name]) => name !== 'string')
      .sort(([, left], [, right]) => right.count - left.count);
    if (best === undefined) return null;
    const [name, { count, joined, changed }] = best;
    const type = typeOfClass(joined);
    const unfit = this.#values - count;
    if (type === 'Edm.String' || unfit > maxConflictLines || unfit > this.#values * maxUnfitShare) return null;
    const others = [...this.#families].filter(([other]) => other !== name);
    const lines = others.flatMap(([, family]) => family.lines).sort((left, right) => left - right);
    return { type, unfit, lines, changed: this.#mixesNotations ? Math.max(1, changed) : changed };
  }

  /** Why the column is text although its values look like another type, or which values change their form. */
  get note(): string {
    if (this.#class === 'special') return t`Only NaN and infinities, so the column stays text.`;
    if (this.#mixesNotations && this.#bareWhole !== null && this.#pointZero !== null) {
      const [one, other] = [this.#bareWhole, this.#pointZero];
      return t`Line ${one.line} contains ${one.text} and line ${other.line} contains ${other.text}, which would be equal as numbers, so the column stays text.`;
    }
    if (this.#class === 'double' && this.#bareWhole !== null) {
      return t`${this.#bareWhole.text} in line ${this.#bareWhole.line} becomes ${this.#bareWhole.text}.0, like all whole numbers of the column.`;
    }
    if (this.#class !== 'string') return '';
    if (this.#commas === 'only')
      return t`Numbers here use a decimal comma, so the column stays text. Choose the decimal comma to read them as numbers.`;
    if (this.#hasLeadingZeros) return t`Leading zeros are preserved, so the column stays text.`;
    if (typeof this.#beyond === 'object') {
      const { text, line } = this.#beyond;
      return t`Line ${line} contains ${shortText(text)}, a number that no table type can store exactly, so the column stays text.`;
    }
    return this.#changedNote() ?? this.#splitNote();
  }

  /** Null when a value of another kind makes the column text. */
  #changedNote(): string | null {
    const [only, ...others] = this.#families.values();
    if (only?.firstChanged === null || only === undefined || others.length > 0) return null;
    const { text, line } = only.firstChanged;
    const comesBack = textInType(typeOfClass(only.joined), text, this.#form);
    if (comesBack === null) return null;
    if (comesBack === text) {
      return t`Line ${line} contains ${shortText(text)}, whose exponent could change its notation, so the column stays text.`;
    }
    return t`Line ${line} contains ${shortText(text)}, which would become ${comesBack}, so the column stays text.`;
  }

  #splitNote(): string {
    if (this.#split === null) return '';
    const { before, found, line } = this.#split;
    return t`Line ${line} contains ${classNames[found]()} after ${classNames[before]()}, so the column stays text.`;
  }
}

function familyOf(found: ValueClass): Family {
  return numericRank[found] === undefined ? (found as Exclude<Family, 'number'>) : 'number';
}

/** The text as the service returns it from a property of that type; null when the type does not hold it. */
function textInType(type: EdmType, text: string, form: ValueForm): string | null {
  const result = cellValue(type, text, form);
  if (result.kind === 'problem') return null;
  const { value } = result.value;
  if (type === 'Edm.Guid') return String(value).toLowerCase();
  return type === 'Edm.Double' ? String(Number(value)) : String(value);
}

/**
 * The text as the service returns it from a property of a chosen type; null when it is the same text, or none of that
 * type. Whole numbers of a double count as the same: they return as `8.0`.
 */
export function changedByType(type: EdmType, text: string, form: ValueForm): string | null {
  if (type === 'Edm.String') return null;
  const hasComma = form.decimals === 'comma' && decimalMark.test(text);
  if (!hasComma && returnsUnchanged(type, classOf(text))) return null;
  const comesBack = textInType(type, text, form);
  const plain = hasComma ? text.replace(',', '.') : text;
  return comesBack === null || comesBack === plain || `${comesBack}.0` === plain ? null : comesBack;
}

/** Texts of these classes are written as the service returns them. */
function returnsUnchanged(type: EdmType, found: ValueClass): boolean {
  switch (found) {
    case 'boolean':
      return type === 'Edm.Boolean';
    case 'int32':
    case 'int64':
      return type === 'Edm.Int32' || type === 'Edm.Int64' || type === 'Edm.Double';
    case 'wide-int64':
      return type === 'Edm.Int64';
    case 'double':
    case 'special':
      return type === 'Edm.Double';
    case 'datetime':
      return type === 'Edm.DateTime';
    case 'guid':
      return type === 'Edm.Guid';
    case 'string':
      return false;
  }
}

export function shortText(text: string): string {
  return text.length > numberShown ? `${text.slice(0, numberShown - 1)}…` : text;
}

const classNames: Readonly<Record<ValueClass, () => string>> = {
  boolean: () => t`true or false`,
  int32: () => t`a whole number`,
  int64: () => t`a whole number`,
  'wide-int64': () => t`a whole number with more digits than a Double can store`,
  double: () => t`a decimal number`,
  special: () => t`NaN or an infinity`,
  datetime: () => t`a time`,
  guid: () => t`a GUID`,
  string: () => t`other text`,
};

function classOfWhole(text: string): ValueClass {
  // Integers have no negative zero.
  if (text === '-0') return 'double';
  if (text.length <= 9) return 'int32';
  const value = Number(text);
  if (value <= greatestInt32 && value >= -greatestInt32 - 1) return 'int32';
  if (Number.isSafeInteger(value)) return 'int64';
  const exact = BigInt(text);
  return exact <= 2n ** 63n - 1n && exact >= -(2n ** 63n) ? 'wide-int64' : 'string';
}

/** A whole double comes back with `.0`, every other one with the fewest digits. */
function isExactDecimal(text: string): boolean {
  const shortest = String(Number(text));
  return shortest === text || (text.endsWith('.0') && shortest === text.slice(0, -2) && shortest !== '-0');
}

function isSpecial(text: string): boolean {
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity';
}

function classOfDecimal(text: string): ValueClass {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[^\d]/g, '')
    .replace(/^0+/, '');
  const value = Number(text);
  // Too small a number would become zero.
  const isHeld = Number.isFinite(value) && (value !== 0 || digits === '');
  return digits.length <= doubleDigits && isHeld ? 'double' : 'string';
}

/** Formed like a number but in none of the classes: too large, too small, or with too many digits. */
function isNumberBeyondTypes(text: string): boolean {
  return text.length <= longestNumber && anyNumber.test(text) && looseClassOf(text) === 'string';
}

function isMoment(text: string): boolean {
  const parts = moment.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  // The service keeps times from 1601 on.
  return (
    year >= 1601 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  );
}
