// Sends one entity group transaction and determines its outcome even when the reply is lost: repeating an insert would
// report that its rows exist, so the rows are read back and compared instead.
import { entityPath } from '@shared/edit/entity-path';
import type { EntityKeys } from '@shared/model/edit';
import { StowageError } from '@shared/errors';
import type { RestAccount, ServiceResponse } from '../azure/account';
import { afterBusy } from '../azure/failures/after-busy';
import { serviceError } from '../azure/failures/error-mapping';
import type { Clock } from '../ports';
import type { ReceivedAnswer } from './answer-memory';
import { type BatchAnswer, allWritten, parseBatchAnswer, renderBatch } from './batch-message';
import { afterLostReply, isRejectedAfterBusy, mayHaveHappened, showsEarlierSuccess } from './lost-reply';
import { readHeaders } from '@shared/query/read-request';

export interface BatchTarget {
  readonly account: RestAccount;
  readonly table: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /**
   * What to do after a lost reply. `send-again`: the operations may be repeated. Otherwise the function reads the rows
   * back and says whether they were written, before anything is sent again.
   */
  readonly afterLostReply: 'send-again' | (() => Promise<'written' | 'not-written'>);
}

/** One operation of the transaction, as text. */
export interface BatchPart {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly text: string;
}

/** A transaction ready to be sent. */
export interface BatchMessage {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly operations: number;
  readonly keyOf: (operation: number) => EntityKeys | undefined;
  /** Receives the response when nobody needs its ETags and it is only checked for failures. */
  readonly lookedThrough: ReceivedAnswer | null;
}

export interface BatchResult {
  /**
   * One per operation, empty after a delete; empty list when the rows were read back or the response was not parsed.
   */
  readonly etags: readonly string[];
  readonly requests: number;
  readonly retries: number;
  readonly bytes: number;
}

const maxAttempts = 5;
const firstPauseMs = 500;

/**
 * Writes all operations or none.
 * @throws StowageError; when the service names the failed operation, the context holds `index`, `partitionKey` and
 * `rowKey`. One for which `isAfterLostReply` holds leaves it open which rows are written.
 */
export function writeBatch(target: BatchTarget, operations: readonly BatchPart[]): Promise<BatchResult> {
  const rendered = renderBatch(operations);
  const keyOf = (index: number): EntityKeys | undefined => operations[index];
  return sendMessage(target, { ...rendered, operations: operations.length, keyOf, lookedThrough: null });
}

/** As `writeBatch`, for a transaction that is rendered already. */
export async function sendMessage(target: BatchTarget, message: BatchMessage): Promise<BatchResult> {
  const bytes = message.body.length;
  let requests = 0;
  let lost: StowageError | null = null;
  let wasBusy = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(target, message);
    requests += outcome.requests;
    if (outcome.kind === 'done') return { etags: outcome.etags, requests, retries: requests - 1, bytes };
    const failure: StowageError = wasBusy ? afterBusy(outcome.failure) : outcome.failure;
    wasBusy ||= failure.code === 'throttled.server-busy';
    const isLost = mayHaveHappened(failure);
    if (isLost) lost = failure;
    else if (isRejectedAfterBusy(failure)) lost ??= afterLostReply(failure);
    if (target.afterLostReply !== 'send-again' && lost !== null && (isLost || showsEarlierSuccess(failure))) {
      const found = await lookedUp(target.afterLostReply, lost);
      if (found === 'written') return { etags: [], requests, retries: requests - 1, bytes };
    }
    if (!outcome.isWorthAnother || attempt === maxAttempts) {
      // After a lost reply, any other failure says nothing about the lost try, so the first failure is thrown.
      if (lost === null || isLost || isAboutARow(failure)) throw failure;
      throw showsEarlierSuccess(failure) ? afterLostReply(failure) : lost;
    }
    await target.clock.sleep(firstPauseMs * 2 ** (attempt - 1), target.signal);
  }
}

/** If the rows cannot be read either, the outcome of the batch stays unknown. */
async function lookedUp(
  check: () => Promise<'written' | 'not-written'>,
  lost: StowageError,
): Promise<'written' | 'not-written'> {
  try {
    return await check();
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    throw failure.kind === 'cancelled' ? failure : lost;
  }
}

/** The service rejected the batch itself, so it had not been carried out before. */
const isAboutARow = ({ kind, context }: StowageError): boolean => kind === 'invalid' && context.index !== undefined;

type Outcome =
  | { readonly kind: 'done'; readonly etags: readonly string[]; readonly requests: number }
  | {
      readonly kind: 'failed';
      readonly failure: StowageError;
      readonly requests: number;
      readonly isWorthAnother: boolean;
    };

async function tryOnce(target: BatchTarget, message: BatchMessage): Promise<Outcome> {
  const isDelicate = target.afterLostReply !== 'send-again';
  const { lookedThrough } = message;
  let response: ServiceResponse;
  try {
    response = await target.account.send({
      service: 'table',
      operation: 'EntityGroupTransaction',
      method: 'POST',
      path: '/$batch',
      resource: target.table,
      headers: { ...readHeaders, 'content-type': message.contentType },
      body: message.body,
      entities: message.operations,
      replay: isDelicate ? 'unsafe' : 'safe',
      ...(lookedThrough === null ? {} : { target: lookedThrough, onAttempt: () => lookedThrough.clear() }),
      signal: target.signal,
    });
  } catch (thrown) {
    // The transport has retried what may safely be repeated. The rest is decided here after reading the rows back.
    const failure = StowageError.from(thrown);
    return { kind: 'failed', failure, requests: 1, isWorthAnother: isDelicate && mayHaveHappened(failure) };
  }
  const requests = response.attempts;
  const body = lookedThrough?.bytes ?? response.body;
  if (lookedThrough !== null && allWritten(body, message.operations)) return { kind: 'done', etags: [], requests };
  try {
    const answer = parseBatchAnswer(body.toString('utf8'), message.operations);
    if (answer.kind === 'done') return { ...answer, requests };
    const rejection = operationError(target, message, answer, response.headers);
    const failure = response.afterBusy ? afterBusy(rejection) : rejection;
    return { kind: 'failed', failure, requests, isWorthAnother: failure.kind === 'throttled' };
  } catch (thrown) {
    return { kind: 'failed', failure: StowageError.from(thrown), requests, isWorthAnother: true };
  }
}

function operationError(
  target: BatchTarget,
  message: BatchMessage,
  answer: Extract<BatchAnswer, { readonly kind: 'failed' }>,
  headers: Readonly<Record<string, string>>,
): StowageError {
  const { account, table } = target;
  const culprit = answer.index === null ? undefined : message.keyOf(answer.index);
  return serviceError(
    answer,
    {
      service: 'table',
      account: account.descriptor.accountName,
      operation: 'EntityGroupTransaction',
      resource: table,
      path: culprit === undefined ? `/${table}` : entityPath(table, culprit),
    },
    {
      requestId: headers['x-ms-request-id'],
      context:
        answer.index === null || culprit === undefined
          ? {}
          : { index: answer.index, partitionKey: culprit.partitionKey, rowKey: culprit.rowKey },
    },
  );
}
