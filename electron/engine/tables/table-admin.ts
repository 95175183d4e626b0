// Lists, creates and deletes tables. Waits while the service still removes a table of the same name, and finds out the
// result when a reply was lost.
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import type { ListedTable } from '@shared/model/entity';
import { checkNewTableName, checkTableName } from '@shared/query/key-rules';
import type { Account, ServiceResponse } from '../azure/account';
import { TokenProgress } from '@shared/token-progress';
import { wholeAnswer } from '../azure/whole-answer';
import { sdkOptions } from '../azure/sdk/sdk-options';
import { systemClock } from '../system-clock';
import type { Clock } from '../ports';
import { isAfterBusy } from '../azure/failures/after-busy';
import { isRejectedAfterBusy, mayHaveHappened } from './ambiguous-writes';

/**
 * All tables of the account, in the order of the service. Without the SDK, because the app lists tables when it starts.
 */
export async function listTables(account: Account, signal?: AbortSignal): Promise<ListedTable[]> {
  const tables: ListedTable[] = [];
  const progress = new TokenProgress({ account: account.descriptor.accountName });
  let next: string | undefined;
  do {
    const query: Record<string, string> = next === undefined ? {} : { NextTableName: next };
    const send = async (): Promise<ServiceResponse> => {
      const response = await account.send({
        service: 'table',
        operation: 'QueryTables',
        method: 'GET',
        path: '/Tables',
        resource: '',
        query,
        headers,
        replay: 'safe',
        signal,
      });
      next = response.headers['x-ms-continuation-nexttablename'];
      return response;
    };
    const names = await wholeAnswer(send, namesIn, {
      account: account.descriptor.accountName,
      operation: 'QueryTables',
    });
    tables.push(...names);
    if (next) progress.follow(next, names.length);
  } while (next);
  return tables;
}

/**
 * @throws StowageError `invalid.name`, `conflict.exists`, `conflict.being-deleted` when the old table is still there
 * after a minute and a half
 */
export async function createTable(
  account: Account,
  name: string,
  signal?: AbortSignal,
  clock: Clock = systemClock,
): Promise<void> {
  checkNewTableName(name);
  const deadlineMs = clock.monotonic() + longestWaitMs;
  let isDoubtful = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (await account.tableService()).createTable(name, sdkOptions(signal));
      return;
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (mayHaveHappened(failure) || isRejectedAfterBusy(failure)) isDoubtful = true;
      // Almost certainly, only our request, whose response was lost, can have created it in between.
      if (isDoubtful && failure.code === 'conflict.exists') return;
      const isTemporary = failure.code === 'conflict.being-deleted' || mayHaveHappened(failure);
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
      if (!isTemporary || clock.monotonic() + pauseMs > deadlineMs) throw aboutTable(failure, name);
      if (mayHaveHappened(failure) && attempt > maxLostReplies) throw aboutTable(failure, name);
      await clock.sleep(pauseMs, signal);
    }
  }
}

/** The URL names no table: its name is in the body of the request. */
function aboutTable(failure: StowageError, table: string): StowageError {
  const { code, message, retry, context, requestId } = failure;
  return new StowageError(code, message, { retry, requestId, context: { ...context, table }, cause: failure });
}

/** @throws StowageError `invalid.name`, `not-found.table` */
export async function deleteTable(
  account: Account,
  name: string,
  signal?: AbortSignal,
  clock: Clock = systemClock,
): Promise<void> {
  checkTableName(name);
  let isDoubtful = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (await account.tableService()).deleteTable(name, sdkOptions(signal));
      return;
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      isDoubtful ||= isAfterBusy(failure);
      if (isDoubtful && (failure.code === 'not-found.table' || failure.code === 'conflict.being-deleted')) return;
      if (!mayHaveHappened(failure) || attempt > maxLostReplies) throw failure;
      isDoubtful = true;
      await clock.sleep(firstPauseMs * 2 ** (attempt - 1), signal);
    }
  }
}

const headers = {
  accept: 'application/json;odata=nometadata',
  dataserviceversion: '3.0',
  maxdataserviceversion: '3.0;NetFx',
} as const;
/** The service takes 40 seconds and more to remove a table. */
const longestWaitMs = 90_000;
const firstPauseMs = 500;
const longestPauseMs = 5_000;
const maxLostReplies = 4;

const tablesAnswer = z.object({ value: z.array(z.object({ TableName: z.string() })) });

function namesIn(body: string): ListedTable[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    throw new StowageError('network.truncated', 'The list of tables ended before it was complete.', { cause });
  }
  const answer = tablesAnswer.safeParse(parsed);
  if (!answer.success)
    throw new StowageError('network.malformed', 'The list of tables was not understood.', {
      context: { operation: 'QueryTables' },
    });
  return answer.data.value.map(({ TableName }) => ({ name: TableName }));
}
