// The report of `stowage doctor`: says what the services answered, and contains no name and no secret.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningAzurite } from '../testing/azurite';
import { acquireAzurite } from '../testing/shared-azurite';
import { type CosmosTables, startCosmosTables } from '../testing/cosmos-tables';
import { runCommandLine } from './run';

let azurite: RunningAzurite;
let cosmos: CosmosTables;
let dir: string;
beforeAll(async () => {
  azurite = await acquireAzurite();
  cosmos = await startCosmosTables(azurite.tableOrigin);
  dir = await mkdtemp(join(tmpdir(), 'stowage-doctor-'));
});
afterAll(async () => {
  await cosmos.dispose();
  await azurite.stop();
  await rm(dir, { recursive: true, force: true });
});

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
const run = (...args: string[]): Promise<Result> => runIn({}, ...args);

async function runIn(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Result> {
  let [out, err] = ['', ''];
  const code = await runCommandLine({
    args: ['--state-dir', dir, ...args],
    env,
    streams: {
      stdout: { write: (text) => (out += String(text)) },
      stderr: {
        write: (text) => {
          err += text;
        },
      },
    },
    signal: new AbortController().signal,
    programPath: join(process.cwd(), 'out/cli/stowage.js'),
  });
  return { code, out, err };
}

it('doctor: reports on the account of the environment, and that there is none', async () => {
  const none = await run('doctor', '--report');
  expect(none).toMatchObject({ code: 4, err: expect.stringContaining('no connection to report on') as string });
  const env = { AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString };
  const { code, out, err } = await runIn(env, '--json', 'doctor', '--report');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    connections: [{ connection: 'connection-1', kind: 'connection-string', services: [{ listing: 'reachable' }, {}] }],
  });
  expect(out + err).not.toMatch(/devstoreaccount1|AccountKey/i);
});

it('doctor: reports what each service answered, without names, keys or tokens', async () => {
  const secret = Buffer.from('CANARY'.repeat(11).slice(0, 64)).toString('base64');
  const strings = {
    'canary-name': azurite.connectionString,
    'canary-cosmos': azurite.connectionString.replace(azurite.tableOrigin, cosmos.origin),
    'canary-dead': `AccountName=canaryaccount;AccountKey=${secret};BlobEndpoint=http://127.0.0.1:1/canaryaccount`,
  };
  for (const [name, text] of Object.entries(strings)) {
    expect(await run('connections', 'add', name, '--connection-string', text)).toMatchObject({ code: 0 });
  }
  const { code, out, err } = await run('--json', '--retry-for', '1s', 'doctor', '--report');
  expect(code).toBe(1);
  const report = JSON.parse(out) as { readonly connections: readonly { readonly services: readonly object[] }[] };
  const [plain, onCosmos, dead] = report.connections;
  expect(plain?.services).toMatchObject([
    { service: 'blob', host: 'localhost', listing: 'reachable', hierarchicalNamespace: 'no' },
    { service: 'table', listing: 'reachable', tableService: 'storage', answer: { challenge: null } },
  ]);
  expect(onCosmos?.services[1]).toMatchObject({ service: 'table', tableService: 'cosmos' });
  expect(dead?.services).toMatchObject([{ answer: null, listing: expect.stringMatching(/^network\./) as string }]);
  for (const text of [out, err]) expect(text).not.toMatch(/canary|devstoreaccount1|AccountKey|Bearer/i);
  expect(out).not.toContain(secret);
});

it('doctor: without --report says of each service of a connection whether it answers, and why not', async () => {
  expect(await runIn({ AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString }, 'doctor')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/blob +reachable.*\n.*table +reachable/u) as string,
  });
  const { code, out } = await run('--json', '--retry-for', '1s', 'doctor');
  const found = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { connection: string; service: string; state: string; answer: string });
  expect([code, found.filter(({ state }) => state === 'failed')]).toEqual([
    1,
    [expect.objectContaining({ connection: 'canary-dead', answer: expect.stringMatching(/127\.0\.0\.1/u) as string })],
  ]);
});
