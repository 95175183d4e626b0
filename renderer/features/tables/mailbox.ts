// Requests to a tab from outside, which may not be open yet: kept until the tab takes them, once.
import { createStore } from 'zustand/vanilla';

/** What tells one tab from another: connection and table, and the keys of an entity where the tab shows one. */
export type TabAddress = readonly string[];

export interface Mailbox<Asked> {
  /** Takes the place of what was posted before and nobody took. */
  readonly post: (to: TabAddress, asked: Asked) => void;
  /** Hands over what is posted to this tab, now and later, once each. Returns how to stop. */
  readonly collect: (at: TabAddress, take: (asked: Asked) => void) => () => void;
}

export function createMailbox<Asked>(): Mailbox<Asked> {
  const letters = createStore<{ readonly waiting: Letter<Asked> | undefined }>()(() => ({ waiting: undefined }));
  return {
    post: (to, asked) => letters.setState({ waiting: { to: JSON.stringify(to), asked } }),
    collect: (at, take) => {
      const address = JSON.stringify(at);
      const look = (): void => {
        const { waiting } = letters.getState();
        if (waiting?.to !== address) return;
        letters.setState({ waiting: undefined });
        take(waiting.asked);
      };
      look();
      return letters.subscribe(look);
    },
  };
}

interface Letter<Asked> {
  readonly to: string;
  readonly asked: Asked;
}
