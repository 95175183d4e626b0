// `stowage index`: secondary indexes of a table, stored in the table itself.
import { StowageError, invalidInput } from '@shared/errors';
import type { IndexDefinition, IndexProgress, IndexReport, IndexWork } from '@shared/model/table-index';
import { exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import type { CommandAction, Session } from '../session';
import { requireYes } from './tables';

export function listIndexes(table: string): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const indexes = await engine.calls['indexes.list'](
      { connectionId: await connectionId(), table, denied: 'reported' },
      { signal },
    );
    output.table(
      ['INDEX', 'PROPERTY', 'STATE', 'CREATED'],
      indexes.map(({ name, property, state, createdAt }) => [name, property, state, createdAt]),
      indexes,
    );
    return exitCodes.done;
  };
}

export function createIndex(table: string, name: string, { property }: { readonly property?: string }): CommandAction {
  return async (session) => {
    if (property === undefined) {
      throw invalidInput('--property', 'no property is named.', 'Name the property that the index orders rows by.');
    }
    session.output.info(
      'Nothing else may write to the table meanwhile; Stowage rejects it, other programs do not know.',
    );
    return ended(session, await work(session, { table, name, work: 'create', property }), table, name);
  };
}

export function verifyIndex(table: string, name: string): CommandAction {
  return async (session) => {
    const done = await work(session, { table, name, work: 'verify' });
    const code = ended(session, done, table, name);
    if (code === exitCodes.someFailed) session.output.info(`To repair it: stowage index repair ${table} ${name}`);
    return code;
  };
}

export function repairIndex(table: string, name: string): CommandAction {
  return async (session) => ended(session, await work(session, { table, name, work: 'repair' }), table, name);
}

export function dropIndex(table: string, name: string, { yes }: { readonly yes?: boolean }): CommandAction {
  return async (session) => {
    requireYes(`the rows of index ${name} of ${table}`, yes);
    const { changed } = await work(session, { table, name, work: 'drop' });
    session.output.record(
      { dropped: name, table, rows: changed },
      `Dropped index ${name}: ${counted(changed, 'row')}.`,
    );
    return exitCodes.done;
  };
}

type Done = Extract<IndexProgress, { readonly step: 'done' }>;

interface RequestedWork {
  readonly table: string;
  readonly name: string;
  readonly work: IndexWork;
  readonly property?: string;
}

async function work(session: Session, requested: RequestedWork): Promise<Done> {
  const { engine, output, signal } = session;
  const connectionId = await session.connectionId();
  const results: Done[] = [];
  const push = (progress: IndexProgress): void => {
    if (progress.step === 'done') results.push(progress);
    else output.progress(progressText(progress));
  };
  try {
    await engine.streams['indexes.work']({ connectionId, ...requested }, { signal, push });
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.kind === 'cancelled' && requested.work !== 'verify') {
      output.info(`The index is incomplete. To complete it: ${commandOf(requested)}`);
    }
    throw failure;
  }
  const [done] = results;
  if (done === undefined) throw new StowageError('bug.unexpected', 'The work on an index ended without a result.');
  return done;
}

function commandOf({ table, name, work: verb, property }: RequestedWork): string {
  const option = verb === 'create' ? ` --property ${property ?? ''}` : verb === 'drop' ? ' --yes' : '';
  return `stowage index ${verb} ${table} ${name}${option}`;
}

function progressText(progress: Exclude<IndexProgress, Done>): string {
  switch (progress.step) {
    case 'waiting':
      return 'waiting for other writers to notice';
    case 'writing':
      return `${counted(progress.rows, 'index row')} written`;
    case 'verifying':
      return `${counted(progress.rows, 'row')} compared`;
    case 'removing':
      return `${counted(progress.rows, 'index row')} deleted`;
  }
}

function ended({ output }: Session, { definition, report, changed }: Done, table: string, name: string): number {
  if (report === null || definition === null) return exitCodes.done;
  const { missing, stale, orphaned } = report;
  output.record(
    { table, index: name, property: definition.property, state: definition.state, changed, ...report },
    textOf(definition, report, changed),
  );
  return missing + stale + orphaned === 0 ? exitCodes.done : exitCodes.someFailed;
}

function textOf({ name, property, state }: IndexDefinition, report: IndexReport, changed: number): string {
  const { entities, indexed, missing, stale, orphaned, examples } = report;
  return [
    `${name} by ${property}: ${state}`,
    `${counted(entities, 'entity', 'entities')}, ${counted(indexed, 'entity', 'entities')} with ${property}; ${missing} missing, ${stale} stale, ${orphaned} orphaned`,
    ...(changed === 0 ? [] : [`${counted(changed, 'index row')} written or deleted`]),
    ...examples.map(({ fault, partitionKey, rowKey }) => `${fault}  ${partitionKey}  ${rowKey}`),
  ].join('\n');
}
