// The saved hubs as the engine lists them, held once for the side bar, tabs and dialogs. Watching them joins none.
import type { HubSummary } from '@shared/model/hub';
import { sharedStream, useSharedStream } from './shared-stream';

const liveHubs = sharedStream<'hubs.watch', { readonly hubs: readonly HubSummary[] }>({
  name: 'hubs.watch',
  input: {},
  initial: { hubs: [] },
  reduce: (_state, hubs) => ({ hubs }),
});

export const useHubs = (): readonly HubSummary[] => useSharedStream(liveHubs, ({ hubs }) => hubs);

/** Undefined while the list is not there yet, null for a hub that is gone. */
export function useHub(hubId: string): HubSummary | null | undefined {
  return useSharedStream(liveHubs, ({ hubs, status }) =>
    status === 'waiting' ? undefined : (hubs.find(({ id }) => id === hubId) ?? null),
  );
}
