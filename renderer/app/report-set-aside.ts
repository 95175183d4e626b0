// Informs the user, once, which of Stowage's own files could not be read, and where the originals were saved.
import { call, subscribe } from '@renderer/bridge';
import { keepJson, readJson } from '@renderer/storage/saved';
import { showToast } from '@renderer/ui';
import type { SetAsideFile } from '@shared/model/app';
import { t } from '@shared/strings/t';
import { z } from 'zod';

/** The copies that were already reported; all windows share this list. */
const reportedKey = 'set-aside-told';

/**
 * Checks whenever the engine sends connections or saved queries, since it has read their files by then. Returns a
 * function that stops this.
 */
export function reportSetAside(): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let last = Promise.resolve();
  const checkAfterLast = (): void => void (last = last.then(check));
  // If the engine cannot be reached, the failure is shown elsewhere.
  subscribe('connections.watch', {}, checkAfterLast, { signal }).catch(() => undefined);
  subscribe('library.watch', {}, checkAfterLast, { signal }).catch(() => undefined);
  return () => watching.abort();
}

async function check(): Promise<void> {
  const answer = await call('app.set-aside', {}).catch(() => null);
  if (answer === null) return;
  const { files } = answer;
  const reported = new Set(readJson(reportedKey, z.array(z.string())));
  keepJson(
    reportedKey,
    files.map(({ copy }) => copy),
  );
  for (const file of files) if (!reported.has(file.copy)) report(file);
}

function report({ file, copy }: SetAsideFile): void {
  showToast({
    tone: 'bad',
    title: titleOf(file),
    text: t`The file is damaged or was written by a newer version of Stowage. The original was saved as ${copy}.`,
    action: { label: t`Show file`, onAction: () => void call('app.show-set-aside', { copy }) },
  });
}

function titleOf(file: string): string {
  if (file === 'connections.json') return t`Some saved connections could not be read`;
  if (file === 'settings.json') return t`The settings could not be read`;
  if (file === 'library/queries.json') return t`Some saved queries could not be read`;
  if (file.startsWith('staged/')) return t`Some staged changes could not be read`;
  return t`Some of ${file} could not be read`;
}
