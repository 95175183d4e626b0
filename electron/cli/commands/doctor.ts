// `stowage doctor`: what the services of the saved connections answer, as a report that names nobody and holds no secret.
import { embeddedConnectionId } from '@shared/model/connection';
import { exitCodes } from '../exit-codes';
import type { CommandAction } from '../session';

export function doctor({ version }: { readonly version: string }): CommandAction {
  return async ({ engine, output, signal, isConnectionGiven, connectionId }) => {
    const { connections } = engine.rooms;
    const all = (await connections.list()).filter(({ id, needsSecret }) => id !== embeddedConnectionId && !needsSecret);
    const chosen = isConnectionGiven ? await connectionId() : undefined;
    // One that the environment or an option gives for this run is not among the saved ones.
    const ids = chosen === undefined ? all.map(({ id }) => id) : [chosen];
    const reports = await connections.diagnose(ids, signal);
    const identities: Record<string, number> = {};
    for (const { kind, identity } of all) {
      if (kind === 'sign-in' && identity !== undefined) identities[kind] = (identities[kind] ?? 0) + 1;
    }
    const report = {
      stowage: version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      connections: reports,
      signedInConnections: identities['sign-in'] ?? 0,
    };
    output.record(report, JSON.stringify(report, null, 2));
    if (reports.length === 0) {
      output.info('There is no connection to report on. Save one, or set STOWAGE_CONNECTION_STRING.');
      return exitCodes.notFound;
    }
    output.info('Names are replaced by placeholders. Read the report before you pass it on.');
    return reports.every(({ services }) => services.some(({ answer }) => answer !== null))
      ? exitCodes.done
      : exitCodes.someFailed;
  };
}
