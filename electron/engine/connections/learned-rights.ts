// What requests have shown about the rights of connections: remembered in this process, per account, container and table,
// and forgotten with the credential. Nothing is requested here but by `check`, which reads.
import { StowageError } from '@shared/errors';
import type { DataRight, LearnedRight, RightsTarget } from '@shared/model/rights';
import type { Account } from '../azure/account';
import type { SeenRight } from '../azure/account-deps';
import { containerPath } from '../azure/container-path';

/** Of one connection. The places that were learnt about first are forgotten first. */
const maxEntries = 2000;

export class LearnedRights {
  readonly #byConnection = new Map<string, Map<string, LearnedRight>>();
  readonly #changed: () => void;

  /** `changed`: called when what is known of a connection has changed. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  note({ connectionId, service, resource, right, seen }: SeenRight): void {
    const known = this.#byConnection.get(connectionId) ?? new Map<string, LearnedRight>();
    this.#byConnection.set(connectionId, known);
    const key = keyOf(service, resource, right);
    const before = known.get(key);
    const state = stateAfter(before, seen);
    if (before?.state === state && (seen === 'allowed' || before.cause === seen)) return;
    known.set(key, { service, resource, right, state, ...(seen === 'allowed' ? {} : { cause: seen }) });
    if (known.size > maxEntries) known.delete(known.keys().next().value ?? '');
    this.#changed();
  }

  of(connectionId: string): readonly LearnedRight[] {
    return [...(this.#byConnection.get(connectionId)?.values() ?? [])];
  }

  /**
   * Forgets what was denied there and in the account itself, so that it can be tried again. Returns whether there was
   * anything.
   */
  forgetDenials(connectionId: string, { service, resource }: RightsTarget): boolean {
    const known = this.#byConnection.get(connectionId);
    const denials = [...(known ?? [])].filter(
      ([, each]) =>
        each.state !== 'allowed' && each.service === service && (each.resource === resource || each.resource === ''),
    );
    for (const [key] of denials) known?.delete(key);
    if (denials.length > 0) this.#changed();
    return denials.length > 0;
  }

  /** The connection has another credential, or its identity has signed in again. */
  forget(connectionId: string): void {
    if (this.#byConnection.delete(connectionId)) this.#changed();
  }
}

function keyOf(service: string, resource: string, right: DataRight): string {
  return `${service} ${resource} ${right}`;
}

/** A denial after a success concerns single objects, or a role that was just taken away: either way, others may work. */
function stateAfter(before: LearnedRight | undefined, seen: SeenRight['seen']): LearnedRight['state'] {
  if (before?.state === 'varies') return 'varies';
  if (seen === 'allowed') return 'allowed';
  return before?.state === 'allowed' ? 'varies' : 'denied';
}

/**
 * Reads a little of everything that can be read there; the answers are noted where every answer is. What can be written is
 * learnt only by writing.
 * @throws StowageError for failures that say nothing about rights
 */
export async function checkRights(account: Account, target: RightsTarget, signal: AbortSignal): Promise<void> {
  const { service, resource } = target;
  const send = async (operation: string, path: string, query: Readonly<Record<string, string>>) => {
    const isTable = service === 'table';
    try {
      return await account.send({
        service,
        operation,
        method: operation === 'GetBlobProperties' ? 'HEAD' : 'GET',
        path,
        resource,
        query,
        ...(isTable ? { headers: { accept: 'application/json;odata=nometadata', dataserviceversion: '3.0' } } : {}),
        replay: 'safe',
        signal,
      });
    } catch (thrown) {
      const error = StowageError.from(thrown);
      // Accounts with real folders have no tags, and a blob can be gone by now.
      if (error.kind === 'auth' && error.code !== 'auth.sign-in-needed') return null;
      if (operation !== 'GetBlobProperties' && operation !== 'GetBlobTags' && operation !== 'GetContainerACL')
        throw error;
      if (error.kind === 'network' || error.kind === 'cancelled') throw error;
      return null;
    }
  };
  if (service === 'table') {
    await (resource === ''
      ? send('QueryTables', '/Tables', { $top: '1' })
      : send('QueryEntities', `/${resource}()`, { $top: '1' }));
    return;
  }
  if (resource === '') {
    await send('ListContainers', '/', { comp: 'list', maxresults: '1' });
    return;
  }
  const path = containerPath(resource);
  const listed = await send('ListBlobs', path, { restype: 'container', comp: 'list', maxresults: '1' });
  await send('GetContainerACL', path, { restype: 'container', comp: 'acl' });
  const name = /<Name>([^<]*)<\/Name>/u.exec(listed?.body.toString('utf8') ?? '')?.[1];
  if (name === undefined) return;
  const blob = `${path}/${encodeURIComponent(unescaped(name)).replaceAll('%2F', '/')}`;
  await send('GetBlobProperties', blob, {});
  await send('GetBlobTags', blob, { comp: 'tags' });
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
