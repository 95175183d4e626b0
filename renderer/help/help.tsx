// The help: whether it is open, at which topic, and the buttons that open it.
import { create } from 'zustand';
import { CircleHelp } from 'lucide-react';
import { IconButton } from '@renderer/ui';

interface HelpState {
  readonly isOpen: boolean;
  /** Null: the topic of the active view. */
  readonly topic: string | null;
}

export const useHelp = create<HelpState>()(() => ({ isOpen: false, topic: null }));

/** Opens at the active view, or closes. */
export function toggleHelp(): void {
  useHelp.setState(({ isOpen }) => ({ isOpen: !isOpen, topic: null }));
}

/** Opens at a topic, or closes if that one is open. */
function turnHelp(topic: string): void {
  useHelp.setState((now) =>
    now.isOpen && now.topic === topic ? { isOpen: false, topic: null } : { isOpen: true, topic },
  );
}

/** Shows a topic of the guide by its id; null returns to the active view. */
export function showTopic(topic: string | null): void {
  useHelp.setState({ isOpen: true, topic });
}

export function closeHelp(): void {
  useHelp.setState({ isOpen: false, topic: null });
}

// Names for the topics of the guide that parts of the window link to; a test checks that they exist.

export const helpTopics = {
  connect: 'connect',
  rows: 'find-rows-without-reading-the-whole-table',
  diagnostics: 'look-at-a-diagnostics-table',
  changes: 'change-rows',
  tables: 'change-copy-and-compare-whole-tables',
  tableFiles: 'bring-files-into-tables-and-back',
  blobs: 'browse-containers-and-blobs',
  blob: 'look-into-a-blob',
  blobDetails: 'change-the-details-of-a-blob',
  transfers: 'move-files',
  transfer: 'follow-one-transfer',
  hub: 'use-many-machines',
  monitor: 'watch-the-service',
  lab: 'measure',
  cost: 'what-does-this-cost',
  settings: 'set-it-up-for-yourself',
  network: 'behind-a-proxy-offline-elsewhere',
  keys: 'keys-for-everything',
} as const;

export type HelpTopic = (typeof helpTopics)[keyof typeof helpTopics];

interface HelpButtonProps {
  /** The subject of the help: `Help on transfers`. */
  readonly label: string;
  readonly topic: HelpTopic;
}

/** A question mark button that opens the guide's topic for a part of the window. */
export function HelpButton({ label, topic }: HelpButtonProps) {
  return <IconButton label={label} size="small" icon={<CircleHelp size={14} />} onPress={() => turnHelp(topic)} />;
}
