// What a transfer would do, before it starts.
import { z } from 'zod';
import { transferOptions } from '../../model/transfer';
import { transferSurvey } from '../../model/transfer-survey';
import { type StreamDeclaration, onContainer, stream } from './declare';
import { copyOrder, downloadOrder } from './transfers';

/** `if-it-matters`: stored names are not looked for where the policy settles them and nothing else is to be told. */
const names = z.enum(['looked-for', 'if-it-matters']);

export const transferSurveyStreams = {
  /** Counts the files and looks for their names at the target; so far, at most four times a second, and at last the whole. */
  'transfers.survey-upload': stream(
    'engine',
    onContainer.extend({
      prefix: z.string(),
      sources: z.array(z.string()).min(1),
      options: transferOptions,
      names,
    }),
    transferSurvey,
  ),
  /** The same for what `transfers.download` would be told: its blobs, and the files that are in their places. */
  'transfers.survey-download': stream('engine', downloadOrder, transferSurvey),
  /** The same for what `transfers.copy` would be told. */
  'transfers.survey-copy': stream('engine', copyOrder.extend({ names }), transferSurvey),
} as const satisfies Record<string, StreamDeclaration>;
