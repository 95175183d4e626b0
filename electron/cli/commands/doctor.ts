// `stowage doctor`: what the services of the saved connections answer, as a report that names nobody and holds no secret.
import { embeddedConnectionId } from '@shared/model/connection';
import { exitCodes } from '../exit-codes';
import type { CommandAction } from '../session';

export function doctor({ version }: { readonly version: string }): CommandAction {
  return async ({ engine, output, signal, isConnectionGiven, connectionId }) => {
    const { connections } = engine.rooms;
    const all = (await connections.list()).filter(({ id, needsSecret }) => id !== embeddedConnectionId && !needsSecret);
    const chosen = isConnectionGiven ? await connectionId() : undefined;
    const reports = await connections.diagnose(
      all.filter(({ id }) => chosen === undefined || id === chosen).map(({ id }) => id),
      signal,
    );
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
    output.info('Names are replaced by placeholders. Read the report before you pass it on.');
    return reports.every(({ services }) => services.some(({ answer }) => answer !== null))
      ? exitCodes.done
      : exitCodes.someFailed;
  };
}
