// `stowage entity`: reads, writes and deletes one entity through the same edits as the window, undo records included.
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { changesBetween } from '@shared/edit/changes';
import { StowageError, invalidInput } from '@shared/errors';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { EditConflict } from '@shared/model/edit-outcome';
import type { EdmValue, Entity, Property } from '@shared/model/entity';
import { group } from '../command-group';
import { type EntityFile, parseEntityFile } from '../entity-file';
import { exitCodes } from '../exit-codes';
import { textOfNamedFile } from '../named-file';
import { parseChoice } from '../numbers';
import type { Output } from '../output';
import type { CommandAction, Session } from '../session';
import { entityJson } from '../row-printer';

const modes = ['insert', 'merge', 'replace', 'upsert-merge', 'upsert-replace'] as const;
type PutMode = (typeof modes)[number];

interface PutOptions {
  readonly mode?: string;
  readonly etag?: string;
}

/** Adds the command to the grammar; `does` turns an action into what commander calls. */
export function addEntity(
  program: Command,
  does: <A extends unknown[]>(make: (...args: A) => CommandAction) => (...args: A) => Promise<void>,
): void {
  const entity = group(program, 'entity').description('one entity: read, write, delete');
  entity.command('get <table> <pk> <rk>').description('print it in the same format as query').action(does(getEntity));
  entity
    .command('put <table> <file>')
    .description('write the entity in FILE.json (- for standard input); only its properties are sent')
    .option('--mode <mode>', `${modes.join(', ')}; merge where the file or --etag gives an ETag, else insert`)
    .option(
      '--etag <etag>',
      "write only if the ETag matches ('*': always, without an undo record); default: the ETag in the file, or the current one",
    )
    .addHelpText('after', onePropertyText)
    .action(does(putEntity));
  entity
    .command('delete <table> <pk> <rk>')
    .description('delete it; an undo record is saved')
    .option(
      '--etag <etag>',
      "delete only if the ETag matches ('*': always, without an undo record); default: the current ETag",
    )
    .action(does(deleteEntity));
}

const onePropertyText = `
A change over the version that was read, and over no other:
  stowage entity get Orders contoso 42 --json > order.json
  stowage entity put Orders order.json
`;

function getEntity(table: string, partitionKey: string, rowKey: string): CommandAction {
  return async (session) => {
    const entity = await readNow(session, table, { partitionKey, rowKey });
    const { output } = session;
    if (output.json) output.record(entityJson(entity), '');
    else {
      const { timestamp, etag, properties } = entity;
      const rows = properties.map(({ name, value }) => [name, value.type, String(value.value)]);
      const system = [
        ['PartitionKey', 'Edm.String', entity.partitionKey],
        ['RowKey', 'Edm.String', entity.rowKey],
        ['Timestamp', 'Edm.DateTime', timestamp],
        ['ETag', '', etag],
      ];
      output.table(['PROPERTY', 'TYPE', 'VALUE'], [...system, ...rows], []);
    }
    return exitCodes.done;
  };
}

function putEntity(table: string, path: string, options: PutOptions): CommandAction {
  return async (session) => {
    rejectEmpty(options.etag);
    const file = parseEntityFile(await contentOf(path));
    const etag = options.etag ?? file.etag;
    const mode =
      options.mode === undefined ? (etag === '' ? 'insert' : 'merge') : parseChoice('--mode', options.mode, modes);
    if (options.etag !== undefined && mode !== 'merge' && mode !== 'replace') {
      throw invalidInput(
        '--etag',
        `${mode} does not accept a condition.`,
        'Remove it, or use --mode merge or replace.',
      );
    }
    return write(session, table, await editFor(session, table, { file, mode, etag }), mode);
  };
}

function deleteEntity(
  table: string,
  partitionKey: string,
  rowKey: string,
  options: { readonly etag?: string },
): CommandAction {
  return async (session) => {
    const { etag } = options;
    rejectEmpty(etag);
    const keys = { partitionKey, rowKey };
    const edit: StagedEdit =
      etag === undefined
        ? { kind: 'delete', id, read: await readNow(session, table, keys), readColumns: 'all', condition: 'as-read' }
        : { kind: 'delete', id, ...versionOf(keys, etag) };
    return write(session, table, edit, 'delete');
  };
}

/** An empty ETag usually comes from a script variable that was never set, so it is rejected instead of guessed at. */
function rejectEmpty(etag: string | undefined): void {
  if (etag !== '') return;
  throw invalidInput('--etag', 'it is empty.', "Use the complete ETag, or '*' for any version.");
}

/** The edit's id; a command has only one edit. */
const id = 'entity';

