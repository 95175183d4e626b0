// Parses a query response in a single pass. JSON.parse would turn `200.0` into 200, and joining types with values would
// take a second pass. Optimised for entities with mostly the same properties.
import { edmTypes } from '@shared/model/edm-types';
import type { EdmType, EdmValue, Entity, Property } from '@shared/model/entity';
import { etagOf } from '@shared/model/entity-etag';
import { JsonCursor, codes, unexpected } from './json-cursor';

const { comma, openBrace, closeBrace, openBracket, closeBracket, quote } = codes;

/** The text in front of a value, learned from an earlier entity: the type annotation if any, the name, the colon. */
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

/** How many leads are tried, because an entity may lack some properties. */
const lookAhead = 6;
const maxLeads = 300;
/** Of one answer. A page has 1,000 entities of 252 properties, each of which may have an annotation. */
const maxMembers = 1_000_000;
const minus = 0x2d;
const typeSuffix = '@odata.type';
const serviceAnnotations = new Set(['odata.metadata', 'odata.type', 'odata.id', 'odata.editLink']);

/** Use a new one for each response. */
export class PageScanner {
  readonly #json: JsonCursor;
  #leads: Lead[] = [];
  #members = 0;

  constructor(text: string) {
    this.#json = new JsonCursor(text);
  }

