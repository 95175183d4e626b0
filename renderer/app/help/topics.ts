// The guide inside the window: the text of docs/guide.md, or docs/guide.de.md in German; the topic of each view, and
// the keys of each topic.
import { spokenTag, t } from '@shared/strings/t';
import german from '../../../docs/guide.de.md?raw';
import guide from '../../../docs/guide.md?raw';
import type { Bindings } from '@shared/keyboard/bindings';
import { chordLabel, readChord } from '@shared/keyboard/chord';
import { type CommandId, commandIds, commands, fixedKeys } from '@shared/keyboard/commands';
import { type HelpTopic, helpTopics } from '@renderer/help/help';
import type { Tab } from '../tabs/tab';
import { topicsOf, translatedTopics } from './guide-text';

/** The language of the topics: that of the window where the guide has it. */
export const guideLanguage = spokenTag() === 'de' ? 'de' : 'en';

export const topics = guideLanguage === 'de' ? translatedTopics(topicsOf(guide), topicsOf(german)) : topicsOf(guide);

/** The topic of the active view, by the kind of its tab. */
export const topicOfTab: Readonly<Record<Tab['kind'], HelpTopic>> = {
  table: helpTopics.rows,
  entity: helpTopics.changes,
  import: helpTopics.tableFiles,
  container: helpTopics.blobs,
  blob: helpTopics.blob,
  undo: helpTopics.changes,
  job: helpTopics.transfer,
  compare: helpTopics.tables,
  hub: helpTopics.hub,
  monitor: helpTopics.monitor,
  lab: helpTopics.lab,
  settings: helpTopics.settings,
  shortcuts: helpTopics.keys,
};
/** Where no tab is open. */
export const firstTopic = helpTopics.connect;

/** Views of `fixedKeys` and commands whose keys are listed below a topic. */
const keysByTopic: Readonly<Record<string, { readonly views: readonly string[]; readonly commands: CommandId[] }>> = {
  connect: { views: [t`Navigator`], commands: ['new-connection'] },
  'find-rows-without-reading-the-whole-table': { views: [t`Filter text`], commands: [] },
  'read-results': { views: [t`Table rows`], commands: ['export'] },
  'change-rows': { views: [t`Table rows`], commands: ['insert', 'review'] },
  'browse-containers-and-blobs': { views: [t`Blobs`], commands: [] },
  'move-files': { views: [], commands: ['toggle-dock'] },
  'watch-the-service': { views: [], commands: ['monitor'] },
  measure: { views: [], commands: ['lab'] },
  'set-it-up-for-yourself': { views: [], commands: ['settings', 'shortcuts'] },
};

export interface TopicKey {
  readonly does: string;
  /** Keys as they are displayed; empty if the user removed the key. */
  readonly labels: readonly string[];
}

/** The keys of a topic as they are now. */
export function keysOfTopic(topic: string, bindings: Bindings): readonly TopicKey[] {
  const { views, commands: ids } = keysByTopic[topic] ?? { views: [], commands: [] };
  return [
    ...ids.map((id) => ({ does: commands[id].title, labels: bindings.chordsOf(id).map(chordLabel) })),
    ...fixedKeys
      .filter(({ view }) => views.includes(view))
      .map(({ does, keys }) => ({ does, labels: keys.map(chordLabel) })),
  ];
}

/**
 * The current key for the guide's `Ctrl K`: that of the command which has it by default, as the user may have changed
 * it. Undefined if no command has this key.
 */
export function commandKey(code: string, bindings: Bindings): string | undefined {
  const command = commandIds.find((id) =>
    commands[id].keys.some((text) => chordLabel(readChord(text, 'other') ?? text) === code),
  );
  if (command === undefined) return undefined;
  const [chord] = bindings.chordsOf(command);
  return chord === undefined ? undefined : chordLabel(chord);
}

/** `Shift F10`, `Esc`, `9`: keys that belong to no command, and so stay as they are. */
export function isKeys(code: string): boolean {
  return /^(?:(?:Ctrl|Shift|Alt|Cmd) )*(?:F\d{1,2}|Esc|Enter|Delete|Tab|[A-Z\d])$/u.test(code);
}
