// The service's rules for entities, checked here because the emulator accepts far more. Lists all violations at once.
import { StowageError } from '../errors';
import type { EditViolation } from '../model/edit-review';
import type { EdmValue, Entity, Property } from '../model/entity';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { type TableService, tableLimits } from '../model/table-service';
import { utf8Bytes } from '../utf8-bytes';
import { checkKey, isPropertyName, loneSurrogateAt } from '../query/key-rules';
import { encodeEntity, valueProblem } from './encode-entity';

/** Besides the three system properties. */
export const maximumProperties = tableLimits.storage.properties;
const longestShown = 80;
const systemProperties: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

const noNames: ReadonlySet<string> = new Set();

type Keyed = Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>;
/** A problem of an entity, independent of the edit it belongs to. */
export type EntityProblem = Omit<EditViolation, 'editId'>;

/**
 * Everything about the entity that the service would reject, including the texts of values.
 * @param known names that came from the service, which are therefore not checked
 */
export function entityProblems(
  entity: Keyed,
  {
    known = noNames,
    service = 'storage',
  }: { readonly known?: ReadonlySet<string>; readonly service?: TableService } = {},
): EntityProblem[] {
  const limits = tableLimits[service];
  const problems = keyProblems(entity, service);
  const { length } = entity.properties;
  if (length > limits.properties) {
    problems.push({
      field: 'properties',
      value: String(length),
      problem: t`the entity has ${length}.`,
      fix: t`An entity can have at most ${limits.properties} in addition to its keys and Timestamp.`,
    });
  }
  const names = new Set<string>();
  for (const property of entity.properties) {
    for (const problem of propertyProblems(property, known.has(property.name) ? 'known' : 'new', service))
      problems.push(problem);
    if (names.has(property.name)) {
      const named = { field: shownName(property.name), value: property.name };
      problems.push({ ...named, problem: t`the name is used twice.`, fix: t`Remove one of them.` });
    }
    names.add(property.name);
  }
  // The text of an invalid value cannot be encoded.
  const bytes = service === 'storage' ? storedBytes(entity) : problems.length > 0 ? 0 : utf8Bytes(encodeEntity(entity));
  if (bytes > limits.entityBytes) {
    problems.push({
      field: 'entity',
      value: String(bytes),
      problem: t`the entity has ${bytes} bytes.`,
      fix: t`An entity can have at most ${limits.entityBytes} bytes.`,
    });
  }
  return problems;
}

/** Problems of either key: forbidden characters, lone surrogates, too long for the service. */
export function keyProblems(
  { partitionKey, rowKey }: Pick<Entity, 'partitionKey' | 'rowKey'>,
  service: TableService = 'storage',
): EntityProblem[] {
  return [...keyProblem('PartitionKey', partitionKey, service), ...keyProblem('RowKey', rowKey, service)];
}

/** Problems of one property; the name of a `known` one is not checked. */
export function propertyProblems(
  { name, value }: Property,
  origin: 'known' | 'new',
  service: TableService = 'storage',
): EntityProblem[] {
  const { valueBytes: maximumBytes } = tableLimits[service];
  const maximumUnits = maximumBytes / 2;
  const problems: EntityProblem[] = [];
  const add = (problem: string, fix: string): void => {
    problems.push({ field: shownName(name), value: shownValue(value), problem, fix });
  };
  if (origin === 'new') problems.push(...nameProblems(name, service));
  const wrongText = valueProblem(value);
  if (wrongText !== null) add(`${inQuotes(shownValue(value))} ${wrongText}.`, t`Enter a value of type ${value.type}.`);
  if (value.type === 'Edm.String') {
    const isTooLong = value.value.length > maximumUnits;
    if (isTooLong) {
      add(t`the text is ${value.value.length} characters long.`, t`A string can have at most ${maximumUnits}.`);
    }
    const lone = isTooLong ? -1 : loneSurrogateAt(value.value);
    if (lone >= 0) add(t`the text contains half a character at position ${lone + 1}.`, t`Enter the character again.`);
  }
  if (value.type === 'Edm.Binary' && valueBytes(value) - 4 > maximumBytes) {
    add(t`the binary value is too long.`, t`The limit is ${maximumBytes} bytes.`);
  }
  if (value.type === 'Edm.DateTime' && wrongText === null && value.value < '1601') {
    add(t`${value.value} is too early.`, t`Times start at 1601-01-01T00:00:00Z.`);
  }
  return problems;
}

/** Why a text cannot be the name of a new property. */
export function nameProblems(name: string, service: TableService = 'storage'): EntityProblem[] {
  const isReserved = tableLimits[service].reservedNames.has(name.toLowerCase());
  if (isPropertyName(name) && !systemProperties.has(name) && !isReserved) return [];
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
  if (systemProperties.has(name) || isReserved) {
    const fix = t`Give the property another name.`;
    const problem = isReserved
      ? t`Cosmos DB uses this name for a property of its own.`
      : t`the service sets this property.`;
    return [{ ...about, problem, fix }];
  }
  return [];
}

/** The size of an entity as the service counts it. */
export function storedBytes(entity: Keyed): number {
  let bytes = 4 + 2 * (entity.partitionKey.length + entity.rowKey.length);
  for (const { name, value } of entity.properties) bytes += 8 + 2 * name.length + valueBytes(value);
  return bytes;
}

function keyProblem(field: string, value: string, service: TableService): EntityProblem[] {
  try {
    checkKey(field, value, service);
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
