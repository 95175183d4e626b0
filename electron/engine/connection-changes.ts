// What the rooms do when a connection is removed or saved: they drop what belonged to it, or resume what waited for it.
import type { CallHandlers } from '@shared/ipc/contract';

type Calls = CallHandlers<'engine'>;
type Changes = Pick<Calls, 'connections.remove' | 'connections.update'>;

export interface ConnectionChangesParts {
  /** The connection itself is removed or saved first. */
  readonly connections: { readonly calls: Changes };
  readonly library: { forgetConnection(connectionId: string): Promise<void> };
  readonly tableEdits: { readonly calls: Pick<Calls, 'undo.forget'> };
  readonly staged: { forgetConnection(connectionId: string): Promise<void> };
  readonly transfers: { connectionChanged(connectionId: string): void };
}

export function createConnectionChanges(parts: ConnectionChangesParts): Changes {
  const { connections, library, tableEdits, staged, transfers } = parts;
  return {
    'connections.remove': async (input, context) => {
      const removed = await connections.calls['connections.remove'](input, context);
      await library.forgetConnection(input.connectionId);
      await tableEdits.calls['undo.forget'](input, context);
      await staged.forgetConnection(input.connectionId);
      return removed;
    },
    'connections.update': async (input, context) => {
      const summary = await connections.calls['connections.update'](input, context);
      transfers.connectionChanged(summary.id);
      return summary;
    },
  };
}
