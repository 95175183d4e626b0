// Whether the help is open, and at which topic: the front view's, until a person chooses another.
import { create } from 'zustand';

interface HelpState {
  readonly isOpen: boolean;
  /** Null: whatever view is in front. */
  readonly topic: string | null;
}

export const useHelp = create<HelpState>()(() => ({ isOpen: false, topic: null }));

/** Opens at the view in front, or closes. */
export function toggleHelp(): void {
  useHelp.setState(({ isOpen }) => ({ isOpen: !isOpen, topic: null }));
}

/** Opens at a topic, or closes where that one is open. */
export function turnHelp(topic: string): void {
  useHelp.setState((now) =>
    now.isOpen && now.topic === topic ? { isOpen: false, topic: null } : { isOpen: true, topic },
  );
}

/** To a topic of the guide by its id; null goes back to the view in front. */
export function showTopic(topic: string | null): void {
  useHelp.setState({ isOpen: true, topic });
}

export function closeHelp(): void {
  useHelp.setState({ isOpen: false, topic: null });
}
