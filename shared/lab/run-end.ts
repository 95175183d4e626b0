// Why a run of the lab ended early: stored as a reason, worded in the reader's language. Pure.
import { z } from 'zod';
import { titleOfStoredError } from '../error-text';
import { t } from '../strings/t';

export const runStop = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('cap'), of: z.enum(['minutes', 'requests', 'mebibytes']), limit: z.number() }),
  z.object({
    kind: z.literal('failure'),
    code: z.string(),
    message: z.string(),
    context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  z.object({ kind: z.literal('merged') }),
  /** Of a run by timetable, which continues, or was ended by the user. */
  z.object({ kind: z.literal('timetable-open'), reached: z.int(), samples: z.int() }),
  z.object({ kind: z.literal('timetable-stopped'), reached: z.int(), samples: z.int() }),
]);
export type RunStop = z.infer<typeof runStop>;

export function stopSentence(stop: RunStop): string {
  switch (stop.kind) {
    case 'cancelled':
      return t`Cancelled.`;
    case 'cap':
      return capSentences[stop.of](stop.limit);
    case 'failure':
      return `${titleOfStoredError(stop)}.`;
    case 'merged':
      return t`At least one of the merged runs ended early.`;
    case 'timetable-open':
      return t`It continues: ${stop.reached} of ${stop.samples} samples so far.`;
    case 'timetable-stopped':
      return t`Stopped after ${stop.reached} of ${stop.samples} samples.`;
  }
}

const capSentences: Readonly<Record<Extract<RunStop, { kind: 'cap' }>['of'], (limit: number) => string>> = {
  minutes: (limit) => t`Stopped at the limit of ${limit} min.`,
  requests: (limit) => t`Stopped at the limit of ${limit} requests.`,
  mebibytes: (limit) => t`Stopped at the limit of ${limit} MiB.`,
};
