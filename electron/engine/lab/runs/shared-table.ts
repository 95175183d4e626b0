// A table that runs on several machines write to: created by the first of them, never removed, and never one that holds
// anything but rows of the lab.
import { StowageError, invalidInput } from '@shared/errors';
import { readHeaders, readParameters } from '@shared/query/read-request';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { decodePage } from '../../tables/entity-codec';
import { createTable } from '../../tables/table-admin';

const inspected = 20;

/** @throws StowageError `invalid.input` when the table holds rows of somebody else */
export async function joinTable(account: Account, table: string, signal: AbortSignal): Promise<void> {
  try {
    await createTable(account, table, signal);
  } catch (thrown) {
    if (StowageError.from(thrown).code !== 'conflict.exists') throw thrown;
    const response = await account.send({
      service: 'table',
      operation: 'QueryEntities',
      method: 'GET',
      path: `/${table}()`,
      resource: table,
      query: readParameters({ filter: '', select: [], top: inspected }),
      headers: readHeaders,
      replay: 'safe',
      signal,
    });
    if (decodePage(response.body).every(({ properties }) => properties.some(({ name }) => /^Payload1?$/.test(name))))
      return;
    throw invalidInput('table', t`${table} holds rows that the lab did not write.`, t`Name a new table.`);
  }
}
