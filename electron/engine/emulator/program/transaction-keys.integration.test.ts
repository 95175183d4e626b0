import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planEdit } from '@shared/edit/plan-edit';
import type { StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { systemClock } from '../../../testing/clock';
import { createMetricsLog } from '../../../testing/metrics-log';
import type { Account } from '../../azure/account';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { acquireAzurite } from '../../../testing/shared-azurite';
import { writeEntities } from '../../tables/batch-write';
import { writeTransaction } from '../../tables/edit/write-transaction';
import { open, pagesOf, query, row, rowsOf } from '../../tables/fixtures/table-bench';
import { createTable } from '../../tables/table-admin';
import { emulatorArguments, listeningService } from '../embedded-store';

const program = fileURLToPath(new URL('../../../../out/main/emulator.js', import.meta.url));
const deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random });
let dataDir = '';
let child: ChildProcess;
let account: Account;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stowage-transaction-keys-'));
  const started = spawn(process.execPath, [program, ...emulatorArguments({ dataDir })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const table = await new Promise<string>((resolve) => {
    createInterface({ input: started.stdout }).on('line', (line) => {
      const listening = listeningService(line);
      if (listening?.service === 'table') resolve(listening.endpoint);
    });
  });
  const shared = await acquireAzurite();
  account = createAccount(shared.descriptor({ table: new URL(table).origin }), deps);
  await shared.stop();
});
afterAll(async () => {
  account.dispose();
  deps.dispose();
  child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const rowKeys = ['', ',', "','", "a',b", "'", "''", "')", "RowKey='z", "x',RowKey='y", '\u2028', 'plain'];
const partitionKeys = ['', 'p', "o'neil", "a',b", "q',RowKey='", '\u2028'];
const noted = (text: string): Entity['properties'] => [{ name: 'Note', value: { type: 'Edm.String', value: text } }];

async function stored(table: string): Promise<readonly string[]> {
  const rows = rowsOf(await pagesOf(open(account, query(table))));
  return rows
    .map(({ partitionKey, rowKey, properties }) =>
      JSON.stringify([partitionKey, rowKey, properties.map(({ value }) => value.value)]),
    )
    .sort();
}

const everyRow = (note: string): readonly string[] =>
  partitionKeys.flatMap((partition) => rowKeys.map((key) => JSON.stringify([partition, key, [note]]))).sort();

it.each(['upsert-merge', 'upsert-replace'] as const)('stores each row under its own keys: %s', async (mode) => {
  const table = mode.replace('-', '');
  await createTable(account, table);
  const rows = partitionKeys.flatMap((partition) => rowKeys.map((key) => row(partition, key, noted(mode))));
  await writeEntities(account, table, rows, { mode });
  expect(await stored(table)).toEqual(everyRow(mode));
});

it.each(['merge', 'replace', 'delete'] as const)('changes the intended rows: %s', async (act) => {
  await createTable(account, act);
  const rows = partitionKeys.flatMap((partition) => rowKeys.map((key) => row(partition, key, noted('before'))));
  await writeEntities(account, act, rows, { mode: 'insert' });
  for (const partition of partitionKeys) {
    const read = rowsOf(await pagesOf(open(account, query(act, { partitionKey: { kind: 'is', value: partition } }))));
    const requests = read.map((entity) => {
      const about = { id: '', read: entity, readColumns: 'all', condition: 'as-read' } as const;
      const [change] = noted('after').map(({ name, value }) => ({ kind: 'set', name, value }) as const);
      const edit: StagedEdit =
        act === 'delete' || change === undefined
          ? { ...about, kind: 'delete' }
          : { ...about, kind: 'update', mode: act, changes: [change] };
      return planEdit(act, edit).requests[0];
    });
    await writeTransaction({ account, table: act, clock: systemClock }, requests);
  }
  expect(await stored(act)).toEqual(act === 'delete' ? [] : everyRow('after'));
});
