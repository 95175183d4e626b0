// Where the experiments on tables write and what: the table, which partition is "the one", and the properties of an
// entity. Several machines that name the same table and share the partition load one partition together.
import { invalidInput } from '../errors';
import { checkNewTableName } from '../query/key-rules';
import { t } from '../strings/t';
import { KiB, MiB } from '../units';
import { choice } from './experiment';
import { type DeclaredParameter, type ParameterValues, textOf } from './parameters';
import type { PayloadShape } from './steps';

const ownTable = 'own';

export const tableParameters: readonly DeclaredParameter[] = [
  {
    kind: 'text',
    name: 'table',
    title: t`Table`,
    help: t`“own”: made for this run and removed with it. A name: several machines write to that table, which stays.`,
    maxLength: 63,
    defaultValue: ownTable,
  },
];

export const partitionParameter: DeclaredParameter = choice(
  'partition',
  t`The one partition`,
  t`“own”: of this run alone. “shared”: the same for every machine that writes to the table.`,
  [
    ['own', t`Of this run`],
    ['shared', t`Shared by all machines`],
  ],
);

export const payloadParameter: DeclaredParameter = {
  kind: 'text',
  name: 'payload',
  title: t`Payload`,
  help: t`“eight-binary”: 8 × 128 bytes. “one-string”: 1,024 characters. “200x5”: five binary properties of 200 bytes.`,
  maxLength: 20,
  defaultValue: 'eight-binary',
};

/** The name of a table that several runs use; null for one of the run's own. @throws StowageError `invalid.input` */
export function sharedTable(values: ParameterValues): string | null {
  const name = values.table === undefined ? ownTable : textOf(values, 'table');
  if (name === ownTable) return null;
  checkNewTableName(name);
  return name;
}

/** Whether every machine writes to the same one partition. @throws StowageError where each has a table of its own */
export function isPartitionShared(values: ParameterValues): boolean {
  if (values.partition !== 'shared') return false;
  if (sharedTable(values) !== null) return true;
  throw invalidInput('partition', t`a table of its own has nothing to share.`, t`Name a table for all of them.`);
}

export const eightBinary: PayloadShape = { type: 'Edm.Binary', bytes: 128, properties: 8 };
const limits = { properties: 250, bytes: 64 * KiB, entityBytes: MiB - 4 * KiB };

/** @throws StowageError `invalid.input` for a shape that no entity can have */
export function payloadShape(values: ParameterValues): PayloadShape {
  const text = values.payload === undefined ? 'eight-binary' : textOf(values, 'payload');
  if (text === 'eight-binary') return eightBinary;
  if (text === 'one-string') return { type: 'Edm.String', bytes: KiB, properties: 1 };
  const match = /^(\d+)x(\d+)$/.exec(text);
  if (match === null) {
    const fix = t`Use eight-binary, one-string, or bytes and number such as 200x5.`;
    throw invalidInput('payload', t`“${text}” is unknown.`, fix);
  }
  const [bytes, properties] = [Number(match[1]), Number(match[2])];
  const isPossible =
    bytes >= 1 &&
    properties >= 1 &&
    bytes <= limits.bytes &&
    properties <= limits.properties &&
    bytes * properties <= limits.entityBytes;
  if (!isPossible) {
    const fix = t`Use at most 250 properties of at most 64 KiB, and 1 MiB in all.`;
    throw invalidInput('payload', t`${bytes} bytes × ${properties} fit into no entity.`, fix);
  }
  return { type: 'Edm.Binary', bytes, properties };
}
