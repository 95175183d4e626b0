// Main's side of the host contract: what the engine may request of the app. Never reachable from the window.
import { shell } from 'electron';
import { StowageError } from '@shared/errors';
import type { ServeOptions } from '@shared/ipc/endpoint';
import {
  type HostCallInput,
  type HostCallName,
  type HostCallOutput,
  hostCalls,
  hostStreams,
} from '@shared/ipc/host-contract';
import type { Prompts } from '../prompts/prompts';
import type { EmulatorChildren } from './emulator-process';
import type { EmulatorEvent } from './forked-emulator';
import type { PersistedSources } from '../persisted/persisted-sources';
import type { SecretStore } from '../persisted/secrets';

/** Opens a page of the authority, and no other: the address was put together from what the page had sent. */
async function openAuthority(address: string, authority: string): Promise<void> {
  const { protocol, origin } = new URL(address);
  if (protocol !== 'https:' || origin !== new URL(authority).origin) {
    throw new StowageError('bug.unexpected', 'A page for signing in is not of its authority.');
  }
  await shell.openExternal(address);
}

export interface HostParts {
  readonly secrets: SecretStore;
  readonly sources: Pick<PersistedSources, 'resolve'>;
  readonly prompts: Pick<Prompts, 'request'>;
  readonly emulators: EmulatorChildren;
}

type HostCallHandlers = {
  readonly [N in HostCallName]: (input: HostCallInput<N>) => Promise<HostCallOutput<N>>;
};

/** Everything an endpoint needs to answer the engine. */
export function hostService(
  parts: HostParts,
  checkOutputs: ServeOptions['checkOutputs'],
  onBug: NonNullable<ServeOptions['onBug']>,
): ServeOptions {
  const calls: HostCallHandlers = {
    'secrets.read': async ({ id }) => ({ secret: await parts.secrets.read(id) }),
    'secrets.write': async ({ id, secret }) => ({ storage: await parts.secrets.write(id, secret) }),
    'secrets.remove': async ({ id }) => {
      await parts.secrets.remove(id);
      return {};
    },
    'secrets.storage': async () => ({ storage: await parts.secrets.storage() }),
    'sources.resolve': async ({ token, ...use }) => ({ path: await parts.sources.resolve(token, use) }),
    'prompts.ask': ({ request }) => parts.prompts.request(request),
    'browser.open': async ({ address, authority }) => {
      await openAuthority(address, authority);
      return {};
    },
    'emulator.start': async ({ args }) => ({ childId: await parts.emulators.start(args) }),
    'emulator.stop': async ({ childId }) => {
      await parts.emulators.stop(childId);
      return {};
    },
  };
  const streams = {
    'emulator.watch': (
      input: { readonly childId: number },
      context: { readonly signal: AbortSignal; readonly push: (event: EmulatorEvent) => void },
    ) => parts.emulators.watch(input.childId, context.push, context.signal),
  };
  return { calls: hostCalls, streams: hostStreams, handlers: { calls, streams }, checkOutputs, onBug };
}
