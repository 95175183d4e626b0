// Reads a query answer in one pass. JSON.parse would turn `200.0` into 200 and needs a second walk to join types
// with values; this knows the payload: entities of much the same properties, one after the other.
import { StowageError } from '@shared/errors';
import type { EdmType, EdmValue, Entity, Property } from '@shared/model/entity';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The text before a value as an earlier entity had it: an annotation if there was one, the name, the colon. */
interface Lead {
  readonly text: string;
  readonly name: string;
  readonly type: EdmType | null;
}

interface Draft {
  partitionKey: string;
  rowKey: string;
  timestamp: string;
  etag: string;
  properties: Property[];
}

/** How many leads may be skipped because an entity lacks those properties. */
const lookAhead = 6;
const mostLeads = 300;
const typeSuffix = '@odata.type';
const serviceAnnotations = new Set(['odata.metadata', 'odata.type', 'odata.id', 'odata.editLink']);

/** Good for one answer. */
export class PageScanner {
  readonly #text: string;
  #position = 0;
  #nextEscape: number;
  #leads: Lead[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#nextEscape = text.indexOf('\\');
  }

  /** `{"odata.metadata":…,"value":[entity…]}`; anything else beside `value` is passed over. */
  page(): Entity[] {
    let rows: Entity[] | null = null;
    this.#members((name) => {
      if (name === 'value') rows = this.#entities();
      else this.#skipValue();
    });
    this.#end();
    if (rows === null) throw unexpected('the answer holds no rows');
    return rows;
  }

  single(): Entity {
    this.#skipBlank();
    const entity = this.#entity();
    this.#end();
    return entity;
  }

  #entities(): Entity[] {
    const rows: Entity[] = [];
    this.#expect(openBracket);
    this.#skipBlank();
    if (this.#take(closeBracket)) return rows;
    for (;;) {
      rows.push(this.#entity());
      if (this.#take(comma)) continue;
      this.#skipBlank();
      if (this.#take(closeBracket)) return rows;
      this.#expect(comma);
      this.#skipBlank();
    }
  }

  #entity(): Entity {
    const draft: Draft = { partitionKey: '', rowKey: '', timestamp: '', etag: '', properties: [] };
    let late: Map<string, EdmType> | null = null;
    let known = true;
    let nextLead = 0;

    this.#skipBlank();
    this.#expect(openBrace);
    this.#skipBlank();
    if (this.#take(closeBrace)) return draft;
    for (;;) {
      const index = this.#knownLead(nextLead);
      const lead = index < 0 ? this.#newLead() : this.#leads[index];
      if (lead === undefined) throw unexpected('a member has no name');
      if (index >= 0) {
        nextLead = index + 1;
        this.#member(lead, draft);
      } else {
        known = false;
        if (lead.text === '') {
          late ??= new Map();
          late.set(lead.name.slice(0, -typeSuffix.length), edmTypeOf(this.#string()));
        } else {
          nextLead = this.#learn(lead, nextLead);
          this.#member(lead, draft);
        }
      }
      if (!this.#take(comma)) {
        this.#skipBlank();
        if (this.#take(closeBrace)) break;
        this.#expect(comma);
      }
      this.#skipBlank();
    }
    // Without the annotation the ETag follows from the time stamp, as the service makes it.
    if (draft.etag === '' && draft.timestamp !== '') {
      draft.etag = `W/"datetime'${encodeURIComponent(draft.timestamp)}'"`;
    }
    if (!known) draft.properties = settled(draft.properties, late);
    return draft;
  }

  #member(lead: Lead, draft: Draft): void {
    switch (lead.name) {
      case 'PartitionKey':
        draft.partitionKey = this.#string();
        return;
      case 'RowKey':
        draft.rowKey = this.#string();
        return;
      case 'Timestamp':
        draft.timestamp = this.#string();
        return;
      case 'odata.etag':
        draft.etag = this.#string();
        return;
    }
    if (serviceAnnotations.has(lead.name)) {
      this.#skipValue();
      return;
    }
    const value = this.#value(lead.type);
    if (value !== null) draft.properties.push({ name: lead.name, value });
  }

  /** The index of the lead that stands here, or -1; the position is then behind it. */
  #knownLead(from: number): number {
    const limit = Math.min(from + lookAhead, this.#leads.length);
    for (let index = from; index < limit; index += 1) {
      const lead = this.#leads[index]?.text ?? '';
      if (!this.#text.startsWith(lead, this.#position)) continue;
      this.#position += lead.length;
      return index;
    }
    return -1;
  }

  /**
   * The slow way to a member: reads the name, and the name that follows an annotation. An annotation that stands apart
   * from its property comes back with an empty text, its value still to be read.
   */
  #newLead(): Lead {
    const start = this.#position;
    const name = this.#memberName();
    if (!name.endsWith(typeSuffix)) return { text: this.#text.slice(start, this.#position), name, type: null };
    const owner = name.slice(0, -typeSuffix.length);
    const afterName = this.#position;
    const type = edmTypeOf(this.#string());
    this.#skipBlank();
    if (this.#take(comma)) {
      this.#skipBlank();
      if (this.#memberName() === owner) return { text: this.#text.slice(start, this.#position), name: owner, type };
    }
    this.#seek(afterName);
    return { text: '', name, type: null };
  }

  /** Keeps the leads in an order that entities share, each name once. Answers where the next one is expected. */
  #learn(lead: Lead, at: number): number {
    if (this.#leads.length >= mostLeads) {
      this.#leads = [];
      return 0;
    }
    const known = this.#leads.findIndex(({ name }) => name === lead.name);
    if (known >= 0) this.#leads.splice(known, 1);
    const index = known >= 0 && known < at ? at - 1 : at;
    this.#leads.splice(index, 0, lead);
    return index + 1;
  }

  #value(type: EdmType | null): EdmValue | null {
    const first = this.#text.charCodeAt(this.#position);
    if (first === quote) return typedText(type, this.#string());
    if (first === 0x2d || (first >= 0x30 && first <= 0x39)) return this.#number(type);
    if (this.#takeText('true')) return { type: 'Edm.Boolean', value: true };
    if (this.#takeText('false')) return { type: 'Edm.Boolean', value: false };
    // A projection names properties an entity lacks as null.
    if (this.#takeText('null')) return null;
    throw this.#unexpectedHere();
  }

  #number(type: EdmType | null): EdmValue {
    const text = this.#text;
    const start = this.#position;
    let end = start;
    let isDouble = false;
    for (; ; end += 1) {
      const code = text.charCodeAt(end);
      if (code >= 0x30 && code <= 0x39) continue;
      if (code === 0x2e || code === 0x65 || code === 0x45) isDouble = true;
      else if (code !== 0x2b && code !== 0x2d) break;
    }
    if (end >= text.length) throw truncated();
    const value = text.slice(start, end);
    if (Number.isNaN(Number(value))) throw unexpected('a number is malformed');
    this.#position = end;
    if (type === null) return { type: isDouble ? 'Edm.Double' : 'Edm.Int32', value };
    if (type === 'Edm.Double' || type === 'Edm.Int32' || type === 'Edm.Int64') return { type, value };
    throw unexpected(`a number is marked as ${type}`);
  }

  #memberName(): string {
    const name = this.#string();
    this.#skipBlank();
    this.#expect(colon);
    this.#skipBlank();
    return name;
  }

  #string(): string {
    const start = this.#position + 1;
    if (this.#text.charCodeAt(this.#position) !== quote) throw this.#unexpectedHere();
    const end = this.#text.indexOf('"', start);
    if (end < 0) throw truncated();
    if (this.#nextEscape < 0 || this.#nextEscape > end) {
      this.#position = end + 1;
      return this.#text.slice(start, end);
    }
    if (this.#nextEscape < start) {
      this.#nextEscape = this.#text.indexOf('\\', start);
      return this.#string();
    }
    return this.#escapedString(start);
  }

  #escapedString(start: number): string {
    let end = this.#nextEscape;
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === quote) break;
      if (code === 0x5c) end += 1;
    }
    if (end >= this.#text.length) throw truncated();
    this.#position = end + 1;
    try {
      return JSON.parse(this.#text.slice(start - 1, end + 1)) as string;
    } catch (cause) {
      throw unexpected('a text is malformed', cause);
    }
  }

  /** Passes over any JSON value; entities hold no others than plain ones, answers may. */
  #skipValue(): void {
    this.#skipBlank();
    const depth: number[] = [];
    do {
      const code = this.#text.charCodeAt(this.#position);
      if (code === quote) this.#string();
      else if (code === openBrace || code === openBracket) {
        depth.push(code + 2);
        this.#position += 1;
      } else if (code === depth.at(-1)) {
        depth.pop();
        this.#position += 1;
      } else if (depth.length > 0 && (code === comma || code === colon)) this.#position += 1;
      else this.#value(null);
      this.#skipBlank();
    } while (depth.length > 0);
  }

  #members(read: (name: string) => void): void {
    this.#skipBlank();
    this.#expect(openBrace);
    this.#skipBlank();
    if (this.#take(closeBrace)) return;
    for (;;) {
      read(this.#memberName());
      this.#skipBlank();
      if (this.#take(closeBrace)) return;
      this.#expect(comma);
      this.#skipBlank();
    }
  }

  #seek(position: number): void {
    this.#position = position;
    this.#nextEscape = this.#text.indexOf('\\', position);
  }

  #end(): void {
    this.#skipBlank();
    if (this.#position < this.#text.length) throw unexpected('text follows the answer');
  }

  #take(code: number): boolean {
    if (this.#text.charCodeAt(this.#position) !== code) return false;
    this.#position += 1;
    return true;
  }

  #takeText(word: string): boolean {
    if (!this.#text.startsWith(word, this.#position)) return false;
    this.#position += word.length;
    return true;
  }

  #expect(code: number): void {
    if (!this.#take(code)) throw this.#unexpectedHere();
  }

  #skipBlank(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#position += 1;
    }
  }

  /** A word cut short (`tru`) is an early end as well. */
  #unexpectedHere(): StowageError {
    const rest = this.#text.slice(this.#position, this.#position + 8);
    const cutWord = ['true', 'false', 'null'].some((word) => word.startsWith(rest));
    return cutWord ? truncated() : unexpected(`character ${this.#position} of the answer is out of place`);
  }
}

function typedText(type: EdmType | null, value: string): EdmValue {
  if (type === null) return { type: 'Edm.String', value };
  if (type === 'Edm.Boolean') return { type, value: value === 'true' };
  return { type, value };
}

/** Brings late annotations to their properties; of a name that came twice the last one counts, as in JSON. */
function settled(properties: readonly Property[], late: ReadonlyMap<string, EdmType> | null): Property[] {
  const byName = new Map<string, Property>();
  for (const property of properties) byName.set(property.name, property);
  return [...byName.values()].map((property) => {
    const type = late?.get(property.name);
    if (type === undefined || property.value.type === 'Edm.Boolean') return property;
    return { name: property.name, value: typedText(type, property.value.value) };
  });
}

const edmTypes: ReadonlySet<string> = new Set<EdmType>([
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Boolean',
  'Edm.DateTime',
  'Edm.Guid',
  'Edm.Binary',
]);

function edmTypeOf(text: string): EdmType {
  if (edmTypes.has(text)) return text as EdmType;
  throw unexpected('a property has a type that tables do not have');
}

function truncated(): StowageError {
  return new StowageError('network.truncated', 'The answer of the service ended before it was complete.', {
    retry: { afterMs: 0 },
  });
}

function unexpected(what: string, cause?: unknown): StowageError {
  return new StowageError('bug.unexpected', `The answer of the service was not understood: ${what}.`, { cause });
}