async function editFor(
  session: Session,
  table: string,
  { file, mode, etag }: { readonly file: EntityFile; readonly mode: PutMode; readonly etag: string },
): Promise<StagedEdit> {
  const { partitionKey, rowKey } = file;
  const properties = [...file.properties];
  switch (mode) {
    case 'insert':
      return { kind: 'insert', id, mode, entity: { partitionKey, rowKey, properties } };
    case 'upsert-merge':
      return { kind: 'insert', id, mode: 'insert-or-merge', entity: { partitionKey, rowKey, properties } };
    case 'upsert-replace':
      return { kind: 'insert', id, mode: 'insert-or-replace', entity: { partitionKey, rowKey, properties } };
    case 'merge': {
      const changes = properties.map(({ name, value }) => ({ kind: 'set', name, value }) as const);
      if (etag !== '') return { kind: 'update', id, mode, ...versionOf(file, etag), changes };
      const read = await readNow(session, table, file);
      return { kind: 'update', id, mode, read, readColumns: 'all', condition: 'as-read', changes };
    }
    case 'replace': {
      if (etag === '*') {
        const changes = properties.map(({ name, value }) => ({ kind: 'set', name, value }) as const);
        return { kind: 'update', id, mode, ...versionOf(file, etag), readColumns: 'all', changes };
      }
      // Read even when an ETag was given, to find out which properties the replacement removes.
      const now = await readNow(session, table, file);
      const changes = changesBetween(now.properties, properties);
      const read = {
        ...now,
        properties: ordered(now.properties, properties),
        ...(etag === '' ? {} : { etag }),
      };
      return { kind: 'update', id, mode, read, readColumns: 'all', condition: 'as-read', changes };
    }
  }
}

/**
 * In the order of the file, so that properties are sent as they are written there. Properties that the file leaves out
 * follow.
 */
function ordered(now: readonly Property[], wanted: readonly Property[]): Property[] {
  const present = new Map(now.map((property) => [property.name, property]));
  const names = new Set(wanted.map(({ name }) => name));
  return [...wanted.flatMap(({ name }) => present.get(name) ?? []), ...now.filter(({ name }) => !names.has(name))];
}

function versionOf(keys: EntityKeys, etag: string) {
  const { partitionKey, rowKey } = keys;
  const read: Entity = { partitionKey, rowKey, timestamp: '', etag: etag === '*' ? '' : etag, properties: [] };
  return { read, readColumns: 'some', condition: etag === '*' ? 'any' : 'as-read' } as const;
}

async function readNow(session: Session, table: string, { partitionKey, rowKey }: EntityKeys): Promise<Entity> {
  const connectionId = await session.connectionId();
  const keys = { partitionKey, rowKey };
  const { entity } = await session.engine.calls['entities.get'](
    { connectionId, table, keys },
    { signal: session.signal },
  );
  if (entity !== null) return entity;
  throw new StowageError('not-found.entity', 'The entity does not exist.', {
    context: { table, partitionKey, rowKey, operation: 'GetEntity' },
  });
}

async function write(session: Session, table: string, edit: StagedEdit, mode: PutMode | 'delete'): Promise<number> {
  const { engine, output, signal } = session;
  const connectionId = await session.connectionId();
  const { violations, outcomes } = await engine.calls['edits.apply'](
    // Over any version there is nothing to compare with, so nothing is read.
    { connectionId, table, edits: [edit], grouping: 'each', before: 'unread' },
    { signal },
  );
  if (violations.length > 0) {
    for (const { field, problem, fix } of violations) output.info(`stowage: ${field}: ${problem} ${fix}`);
    return exitCodes.invalid;
  }
  const [outcome] = outcomes;
  switch (outcome?.kind) {
    case 'applied': {
      const { partitionKey, rowKey } = edit.kind === 'insert' ? edit.entity : edit.read;
      const record = { PartitionKey: partitionKey, RowKey: rowKey, mode, etag: outcome.etag, undoId: outcome.undoId };
      output.record(record, mode === 'delete' ? 'Deleted.' : `Written (${mode}). ETag ${outcome.etag ?? ''}`);
      return exitCodes.done;
    }
    case 'conflict':
      throw conflictError(table, outcome.conflict, output);
    case 'failed':
      throw StowageError.fromShape(outcome.error);
    default:
      throw new StowageError('bug.unexpected', 'The result of the write is unknown.');
  }
}

/** Prints to standard error which properties differ. */
function conflictError(table: string, { reason, theirs, properties }: EditConflict, output: Output): StowageError {
  // Naming the operation makes the message refer to an entity instead of its table.
  const context = { table, operation: 'UpdateEntity' };
  if (reason === 'deleted') return new StowageError('not-found.entity', 'The entity does not exist.', { context });
  if (output.json) output.note({ conflict: { reason, etag: theirs?.etag ?? null, properties } });
  else {
    for (const { name, mine, theirs: now, changedBy } of properties) {
      if (changedBy !== 'nobody' && shown(mine) !== shown(now))
        output.info(`${name}: yours ${shown(mine)}, current ${shown(now)}`);
    }
  }
  output.info(
    reason === 'exists'
      ? 'To change only these properties: --mode merge. To replace the whole entity: --mode replace.'
      : "To overwrite the current version: --etag '*'.",
  );
  if (reason === 'exists') return new StowageError('conflict.exists', 'The entity already exists.', { context });
  return new StowageError('conflict.etag-changed', 'The entity has another ETag.', { context });
}

function shown(value: EdmValue | null): string {
  return value === null ? 'none' : JSON.stringify(value.value);
}

/** `-` is standard input. */
function contentOf(path: string): Promise<string> {
  return path === '-' ? text(process.stdin) : textOfNamedFile('FILE', path);
}
