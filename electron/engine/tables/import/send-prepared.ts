// Sends rows of a prepared batch until all are written or rejected. A transaction is atomic, so after one row is
// rejected the others are sent again.
import { StowageError } from '@shared/errors';
import { isAfterLostReply, judgeRows, rowsMatch, storedAsSent } from '../ambiguous-writes';
import type { AnswerMemory } from '../answer-memory';
import type { WriteMode } from '../batch';
import { type BatchTarget, isAboutOneRow, sendMessage } from '../batch-write';
import type { PreparedRows } from './prepared-batch';

export interface SentRows {
  /** Positions that were written. */
  readonly written: readonly number[];
  readonly rejected: ReadonlyMap<number, StowageError>;
  readonly batches: number;
  readonly requests: number;
  readonly retries: number;
}

/**
 * @param onRefusal `stop`: nothing is written when one row is rejected
 * @throws StowageError for failures that concern more than one row
 */
export async function sendPrepared(
  { answers, ...target }: Omit<BatchTarget, 'afterLostReply'> & { readonly answers: AnswerMemory },
  mode: WriteMode,
  { batch, positions }: PreparedRows,
  onRejection: 'go-on' | 'stop',
): Promise<SentRows> {
  const rejected = new Map<number, StowageError>();
  let rest = positions;
  const before: number[] = [];
  while (rest.length > 0) {
    const sending = rest;
    // Repeating an insert would report that its rows exist; the other operations may be repeated.
    const afterLostReply: BatchTarget['afterLostReply'] =
      mode === 'insert'
        ? async () => {
            const entities = sending.map((position) => ({ entity: batch.entityAt(position) }));
            return (await rowsMatch(target, entities)) === 'all' ? 'written' : 'not-written';
          }
        : 'send-again';
    try {
      const { requests, retries } = await answers.withAnswer((answer) =>
        sendMessage({ ...target, afterLostReply }, batch.message(sending, answer)),
      );
      return { written: [...before, ...sending], rejected, batches: 1, requests: requests + rejected.size, retries };
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (isAfterLostReply(failure)) {
        // A caller that does not continue reads the rows back.
        if (onRejection === 'stop') break;
        const judged = await judgeRows(sending, (position) => storedAsSent(target, batch.entityAt(position)));
        before.push(...judged.written.map(({ row }) => row));
        rest = judged.rest;
        continue;
      }
      const { index } = failure.context;
      const culprit = typeof index === 'number' && isAboutOneRow(failure) ? sending[index] : undefined;
      if (culprit === undefined) throw failure;
      rejected.set(culprit, failure);
      if (onRejection === 'stop') break;
      rest = sending.filter((position) => position !== culprit);
    }
  }
  return { written: before, rejected, batches: 0, requests: rejected.size, retries: 0 };
}
