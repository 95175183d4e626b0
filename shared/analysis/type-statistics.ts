// Minimum, maximum and lengths of the values of one Edm type, compared as the service does, without rounding.
import type { EdmType, EdmValue } from '../model/entity';
import { doubleFromText } from '../query/edm-value';
import type { SampleValue, TypeProfile } from './analysis-result';
import { shortText } from './detached';

type Rank = string | number | bigint;

interface Extreme {
  readonly rank: Rank;
  readonly value: SampleValue;
}

export class TypeStatistics {
  #rows = 0;
  #notNumbers = 0;
  #least: Extreme | null = null;
  #greatest: Extreme | null = null;
  #leastLength = Infinity;
  #greatestLength = 0;
  #totalLength = 0;

  constructor(readonly type: EdmType) {}

  get rows(): number {
    return this.#rows;
  }

  add(value: EdmValue): void {
    this.#rows += 1;
    if (this.type === 'Edm.String' || this.type === 'Edm.Binary') {
      this.#addLength(this.type === 'Edm.String' ? String(value.value).length : base64Bytes(String(value.value)));
    }
    const rank = rankOf(value);
    if (rank === null) {
      if (this.type === 'Edm.Double') this.#notNumbers += 1;
      return;
    }
    if (this.#least === null || rank < this.#least.rank) this.#least = extreme(rank, value);
    if (this.#greatest === null || rank > this.#greatest.rank) this.#greatest = extreme(rank, value);
  }

  profile(): TypeProfile {
    return {
      type: this.type,
      rows: this.#rows,
      least: this.#least?.value ?? null,
      greatest: this.#greatest?.value ?? null,
      notNumbers: this.#notNumbers,
      length:
        this.#leastLength === Infinity
          ? null
          : { least: this.#leastLength, greatest: this.#greatestLength, mean: this.#totalLength / this.#rows },
    };
  }

  #addLength(length: number): void {
    this.#totalLength += length;
    if (length < this.#leastLength) this.#leastLength = length;
    if (length > this.#greatestLength) this.#greatestLength = length;
  }
}

/** A value and its text, cut where it is long. */
export function sampleOf(value: EdmValue): SampleValue {
  return { type: value.type, ...shortText(wireText(value)) };
}

export function wireText(value: EdmValue): string {
  return value.type === 'Edm.Boolean' ? String(value.value) : value.value;
}

/** Stored whole, so that two long texts with the same beginning retain their order. */
function extreme(rank: Rank, value: EdmValue): Extreme {
  return { rank: typeof rank === 'string' ? ` ${rank}`.slice(1) : rank, value: sampleOf(value) };
}

/** Whole numbers of this many characters fit into a double. */
const safeDigits = 15;

/**
 * A value that sorts like the values of the type; null for types without an order. Different notations of the same
 * value may sort differently, but the service always uses the same one.
 */
function rankOf(value: EdmValue): Rank | null {
  switch (value.type) {
    case 'Edm.Boolean':
      return value.value ? 1 : 0;
    case 'Edm.Int32':
    case 'Edm.Int64':
      return value.value.length <= safeDigits ? Number(value.value) : BigInt(value.value);
    case 'Edm.Double': {
      const number = doubleFromText(value.value);
      return Number.isNaN(number) ? null : number;
    }
    case 'Edm.DateTime':
      // Without its Z, a time of fewer decimals is the beginning of a later one.
      return value.value.endsWith('Z') ? value.value.slice(0, -1) : value.value;
    case 'Edm.Guid':
      return value.value.toLowerCase();
    case 'Edm.String':
      return value.value;
    case 'Edm.Binary':
      return null;
  }
}

function base64Bytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
