// Whether a connection has rights to show, and how what was denied can be tried again.
import type { ConnectionSummary } from '@shared/model/connection';
import type { RightsTarget } from '@shared/model/rights';
import { call } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';

/** Whether rights differ from one place to the next: an account key has all of them. */
export function hasRights({ kind, sas }: Pick<ConnectionSummary, 'kind' | 'sas'>): boolean {
  return kind === 'sign-in' || sas !== undefined;
}

/** Lets what was denied there be tried again; sends nothing where nothing was. */
export function forgetDenials(
  connection: Pick<ConnectionSummary, 'id' | 'rights'> | undefined,
  target: RightsTarget,
): void {
  const isKnown = connection?.rights?.some(
    ({ state, service, resource }) =>
      state !== 'allowed' && service === target.service && (resource === target.resource || resource === ''),
  );
  if (connection === undefined || isKnown !== true) return;
  call('connections.forget-denials', { connectionId: connection.id, ...target }).catch(showFailure);
}
