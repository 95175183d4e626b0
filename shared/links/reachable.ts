// Which saved connection a link or a file means. The account decides: a name alone never leads to another account.
import type { ConnectionSummary } from '../model/connection';
import type { PlacedTarget } from './open-request';

export type Reached =
  /** One or several, the most likely first. */
  | { readonly state: 'reachable'; readonly connections: readonly [ConnectionSummary, ...ConnectionSummary[]] }
  /**
   * No connection to the account, or none to its tables or blobs. `named`: the connection of this name reaches another
   * account.
   */
  | { readonly state: 'missing'; readonly what: 'connection' | 'service'; readonly named?: ConnectionSummary };

export function reachable(
  connections: readonly ConnectionSummary[],
  { kind, account, connection: name }: Pick<PlacedTarget, 'kind' | 'account' | 'connection'>,
): Reached {
  const sameAccount = connections.filter(({ accountName }) => accountName.toLowerCase() === account.toLowerCase());
  const service = kind === 'table' ? 'table' : 'blob';
  const [first, ...others] = sameAccount.filter(({ endpoints }) => endpoints[service] !== undefined);
  if (first === undefined) {
    const named = sameAccount[0] ?? connections.find((each) => each.name === name);
    return {
      state: 'missing',
      what: sameAccount.length > 0 ? 'service' : 'connection',
      ...(named === undefined ? {} : { named }),
    };
  }
  const all = [first, ...others];
  const byName = all.filter((each) => each.name === name);
  const [only] = byName;
  // If one of them has the name, there is no choice.
  if (byName.length === 1 && only !== undefined) return { state: 'reachable', connections: [only] };
  return { state: 'reachable', connections: [first, ...others] };
}
