// Blobs that are changed elsewhere than by a transfer: as text in the window, or as a copy that another program has open.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { MiB } from '../units';

/** A larger text is not edited in the window. */
export const maxEditedBytes = 4 * MiB;
/** A larger blob is downloaded instead of opened. */
export const maxOpenedBytes = 100 * MiB;

export const openedCopy = z.object({
  id: z.string(),
  connectionId: z.string(),
  container: z.string(),
  name: z.string(),
  /** `edited`: its bytes differ from those that were read. `conflict`: so do those of the blob. */
  state: z.enum(['unchanged', 'edited', 'saving', 'conflict']),
  /** Why the last attempt to save it failed for another reason. */
  error: errorShape.nullable(),
});
export type OpenedCopy = z.infer<typeof openedCopy>;
