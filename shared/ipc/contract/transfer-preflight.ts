// What a transfer would do, before it starts.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { transferPreflight } from '../../model/transfer-preflight';
import { type StreamDeclaration, onContainer, stream } from './declare';
import { copyOrder, downloadOrder, requestedOptions } from './transfers';

/** `if-it-matters`: existing names are not looked up if the policy decides about them and nothing else is reported. */
const names = z.enum(['looked-for', 'if-it-matters']);

export const transferPreflightStreams = {
  /** Counts the files and looks up their names at the target: intermediate results at most four times per second. */
  'transfers.survey-upload': stream(
    'engine',
    onContainer.extend({
      prefix: z.string(),
      sources: z.array(fileToken).min(1),
      options: requestedOptions,
      names,
    }),
    transferPreflight,
  ),
  /** The same for the input of `transfers.download`: its blobs, and the files in their places. */
  'transfers.survey-download': stream('engine', downloadOrder, transferPreflight),
  /** The same for the input of `transfers.copy`. */
  'transfers.survey-copy': stream('engine', copyOrder.extend({ names }), transferPreflight),
} as const satisfies Record<string, StreamDeclaration>;
