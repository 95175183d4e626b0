// The service's rules for entities, checked here because the emulator accepts far more. Lists all violations at once.
import { StowageError } from '../errors';
import type { EditViolation } from '../model/edit-review';
import type { EdmValue, Entity, Property } from '../model/entity';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { KiB, MiB } from '../units';
import { checkKey, isPropertyName, loneSurrogateAt } from '../query/key-rules';
import { valueProblem } from './encode-entity';

/** Besides the three system properties. */
export const maximumProperties = 252;
const maximumEntityBytes = MiB;
const maximumValueBytes = 64 * KiB;
const maximumTextUnits = maximumValueBytes / 2;
const longestShown = 80;
const systemProperties: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

type Keyed = Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>;
/** A problem of an entity, independent of the edit it belongs to. */
export type EntityProblem = Omit<EditViolation, 'editId'>;

/**
 * Everything about the entity that the service would reject, including the texts of values.
 * @param known names that came from the service, which are therefore not checked
 */
export function entityProblems(entity: Keyed, known: ReadonlySet<string> = new Set()): EntityProblem[] {
  const problems = keyProblems(entity);
  const { length } = entity.properties;
  if (length > maximumProperties) {
    problems.push({
      field: 'properties',
      value: String(length),
      problem: t`the entity has ${length}.`,
      fix: t`An entity can have at most ${maximumProperties} in addition to its keys and Timestamp.`,
    });
  }
  const names = new Set<string>();
  for (const property of entity.properties) {
    for (const problem of propertyProblems(property, known.has(property.name) ? 'known' : 'new'))
      problems.push(problem);
    if (names.has(property.name)) {
      const named = { field: shownName(property.name), value: property.name };
      problems.push({ ...named, problem: t`the name is used twice.`, fix: t`Remove one of them.` });
    }
    names.add(property.name);
  }
  const bytes = storedBytes(entity);
  if (bytes > maximumEntityBytes) {
    problems.push({
      field: 'entity',
      value: String(bytes),
      problem: t`the entity has ${bytes} bytes.`,
      fix: t`An entity can have at most ${maximumEntityBytes} bytes.`,
    });
  }
  return problems;
}

/** Problems of either key: forbidden characters, lone surrogates, more than 1 KiB. */
export function keyProblems({ partitionKey, rowKey }: Pick<Entity, 'partitionKey' | 'rowKey'>): EntityProblem[] {
  return [...keyProblem('PartitionKey', partitionKey), ...keyProblem('RowKey', rowKey)];
}

/** Problems of one property; the name of a `known` one is not checked. */
export function propertyProblems({ name, value }: Property, origin: 'known' | 'new'): EntityProblem[] {
  const problems: EntityProblem[] = [];
  const add = (problem: string, fix: string): void => {
    problems.push({ field: shownName(name), value: shownValue(value), problem, fix });
  };
  if (origin === 'new') problems.push(...nameProblems(name));
  const wrongText = valueProblem(value);
  if (wrongText !== null) add(`${inQuotes(shownValue(value))} ${wrongText}.`, t`Enter a value of type ${value.type}.`);
  if (value.type === 'Edm.String') {
    if (value.value.length > maximumTextUnits) {
      add(t`the text is ${value.value.length} characters long.`, t`A text can have at most ${maximumTextUnits}.`);
    }
    const lone = loneSurrogateAt(value.value);
    if (lone >= 0) add(t`the text contains half a character at position ${lone + 1}.`, t`Enter the character again.`);
  }
  if (value.type === 'Edm.Binary' && valueBytes(value) - 4 > maximumValueBytes) {
    add(t`the binary value is too long.`, t`The limit is ${maximumValueBytes} bytes.`);
  }
  if (value.type === 'Edm.DateTime' && wrongText === null && value.value < '1601') {
    add(t`${value.value} is too early.`, t`Times start at 1601-01-01T00:00:00Z.`);
  }
  return problems;
}

/** Why a text cannot be the name of a new property. */
export function nameProblems(name: string): EntityProblem[] {
  if (isPropertyName(name) && !systemProperties.has(name)) return [];
  const about = { field: shownName(name), value: name.slice(0, longestShown) };
  if (name.length > 255) {
    return [
      { ...about, problem: t`the name is ${name.length} characters long.`, fix: t`A name can have at most 255.` },
    ];
  }
  if (!isPropertyName(name)) {
    return [
      {
        ...about,
        problem: t`this is not a valid property name.`,
        fix: t`Use letters, digits and underscores; do not start with a digit.`,
      },
    ];
  }
  if (systemProperties.has(name)) {
    const fix = t`Give the property another name.`;
    return [{ ...about, problem: t`the service sets this property.`, fix }];
  }
  return [];
}

/** The size of an entity as the service counts it. */
export function storedBytes(entity: Keyed): number {
  let bytes = 4 + 2 * (entity.partitionKey.length + entity.rowKey.length);
  for (const { name, value } of entity.properties) bytes += 8 + 2 * name.length + valueBytes(value);
  return bytes;
}

function keyProblem(field: string, value: string): EntityProblem[] {
  try {
    checkKey(field, value);
    return [];
  } catch (thrown) {
    const { context } = StowageError.from(thrown);
    const { problem = t`cannot be a key.`, fix = '' } = context;
    return [{ field, value: value.slice(0, longestShown), problem: t`it ${String(problem)}`, fix: String(fix) }];
  }
}

/** Names that are not plain identifiers are shown in quotes. */
function shownName(name: string): string {
  return isPropertyName(name) ? name : inQuotes(name.slice(0, longestShown));
}

function shownValue(value: EdmValue): string {
  const text = String(value.value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function valueBytes(value: EdmValue): number {
  switch (value.type) {
    case 'Edm.String':
      return 4 + 2 * value.value.length;
    case 'Edm.Binary':
      return 4 + Math.floor((value.value.replace(/=+$/, '').length * 3) / 4);
    case 'Edm.Boolean':
      return 1;
    case 'Edm.Int32':
      return 4;
    case 'Edm.Guid':
      return 16;
    case 'Edm.Int64':
    case 'Edm.Double':
    case 'Edm.DateTime':
      return 8;
  }
}
