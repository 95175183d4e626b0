// `stowage doctor`: whether the services of the saved connections answer. With `--report`, what they answer, as a report
// that names nobody and holds no secret.
import { recordedSentence, sentence } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import type { ConnectionProbe, ConnectionSummary } from '@shared/model/connection';
import { exitCodes } from '../exit-codes';
import type { CommandAction, Session } from '../session';
import { summaries } from './connections';

const nothingToTest = 'There is no connection to report on. Save one, or set STOWAGE_CONNECTION_STRING.';

export function doctor(version: string, { report }: { readonly report?: boolean }): CommandAction {
  return report === true ? reportOf(version) : testEach;
}

function reportOf(version: string): CommandAction {
  return async ({ engine, output, signal, isConnectionGiven, connectionId }) => {
    const chosen = isConnectionGiven ? { connectionId: await connectionId() } : {};
    const { text, answered } = await engine.calls['connections.report']({ version, ...chosen }, { signal });
    const report = JSON.parse(text) as { readonly connections: readonly unknown[] };
    output.record(report, text);
    if (report.connections.length === 0) {
      output.info(nothingToTest);
      return exitCodes.notFound;
    }
    output.info('Names are replaced by placeholders. Read the report before you pass it on.');
    return answered === 'all' ? exitCodes.done : exitCodes.someFailed;
  };
}

interface Tested {
  readonly connection: string;
  readonly service: 'blob' | 'table';
  readonly state: 'reachable' | 'failed';
  /** Milliseconds, or what went wrong and what to do. */
  readonly answer: string;
}

/** One line for each service of a connection, as soon as all of them have answered. */
async function testEach(session: Session): Promise<number> {
  const { output } = session;
  const found = (await Promise.all((await testedBy(session)).map((one) => testOf(one, session)))).flat();
  output.table(
    ['CONNECTION', 'SERVICE', 'STATE', 'ANSWER'],
    found.map(({ connection, service, state, answer }) => [connection, service, state, answer]),
    found,
  );
  if (found.length === 0) {
    output.info(nothingToTest);
    return exitCodes.notFound;
  }
  return found.some(({ state }) => state === 'failed') ? exitCodes.someFailed : exitCodes.done;
}

type Tester = Pick<ConnectionSummary, 'id' | 'name'>;

async function testedBy({ engine, isConnectionGiven, connectionId }: Session): Promise<readonly Tester[]> {
  const saved = await summaries(engine);
  if (!isConnectionGiven) return saved.filter(({ kind }) => kind !== 'embedded');
  const id = await connectionId();
  return [saved.find((one) => one.id === id) ?? { id, name: '(given)' }];
}

async function testOf({ id, name }: Tester, { engine, signal }: Session): Promise<readonly Tested[]> {
  let probe: ConnectionProbe;
  try {
    probe = await engine.calls['connections.probe']({ connectionId: id }, { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    return [{ connection: name, service: 'blob', state: 'failed', answer: sentence(StowageError.from(thrown)) }];
  }
  return (['blob', 'table'] as const).flatMap((service) => {
    const one = probe[service];
    if (one.state === 'not-covered') return [];
    const answer =
      one.state === 'reachable'
        ? `${Math.round(one.elapsedMs)} ms`
        : recordedSentence({ code: one.code, message: one.detail, context: one.context });
    return [{ connection: name, service, state: one.state, answer }];
  });
}
