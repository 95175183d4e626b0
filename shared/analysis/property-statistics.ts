// Statistics of one property over many rows: how many have it, with which types and values.
import type { EdmType, EdmValue } from '../model/entity';
import type { PropertyProfile, SampleValue } from './analysis-result';
import { maxDetachedLength, shortText } from './detached';
import { hashNumber } from './text-hash';
import { TypeStatistics, sampleOf, wireText } from './type-statistics';
import { ValueCounts } from './value-counts';

const maxExamples = 3;
const maxTop = 8;

export class PropertyStatistics {
  readonly #types = new Map<EdmType, TypeStatistics>();
  readonly #values = new ValueCounts();
  #examples: SampleValue[] = [];
  #rows = 0;

  constructor(
    readonly name: string,
    readonly role: PropertyProfile['role'],
  ) {}

  /** Rows that have it. */
  get rows(): number {
    return this.#rows;
  }

  add(value: EdmValue): void {
    this.#rows += 1;
    let statistics = this.#types.get(value.type);
    if (statistics === undefined) {
      statistics = new TypeStatistics(value.type);
      this.#types.set(value.type, statistics);
    }
    statistics.add(value);
    this.#values.add(valueKey(value), detachedKey);
    if (this.#examples.length < maxExamples) this.#addExample(sampleOf(value));
  }

  profile(): PropertyProfile {
    const { count, exactness } = this.#values.distinct();
    return {
      name: this.name,
      role: this.role,
      rows: this.#rows,
      types: [...this.#types.values()]
        .map((statistics) => statistics.profile())
        .sort((left, right) => right.rows - left.rows || (left.type < right.type ? -1 : 1)),
      // The estimate may exceed the possible maximum.
      distinct: { count: Math.min(count, this.#rows), exactness },
      top: this.#values.top(maxTop).map(({ key, rows }) => ({ ...valueOfKey(key), rows })),
      topShortBy: this.#values.shortBy,
      examples: this.#examples,
    };
  }

  #addExample(example: SampleValue): void {
    const isKnown = this.#examples.some(({ type, text }) => type === example.type && text === example.text);
    if (!isKnown) this.#examples = [...this.#examples, example];
  }
}

const typeLetters: Readonly<Record<EdmType, string>> = {
  'Edm.String': 's',
  'Edm.Int32': 'i',
  'Edm.Int64': 'l',
  'Edm.Double': 'd',
  'Edm.Boolean': 'b',
  'Edm.DateTime': 't',
  'Edm.Guid': 'g',
  'Edm.Binary': 'x',
};
const typeOfLetter = new Map(Object.entries(typeLetters).map(([type, letter]) => [letter, type as EdmType]));

/** Separates the beginning of a long text from what distinguishes it from others with the same beginning. */
const cutMark = '\u0000';

/** One text for one value of one type; long values by their beginning, length and hash. */
function valueKey(value: EdmValue): string {
  const text = wireText(value);
  const letter = typeLetters[value.type];
  if (text.length <= maxDetachedLength) return `${letter}-${text}`;
  return `${letter}+${shortText(text).text}${cutMark}${text.length}.${hashNumber(text).toString(36)}`;
}

/** A flat copy: a concatenated string would keep the page in memory that its parts came from. */
function detachedKey(key: string): string {
  return ` ${key}`.slice(1);
}

function valueOfKey(key: string): SampleValue {
  const isCut = key.charAt(1) === '+';
  const text = key.slice(2);
  return {
    type: typeOfLetter.get(key.charAt(0)) ?? 'Edm.String',
    text: isCut ? text.slice(0, text.lastIndexOf(cutMark)) : text,
    isCut,
  };
}
