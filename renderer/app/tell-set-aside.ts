// Tells a person, once, which of the files that Stowage keeps for them could not be read, and where they are as they were.
import { call } from '@renderer/bridge';
import { useConnectionState } from '@renderer/features/connections';
import { showToast } from '@renderer/ui';
import type { SetAsideFile } from '@shared/model/set-aside-file';
import { t } from '@shared/strings/t';

/** The newest that was told; all windows share it. */
const toldKey = 'set-aside-told';

/** Looks once the engine has read what it keeps, which shows by the connections. Returns how to stop waiting for it. */
export function tellSetAside(): () => void {
  const isRead = (): boolean => useConnectionState.getState().connections !== undefined;
  if (isRead()) void look();
  const stop = useConnectionState.subscribe(({ connections }, before) => {
    if (connections !== undefined && before.connections === undefined) void look();
  });
  return stop;
}

async function look(): Promise<void> {
  const { files } = await call('app.set-aside', {}).catch(() => ({ files: [] }));
  const [newest] = files;
  const told = localStorage.getItem(toldKey) ?? '';
  if (newest === undefined || newest.at <= told) return;
  localStorage.setItem(toldKey, newest.at);
  for (const file of files.filter(({ at }) => at > told)) tell(file);
}

function tell({ file, copy }: SetAsideFile): void {
  showToast({
    tone: 'bad',
    title: titleOf(file),
    text: t`Damaged, or written by a newer version of Stowage. As it was, it is kept as ${copy}.`,
    action: { label: t`Show file`, onAction: () => void call('app.show-set-aside', { copy }) },
  });
}

function titleOf(file: string): string {
  if (file === 'connections.json') return t`Not all saved connections could be read`;
  if (file === 'settings.json') return t`The settings could not be read`;
  if (file === 'library/queries.json') return t`Not all saved queries could be read`;
  if (file.startsWith('staged/')) return t`Not all that was staged could be read`;
  return t`Not all of ${file} could be read`;
}
