// Requests to a tab from outside, which may not be open yet: held until the tab takes them, once.
import { createStore } from 'zustand/vanilla';

/** What identifies a tab: connection and table, and the keys of an entity where the tab shows one. */
export type TabAddress = readonly string[];

export interface PendingRequest<Message> {
  /** Takes the place of what was posted before and nobody took. */
  readonly post: (to: TabAddress, message: Message) => void;
  /** Hands over what is posted to this tab, now and later, once each. Returns how to stop. */
  readonly collect: (at: TabAddress, take: (message: Message) => void) => () => void;
}

export function createPendingRequest<Message>(): PendingRequest<Message> {
  const posted = createStore<{ readonly waiting: PostedRequest<Message> | undefined }>()(() => ({
    waiting: undefined,
  }));
  return {
    post: (to, message) => posted.setState({ waiting: { to: JSON.stringify(to), requested: message } }),
    collect: (at, take) => {
      const address = JSON.stringify(at);
      const check = (): void => {
        const { waiting } = posted.getState();
        if (waiting?.to !== address) return;
        posted.setState({ waiting: undefined });
        take(waiting.requested);
      };
      check();
      return posted.subscribe(check);
    },
  };
}

interface PostedRequest<Message> {
  readonly to: string;
  readonly requested: Message;
}
