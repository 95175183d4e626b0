// `stowage connections`: saved connections, shared with the app. Secrets are written, never printed.
import { invalidInput } from '@shared/errors';
import type { ConnectionInput, ConnectionSummary } from '@shared/model/connection';
import { exitCodes } from '../exit-codes';
import type { CommandAction, Session } from '../session';

const unmarked = { production: false, colour: 'none' } as const;

export function addConnection(name: string): CommandAction {
  return async ({ engine, output, signal, connectionString: given }) => {
    if (given === undefined) {
      throw invalidInput(
        '--connection-string',
        'it says which account this is and was not given.',
        'Add it, or set STOWAGE_CONNECTION_STRING.',
      );
    }
    if ((await summaries(engine)).some((saved) => saved.name === name)) {
      throw invalidInput(
        'NAME',
        `a connection named ${name} exists.`,
        `Choose another name, or remove it first: stowage connections remove ${name}`,
      );
    }
    const input: ConnectionInput =
      /^https?:\/\//i.test(given.trim()) || /SharedAccessSignature=/i.test(given)
        ? { kind: 'sas', name, sas: given, marking: unmarked }
        : { kind: 'connection-string', name, connectionString: given, marking: unmarked };
    const added = await engine.calls['connections.add'](input, { signal });
    output.record(publicRecord(added), `Added ${added.name} (account ${added.accountName}).`);
    if (added.secretStorage === 'file') {
      output.say('The secret is kept in a file that only you can read: the command line cannot use the OS keychain.');
    }
    return exitCodes.done;
  };
}

export const listConnections: CommandAction = async ({ engine, output }) => {
  const all = await summaries(engine);
  output.table(
    ['NAME', 'KIND', 'ACCOUNT', 'BLOB', 'TABLE'],
    all.map(({ name, kind, accountName, endpoints }) => [
      name,
      kind,
      accountName,
      endpoints.blob ?? '',
      endpoints.table ?? '',
    ]),
    all.map(publicRecord),
  );
  return exitCodes.done;
};

export function removeConnection(name: string): CommandAction {
  return async ({ engine, output, signal }) => {
    const found = await findConnection(engine, name);
    await engine.calls['connections.remove']({ connectionId: found.id }, { signal });
    output.record({ removed: name }, `Removed ${name}.`);
    return exitCodes.done;
  };
}

export async function findConnection(engine: Session['engine'], name: string): Promise<ConnectionSummary> {
  const all = await summaries(engine);
  const found = all.find((saved) => saved.name === name || saved.id === name);
  if (found) return found;
  const known = all.map((saved) => (saved.kind === 'embedded' ? saved.id : saved.name)).join(', ');
  throw invalidInput('--connection', `there is no saved connection ${name}.`, `Saved are ${known}.`);
}

/** The watch stream's first event is the whole list. */
async function summaries(engine: Session['engine']): Promise<readonly ConnectionSummary[]> {
  const once = new AbortController();
  let all: readonly ConnectionSummary[] = [];
  const push = (list: readonly ConnectionSummary[]): void => {
    all = list;
    once.abort();
  };
  await engine.streams['connections.watch']({}, { signal: once.signal, push }).catch((thrown: unknown) => {
    if (!once.signal.aborted) throw thrown;
  });
  return all;
}

function publicRecord({ id, name, kind, accountName, endpoints, secretStorage }: ConnectionSummary) {
  return { id, name, kind, accountName, endpoints, secretStorage };
}
