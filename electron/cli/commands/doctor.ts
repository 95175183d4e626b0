// `stowage doctor`: what the services of the saved connections answer, as a report that names nobody and holds no secret.
import { exitCodes } from '../exit-codes';
import type { CommandAction } from '../session';

export function doctor({ version }: { readonly version: string }): CommandAction {
  return async ({ engine, output, signal, isConnectionGiven, connectionId }) => {
    const chosen = isConnectionGiven ? { connectionId: await connectionId() } : {};
    const { text, answered } = await engine.calls['connections.report']({ version, ...chosen }, { signal });
    const report = JSON.parse(text) as { readonly connections: readonly unknown[] };
    output.record(report, text);
    if (report.connections.length === 0) {
      output.info('There is no connection to report on. Save one, or set STOWAGE_CONNECTION_STRING.');
      return exitCodes.notFound;
    }
    output.info('Names are replaced by placeholders. Read the report before you pass it on.');
    return answered === 'all' ? exitCodes.done : exitCodes.someFailed;
  };
}
