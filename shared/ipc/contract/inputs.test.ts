// What a page hands over the bridge, and the engine to its host: every field of every input has a type, and no number
// in it lets a single call ask for any amount at once.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls, streams } from '../contract';
import { hostCalls, hostStreams } from '../host-contract';

type Schema = z.core.JSONSchema.BaseSchema;

interface Field {
  /** `name of the call: path of the field`. */
  readonly at: string;
  readonly schema: Schema;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The field with all that is inside of it. Types that refer to themselves are met once, as definitions. */
function fieldsIn(at: string, schema: Schema): readonly Field[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], $defs = {} } = schema;
  const { additionalProperties, propertyNames } = schema;
  const inside = [
    ...Object.entries(properties).map(([name, each]) => [`${at}.${name}`, each] as const),
    ...Object.entries($defs).map(([name, each]) => [`${at}#${name}`, each] as const),
    ...[items, additionalProperties, propertyNames].flat().map((each) => [`${at}[]`, each] as const),
    ...[...anyOf, ...oneOf, ...allOf].map((each) => [at, each] as const),
  ];
  return [{ at, schema }, ...inside.flatMap(([name, each]) => (isSchema(each) ? fieldsIn(name, each) : []))];
}

const fields = Object.entries({ ...calls, ...streams, ...hostCalls, ...hostStreams }).flatMap(([name, { input }]) =>
  fieldsIn(`${name}: input`, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
);

const callOf = (at: string): string => at.slice(0, at.indexOf(':'));

const typeKeywords = ['type', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const', 'not'];
/** Checked by the class of the value, which a JSON schema cannot express. */
const bytes = ['preview.find: input.needle'];
/** Filters, whose depth is checked before their type. */
const filter = /\b(?:query|terms)\.where$/u;

/** Names of numbers that limit how much is read, sent or returned at once. */
const amount = /\.(?:limit|pageSize|concurrency|parallel|batchSize|columns|points|steps|length|limitBytes)$/u;
/** The rows after which a query ends, read page by page. */
const rowLimit = /\b(?:query|terms)\.limit$/u;

describe('inputs of the contract', () => {
  it('have a type in every field', () => {
    const unchecked = fields.filter(({ schema }) => !typeKeywords.some((key) => key in schema));
    expect(unchecked.map(({ at }) => at).filter((at) => !filter.test(at))).toEqual(bytes);
  });

  it('bound every number that limits how much is done at once', () => {
    const amounts = fields.filter(
      ({ at, schema }) => amount.test(at) && !rowLimit.test(at) && /^(?:integer|number)$/u.test(String(schema.type)),
    );
    const unbounded = amounts.filter(({ schema: { maximum = Infinity } }) => maximum >= Number.MAX_SAFE_INTEGER);
    expect(unbounded.map(({ at }) => at)).toEqual([]);
    expect(amounts.length).toBeGreaterThan(20);
  });

  it('bound every text and list that main receives', () => {
    const ofMain = new Set(Object.entries(calls).flatMap(([name, { host }]) => (host === 'main' ? [name] : [])));
    const received = fields.filter(({ at, schema: { enum: choice } }) => ofMain.has(callOf(at)) && !choice);
    const texts = received.filter(({ schema }) => schema.type === 'string' && schema.const === undefined);
    const lists = received.filter(({ schema }) => schema.type === 'array');
    expect(texts.filter(({ schema }) => schema.maxLength === undefined).map(({ at }) => at)).toEqual([]);
    expect(lists.filter(({ schema }) => schema.maxItems === undefined).map(({ at }) => at)).toEqual([]);
    expect([texts.length > 25, lists.length > 1]).toEqual([true, true]);
  });

  it('bound every token, of a picked file or of a page', () => {
    const tokens = fields.filter(({ at, schema }) => schema.type === 'string' && /(?:token|sources\[\])$/iu.test(at));
    expect(tokens.filter(({ schema }) => schema.maxLength === undefined).map(({ at }) => at)).toEqual([]);
    expect(tokens.length).toBeGreaterThan(18);
  });

  it('bound the number of keys that a change of the settings may assign', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`command.${n}`, 'F1']));
    const { input } = calls['settings.write'];
    expect([300, 1_001].map((count) => input.safeParse({ shortcuts: keys(count) }).success)).toEqual([true, false]);
  });

  it('are rejected unless they are objects', () => {
    for (const [name, { input }] of Object.entries({ ...calls, ...streams, ...hostCalls, ...hostStreams }))
      for (const other of [null, 7, 'text', undefined]) expect(input.safeParse(other).success, name).toBe(false);
  });
});
