// Audio and video of blobs: main creates a URL from which the window's player requests the ranges it needs.
import { z } from 'zod';
import { idText, nameText, sentenceText } from '../../model/bounds';
import { playableTypes } from '../../model/blob-preview';
import { type CallDeclaration, call, nothing, onContainer } from './declare';

export const mediaCalls = {
  /** The URL is valid until it is closed, and for this version of the blob only. */
  'media.open': call(
    'main',
    onContainer.extend({
      name: nameText,
      etag: idText.min(1),
      totalBytes: z.int().min(1),
      mediaType: z.enum(playableTypes),
    }),
    z.object({ address: z.string() }),
  ),
  'media.close': call('main', z.object({ address: sentenceText }), nothing),
} as const satisfies Record<string, CallDeclaration>;
