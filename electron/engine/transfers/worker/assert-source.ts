// Whether the source of a copy is still the version that is being copied.
import { StowageError } from '@shared/errors';
import { readWholeFacts } from './blob-reads';
import type { TaskContext } from './context';
import type { CopyFrom } from './messages';

/** @throws StowageError `conflict.blob-changed`, `not-found.blob` */
export async function assertSource(from: CopyFrom, context: TaskContext): Promise<void> {
  const now = await readWholeFacts(from, 'source', context);
  const facts = { context: { container: from.container, blob: from.name } };
  if (now === null) throw new StowageError('not-found.blob', 'The blob was deleted while it was copied.', facts);
  if (now.etag === from.etag) return;
  throw new StowageError('conflict.blob-changed', 'The blob was overwritten while it was copied.', {
    context: { ...facts.context, during: 'copy' },
  });
}
