// Infers the Edm type that holds the texts of a column without loss: digits, leading zeros and fractions of a second
// all count. The order of the values does not matter.
import type { EdmType } from '../model/entity';
import { hasDecimalComma } from '../query/edm-value';
import { t } from '../strings/t';

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

const whole = /^-?(?:0|[1-9]\d*)$/;
const decimal = /^-?(?:(?:0|[1-9]\d*)?\.\d+(?:[eE][+-]?\d{1,3})?|(?:0|[1-9]\d*)[eE][+-]?\d{1,3})$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,7})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const guid = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
const leadingZeros = /^-?0\d+(?:\.\d+)?$/;
const anyNumber = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Longer texts are not meant as numbers. */
const longestNumber = 400;
const numberShown = 30;
/** Most significant digits that any double needs to be written exactly enough to be read back. */
const doubleDigits = 17;
const greatestInt32 = 2_147_483_647;

/** The narrowest class of one text; the empty text is of class `string`. */
export function classOf(text: string): ValueClass {
  const first = text.charCodeAt(0);
  const isNumberStart = (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2e;
  if (isNumberStart) {
    if (text.length <= 21 && whole.test(text)) return classOfWhole(text);
    if (text.length <= 32 && decimal.test(text)) return classOfDecimal(text);
    if (text.length >= 16 && text.length <= 33 && isMoment(text)) return 'datetime';
  }
  if (text.length === 36 && guid.test(text)) return 'guid';
  if (text.length <= 9) {
    if (text === 'NaN' || text === 'Infinity' || text === '-Infinity') return 'special';
    const lower = text.toLowerCase();
    if (lower === 'true' || lower === 'false') return 'boolean';
  }
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

  get type(): EdmType {
    return typeOfClass(this.#class);
  }

  /** @param line where the value stands, for the note */
  add(text: string, line: number): void {
    if (this.#class === 'string') {
      this.#hasLeadingZeros ||= this.#split === null && leadingZeros.test(text);
      if (this.#commas !== 'and-other') this.#seeCommas(text);
      this.#seeBeyond(text, line);
      return;
    }
    const found = classOf(text);
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
    if (hasDecimalComma(text)) this.#commas = 'only';
    else if (numericRank[classOf(text)] === undefined) this.#commas = 'and-other';
  }

  #seeBeyond(text: string, line: number): void {
    if (this.#beyond === 'other-text') return;
    if (isNumberBeyondTypes(text)) {
      if (this.#beyond === 'none') this.#beyond = { text, line };
    } else if (numericRank[classOf(text)] === undefined) this.#beyond = 'other-text';
  }

  /** A value whose type the input declares, such as a JSON number. */
  addClass(found: ValueClass, line: number): void {
    if (numericRank[found] === undefined) {
      this.#beyond = 'other-text';
      this.#commas = 'and-other';
    }
    const before = this.#class;
    this.#class = before === null ? found : joinClasses(before, found);
    if (before !== null && before !== 'string' && this.#class === 'string') this.#split = { before, found, line };
  }

  /** Why the column is text although its values look like another type; empty when there is nothing to explain. */
  get note(): string {
    if (this.#class === 'special') return t`Only NaN and infinities, so it stays text.`;
    if (this.#class !== 'string') return '';
    if (this.#commas === 'only') return t`Numbers here have a comma, those of a table a point, so it stays text.`;
    if (this.#hasLeadingZeros) return t`Leading zeros are kept, so it stays text.`;
    if (typeof this.#beyond === 'object') {
      const { text, line } = this.#beyond;
      const shown = text.length > numberShown ? `${text.slice(0, numberShown - 1)}…` : text;
      return t`Line ${line} holds ${shown}, a number that no type of a table holds exactly, so it stays text.`;
    }
    if (this.#split === null) return '';
    const { before, found, line } = this.#split;
    return t`Line ${line} holds ${classNames[found]()} after ${classNames[before]()}, so it stays text.`;
  }
}

const classNames: Readonly<Record<ValueClass, () => string>> = {
  boolean: () => t`true or false`,
  int32: () => t`a whole number`,
  int64: () => t`a whole number`,
  'wide-int64': () => t`a whole number of more digits than a double holds`,
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
  return text.length <= longestNumber && anyNumber.test(text) && classOf(text) === 'string';
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
