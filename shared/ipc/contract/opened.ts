// Saving changed contents of a blob back, under the ETag that was read.
import { z } from 'zod';
import { idText, nameText } from '../../model/bounds';
import { changedBlob } from '../../model/blob-details';
import { maxEditedBytes, openedCopy } from '../../model/opened';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onContainer, stream } from './declare';

const onBlob = onContainer.extend({ name: nameText });
const onCopy = z.object({ copyId: idText });

export const openedCalls = {
  /**
   * Replaces the content of a blob, which retains its properties. `etag`: that was read; `conflict.etag-changed` if it
   * is another one now, null to overwrite whatever there is. `as`: writes a new blob with the same properties instead;
   * `conflict.target-exists` if there is one.
   */
  'opened.write-text': call(
    'engine',
    onBlob.extend({
      text: z.string().max(maxEditedBytes),
      etag: z.string().nullable(),
      as: nameText.optional(),
    }),
    changedBlob,
  ),
  /** Downloads a private copy, which main opens with the program of the system. */
  'opened.copy': call('engine', onBlob, openedCopy),
  /** For main. */
  'opened.path': call('engine', onCopy, z.object({ path: z.string().nullable() })),
  /** As `opened.write-text`, with the bytes of the copy. */
  'opened.save': call(
    'engine',
    onCopy.extend({ how: z.enum(['if-unchanged', 'overwrite']), as: nameText.optional() }),
    nothing,
  ),
  /** Removes the copy; its edits are lost. */
  'opened.discard': call('engine', onCopy, nothing),
} as const satisfies Record<string, CallDeclaration>;

export const openedStreams = {
  'opened.watch': stream('engine', nothing, z.array(openedCopy)),
} as const satisfies Record<string, StreamDeclaration>;
