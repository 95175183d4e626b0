// Closes tabs and the window without losing staged changes: prompts first if there are any.
import { create } from 'zustand';
import { call, onHeldOpen } from '@renderer/bridge';
import { type StagedIn, discardStaged, requestReview, rowId, stagedTables } from '@renderer/features/tables';
import { saveStaged } from './keep-staged';
import { type Tab, closeTabs, openTab, tabId, useTabs } from '../tabs/tabs-store';
import { showFailure, showToast } from '@renderer/ui';
import { t } from '@shared/strings/t';

/** What would be lost, and the tab in which it can be reviewed. */
export interface StagedTab {
  readonly tab: Extract<Tab, { kind: 'table' | 'entity' }>;
  readonly staged: StagedIn;
}

export interface ClosePrompt {
  readonly what: 'tabs' | 'window';
  readonly stagedTabs: readonly [StagedTab, ...StagedTab[]];
  /** Continues with the requested action once nothing would be lost. */
  readonly close: () => void;
}

export const useClosing = create<{ readonly request: ClosePrompt | null }>()(() => ({ request: null }));

/** Closes every tab that matches; prompts first if that would lose staged changes. */
export function requestClose(matches: (tab: Tab) => boolean): void {
  stageWhatIsTyped();
  openPrompt(
    'tabs',
    stagedOnlyIn(useTabs.getState().tabs, matches, stagedTables()),
    // The same tabs, whatever was opened meanwhile.
    closerOf(useTabs.getState().tabs.filter(matches)),
  );
}

/**
 * Prevents the window from closing while anything is staged: until it is saved to disk, if the window comes back with
 * the app, and until the user has answered, if it would be lost. Returns a function that stops this.
 */
export function guardWindow(target: Window): () => void {
  let mayLeave = false;
  target.onbeforeunload = (): boolean | undefined => {
    stageWhatIsTyped();
    const isFree = mayLeave || stagedTables().length === 0;
    mayLeave = false;
    // Any return value keeps the window open; main then decides what closing it means.
    return isFree ? undefined : false;
  };
  const stop = onHeldOpen((comesBack) => {
    void (comesBack === 'again' ? saveStaged() : Promise.resolve('unkept')).then((outcome) => {
      if (outcome === 'kept') {
        mayLeave = true;
        target.close();
        return;
      }
      const staged = stagedTables().map((each): StagedTab => {
        const { connectionId, table } = each;
        return { tab: { kind: 'table', connectionId, table }, staged: each };
      });
      openPrompt('window', staged, () => target.close());
    });
  });
  return () => {
    stop();
    target.onbeforeunload = null;
  };
}

export function keepOpen(): void {
  const { request: prompt } = useClosing.getState();
  useClosing.setState({ request: null });
  // Main has allowed the window to close by now, and would not prompt about transfers the next time.
  if (prompt?.what === 'window') call('app.keep-open', {}).catch(() => undefined);
}

export function discardAndClose({ stagedTabs, close }: ClosePrompt): void {
  useClosing.setState({ request: null });
  for (const { staged } of stagedTabs) discardStaged(staged);
  close();
}

/** Prompts for the first; the others follow. */
export function reviewInstead({ stagedTabs: [{ tab }] }: ClosePrompt): void {
  keepOpen();
  openTab(tab);
  const { connectionId, table } = tab;
  const { partitionKey, rowKey } = tab.kind === 'entity' ? tab : {};
  const keys = partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey };
  requestReview({ connectionId, table, keys });
}

/**
 * The changes that are staged and shown only in tabs that match: a table's tab shows all of the table, an entity's tab
 * the changes of the entity.
 */
export function stagedOnlyIn(
  tabs: readonly Tab[],
  matches: (tab: Tab) => boolean,
  staged: readonly StagedIn[],
): readonly StagedTab[] {
  return staged.flatMap((each): StagedTab[] => {
    const isOfTable = (tab: Tab): tab is StagedTab['tab'] =>
      (tab.kind === 'table' || tab.kind === 'entity') &&
      tab.connectionId === each.connectionId &&
      tab.table === each.table;
    const own = tabs.filter(isOfTable);
    const whole = own.find(({ kind }) => kind === 'table');
    if (whole !== undefined) return matches(whole) ? [{ tab: whole, staged: each }] : [];
    return own.filter(matches).flatMap((tab): StagedTab[] => {
      const editIds = each.editIds.filter((id) => tab.kind === 'entity' && id === rowId(tab));
      return editIds.length === 0 ? [] : [{ tab, staged: { ...each, editIds } }];
    });
  });
}

/** A field that is left stages its text. */
function stageWhatIsTyped(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) activeElement.blur();
}

function openPrompt(what: ClosePrompt['what'], stagedTabs: readonly StagedTab[], close: () => void): void {
  const [first, ...others] = stagedTabs;
  if (first === undefined) close();
  else useClosing.setState({ request: { what, stagedTabs: [first, ...others], close } });
}

function closerOf(closing: readonly Tab[]): () => void {
  const ids = new Set(closing.map(tabId));
  return () => closeTabs((tab) => ids.has(tabId(tab)));
}

/**
 * Reloads the window when another language or format is chosen. Staged changes are saved first, so that they are
 * restored afterwards.
 */
export function loadInLanguage(): void {
  void load();
}

async function load(): Promise<void> {
  if (stagedTables().length > 0 && (await saveStaged()) === 'unkept') {
    showToast({
      tone: 'information',
      title: t`The change takes effect after a restart`,
      text: t`This window has unapplied changes that reloading would discard.`,
    });
    return;
  }
  await call('windows.load-anew', {}).catch((thrown: unknown) => {
    showFailure(thrown);
  });
}
