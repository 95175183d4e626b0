// What a preview restores after a restart: how its bytes were shown, and the first of them in view.
import { z } from 'zod';
import { previewViews } from '@shared/model/blob-preview';
import { tabMemory } from '@renderer/storage/tab-memory';
import { encodingNames } from '@shared/preview/charsets';

const savedPreview = z.object({
  /** The ETag of the version that was seen; another version is shown from its start. */
  etag: z.string(),
  view: z.enum(previewViews),
  encoding: z.enum(encodingNames),
  wrap: z.enum(['window', 'none']),
  topOffset: z.int().nonnegative(),
});
export type SavedPreview = z.infer<typeof savedPreview>;

/** By connection and `previewKeyOf`. */
export const savedPreviews = tabMemory('blob-tab');

/** A container has no slash in its name. */
export function previewKeyOf(container: string, name: string): string {
  return `${container}/${name}`;
}

/** Undefined for a newly opened tab, and if the saved value is no longer valid. */
export function readSavedPreview(connectionId: string, container: string, name: string): SavedPreview | undefined {
  const text = savedPreviews.text(connectionId, previewKeyOf(container, name));
  if (text === null) return undefined;
  try {
    return savedPreview.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
