// Saves this window's staged changes and restores them: informs the user, and opens a tab for each table that has some.
import { call, engineState, onEngineState } from '@renderer/bridge';
import { type ReturnedEdits, type StagingKeeper, startStagingKeeper } from '@renderer/features/tables';
import { windowId } from '@renderer/storage/this-window';
import { describeError, showToast } from '@renderer/ui';
import type { StowageError } from '@shared/errors';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { openTabBehind, tabId, useTabs } from '../tabs/tabs-store';

let keeper: StagingKeeper | undefined;

/** To be called once, before anything can be staged. */
export function keepStaged(): void {
  const started = startStagingKeeper({
    window: windowId,
    read: (input) => call('staged.read', input),
    keep: (input) => call('staged.keep', input),
    onReturned: showReturned,
    onFailure: reportNotSaved,
  });
  keeper = started;
  onEngineState(() => {
    if (engineState() === 'running') started.tryAgain();
  });
}

/** The longest time that an engine or a disk that does not answer can silently delay closing the window. */
const keepLimitMs = 5_000;

/** Resolves when all staged changes are on the disk, when saving fails, or when no confirmation comes in time. */
export async function saveStaged(): Promise<'kept' | 'unkept'> {
  if (keeper === undefined) return 'unkept';
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'unkept'>((resolve) => {
    limit = setTimeout(() => resolve('unkept'), keepLimitMs);
  });
  const outcome = await Promise.race([keeper.settled(), late]);
  clearTimeout(limit);
  return outcome;
}

function showReturned(returned: readonly ReturnedEdits[]): void {
  const { tabs, activeId } = useTabs.getState();
  const front = tabs.find((tab) => tabId(tab) === activeId);
  for (const { connectionId, table } of returned) openTabBehind({ kind: 'table', connectionId, table });
  const elsewhere = returned.filter(
    ({ connectionId, table }) =>
      front?.kind !== 'table' || front.connectionId !== connectionId || front.table !== table,
  );
  if (elsewhere.length === 0) return;
  const count = returned.reduce((sum, each) => sum + each.count, 0);
  showToast({
    tone: 'information',
    title: t`${counted(count, 'change')} staged earlier, not sent yet`,
    text: elsewhere.map(({ table, count: of }) => `${table}: ${counted(of, 'change')}`).join('\n'),
  });
}

function reportNotSaved(error: StowageError): void {
  showToast({
    tone: 'bad',
    title: t`Staged changes cannot be saved for the next start`,
    text: t`${describeError(error).title}. Apply them before you close Stowage.`,
    failure: error,
  });
}
