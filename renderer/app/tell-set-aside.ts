// Tells the person, once, which of Stowage's own files could not be read, and where the originals were kept.
import { call, subscribe } from '@renderer/bridge';
import { keepJson, readJson } from '@renderer/storage/kept';
import { showToast } from '@renderer/ui';
import type { SetAsideFile } from '@shared/model/set-aside-file';
import { t } from '@shared/strings/t';
import { z } from 'zod';

/** The copies that were told; all windows share it. */
const toldKey = 'set-aside-told';

/** Looks whenever the engine tells of connections or saved queries, whose files it has read then. Returns how to stop. */
export function tellSetAside(): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let last = Promise.resolve();
  const lookAfterLast = (): void => void (last = last.then(look));
  // An engine that cannot be asked says so elsewhere.
  subscribe('connections.watch', {}, lookAfterLast, { signal }).catch(() => undefined);
  subscribe('library.watch', {}, lookAfterLast, { signal }).catch(() => undefined);
  return () => watching.abort();
}

async function look(): Promise<void> {
  const answer = await call('app.set-aside', {}).catch(() => null);
  if (answer === null) return;
  const { files } = answer;
  const told = new Set(readJson(toldKey, z.array(z.string())));
  keepJson(
    toldKey,
    files.map(({ copy }) => copy),
  );
  for (const file of files) if (!told.has(file.copy)) tell(file);
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