  /** `{"odata.metadata":…,"value":[entity…]}`; anything else beside `value` is passed over. */
  page(): Entity[] {
    let rows: Entity[] | null = null;
    this.#json.members((name) => {
      if (name === 'value') rows = this.#entities();
      else this.#json.skipValue();
    });
    this.#json.end();
    if (rows === null) throw unexpected('the answer holds no rows');
    return rows;
  }

  single(): Entity {
    this.#json.skipBlank();
    const entity = this.#entity();
    this.#json.end();
    return entity;
  }

  #entities(): Entity[] {
    const rows: Entity[] = [];
    this.#json.expect(openBracket);
    this.#json.skipBlank();
    if (this.#json.take(closeBracket)) return rows;
    for (;;) {
      rows.push(this.#entity());
      if (this.#json.take(comma)) continue;
      this.#json.skipBlank();
      if (this.#json.take(closeBracket)) return rows;
      this.#json.expect(comma);
      this.#json.skipBlank();
    }
  }

  #entity(): Entity {
    const draft: Draft = { partitionKey: '', rowKey: '', timestamp: '', etag: '', properties: [] };
    this.#count();
    let late: Map<string, EdmType> | null = null;
    let known = true;
    let nextLead = 0;

    this.#json.skipBlank();
    this.#json.expect(openBrace);
    this.#json.skipBlank();
    if (this.#json.take(closeBrace)) return draft;
    for (;;) {
      const index = this.#knownLead(nextLead);
      const lead = index < 0 ? this.#newLead() : this.#leads[index];
      if (lead === undefined) throw unexpected('a member has no name');
      if (index >= 0) {
        nextLead = index + 1;
        // The lead may have been learned from text with fewer blanks.
        this.#json.skipBlank();
        this.#member(lead, draft);
      } else {
        known = false;
        if (lead.text === '') {
          late ??= new Map();
          late.set(lead.name.slice(0, -typeSuffix.length), edmTypeOf(this.#json.string()));
        } else {
          nextLead = this.#learn(lead, nextLead);
          this.#member(lead, draft);
        }
      }
      if (!this.#json.take(comma)) {
        this.#json.skipBlank();
        if (this.#json.take(closeBrace)) break;
        this.#json.expect(comma);
      }
      this.#json.skipBlank();
    }
    // Without an annotation, the ETag follows from the timestamp.
    if (draft.etag === '' && draft.timestamp !== '') draft.etag = etagOf(draft.timestamp);
    if (!known) draft.properties = settled(draft.properties, late);
    return draft;
  }

  /** An entity or a property: each becomes objects, which take far more memory than its text. */
  #count(): void {
    this.#members += 1;
    if (this.#members > maxMembers) throw unexpected('it holds more properties than a page can have');
  }

  #member(lead: Lead, draft: Draft): void {
    this.#count();
    switch (lead.name) {
      case 'PartitionKey':
        draft.partitionKey = this.#json.string();
        return;
      case 'RowKey':
        draft.rowKey = this.#json.string();
        return;
      case 'Timestamp':
        draft.timestamp = this.#json.string();
        return;
      case 'odata.etag':
        draft.etag = this.#json.tag();
        return;
    }
    if (serviceAnnotations.has(lead.name)) {
      this.#json.skipValue();
      return;
    }
    const value = this.#value(lead.type);
    if (value !== null) draft.properties.push({ name: lead.name, value });
  }

  /** The index of the lead at this position, or -1. The position moves behind it. */
  #knownLead(from: number): number {
    const limit = Math.min(from + lookAhead, this.#leads.length);
    for (let index = from; index < limit; index += 1) {
      if (this.#json.takeText(this.#leads[index]?.text ?? '')) return index;
    }
    return -1;
  }

  /**
   * The slow path to a member: parses its name, and the name that follows a type annotation. An annotation that does
   * not precede its property is returned with an empty text, its value still to be read.
   */
  #newLead(): Lead {
    const start = this.#json.position;
    const name = this.#json.memberName();
    if (!name.endsWith(typeSuffix)) return { text: this.#json.since(start), name, type: null };
    const owner = name.slice(0, -typeSuffix.length);
    const afterName = this.#json.position;
    const type = edmTypeOf(this.#json.string());
    this.#json.skipBlank();
    if (this.#json.take(comma)) {
      this.#json.skipBlank();
      if (this.#json.memberName() === owner) return { text: this.#json.since(start), name: owner, type };
    }
    this.#json.seek(afterName);
    return { text: '', name, type: null };
  }

  /**
   * Stores the lead in an order that most entities share, each name once. Returns the index where the next lead is
   * expected.
   */
  #learn(lead: Lead, at: number): number {
    if (this.#leads.length >= maxLeads) {
      this.#leads = [];
      return 0;
    }
    const known = this.#leads.findIndex(({ name }) => name === lead.name);
    if (known >= 0) this.#leads.splice(known, 1);
    const index = known >= 0 && known < at ? at - 1 : at;
    this.#leads.splice(index, 0, lead);
    return index + 1;
  }

  #number(type: EdmType | null): EdmValue {
    const value = this.#json.number();
    if (type === null) return { type: /[.eE]/.test(value) ? 'Edm.Double' : 'Edm.Int32', value };
    if (type === 'Edm.Double' || type === 'Edm.Int32' || type === 'Edm.Int64') return { type, value };
    throw unexpected(`a number is marked as ${type}`);
  }

  #value(type: EdmType | null): EdmValue | null {
    const first = this.#json.code();
    if (first === quote) return typedText(type, this.#json.string());
    if (first === minus && this.#json.takeText('-Infinity')) return bareDouble(type, '-Infinity');
    if (first === minus || (first >= 0x30 && first <= 0x39)) return this.#number(type);
    if (this.#json.takeText('true')) return { type: 'Edm.Boolean', value: true };
    if (this.#json.takeText('false')) return { type: 'Edm.Boolean', value: false };
    // With a projection, the service sends null for properties that the entity lacks.
    if (this.#json.takeText('null')) return null;
    if (this.#json.takeText('Infinity')) return bareDouble(type, 'Infinity');
    throw this.#json.unexpectedHere();
  }
}

/**
 * The emulator stores numbers beyond a double's range, such as `1e400`, and returns them like this, which is not valid
 * JSON.
 */
function bareDouble(type: EdmType | null, value: string): EdmValue {
  if (type === null || type === 'Edm.Double') return { type: 'Edm.Double', value };
  throw unexpected(`a number is marked as ${type}`);
}

function typedText(type: EdmType | null, value: string): EdmValue {
  if (type === null) return { type: 'Edm.String', value };
  if (type === 'Edm.Boolean') return { type, value: value === 'true' };
  return { type, value };
}

/** Assigns annotations that came late to their properties; of duplicate names the last counts, as in JSON. */
function settled(properties: readonly Property[], late: ReadonlyMap<string, EdmType> | null): Property[] {
  const byName = new Map<string, Property>();
  for (const property of properties) byName.set(property.name, property);
  return [...byName.values()].map((property) => {
    const type = late?.get(property.name);
    if (type === undefined || property.value.type === 'Edm.Boolean') return property;
    return { name: property.name, value: typedText(type, property.value.value) };
  });
}

const typeNames: ReadonlySet<string> = new Set(edmTypes);

function edmTypeOf(text: string): EdmType {
  if (typeNames.has(text)) return text as EdmType;
  throw unexpected('a property has a type that tables do not have');
}
