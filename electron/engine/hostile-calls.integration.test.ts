// Every call and stream of the engine with inputs of the right shape and hostile texts, as a page that is under
// somebody else's control sends them: each is answered or rejected with a message, and none is a fault of the app.
import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import { calls, streams } from '@shared/ipc/contract';
import { type Engine, createEngine } from './engine';
import { systemClock } from './system-clock';

/** Of an account at which nothing answers. */
const connection = { id: '' };

type Act = (input: unknown, context: unknown) => unknown;
type Schema = z.core.JSONSchema.BaseSchema;

/** Values of that shape, one for each alternative that it has, with `text` wherever a text may stand. */
function valuesOf(schema: Schema, text: string, name = '', defs = schema.$defs ?? {}, depth = 0): unknown[] {
  const inner = (each: Schema, key: string): unknown[] => valuesOf(each, text, key, defs, depth + 1);
  if (depth > 12) return [];
  const { type, properties = {}, required = [], anyOf, oneOf, items, $ref } = schema;
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum.slice(0, 2);
  if ($ref !== undefined) {
    const found = defs[$ref.replace('#/$defs/', '')];
    return found === undefined ? [] : inner(found, name);
  }
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.flatMap((each) => inner(each, name));
  switch (type) {
    case 'string':
      return /connectionId/iu.test(name) ? [connection.id, text] : [text];
    case 'integer':
    case 'number':
      return [Math.max(1, schema.minimum ?? 1)];
    case 'boolean':
      return [true];
    case 'array':
      return [inner(items as Schema, '').slice(0, 1)];
    case 'object': {
      const members = Object.entries(properties).map(([key, each]) => [key, inner(each as Schema, key)] as const);
      const variants = Math.min(6, Math.max(1, ...members.map(([, each]) => each.length)));
      return Array.from({ length: variants }, (_, at) =>
        Object.fromEntries(
          members
            .filter(([key]) => required.includes(key) || at % 2 === 0)
            .map(([key, each]) => [key, each[at % Math.max(1, each.length)]]),
        ),
      );
    }
    default:
      return [null];
  }
}

/** Half a character, and nothing. */
const texts = ['\ud800', ''];
/** They wait for a user, or for what another call begins. */
const waiting = /^(?:lab|identities|sample-data)\./u;

let stateDir: string;
let engine: Engine;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-hostile-'));
  engine = createEngine(
    {
      stateDir,
      emulator: null,
      secrets: {
        storage: () => Promise.resolve('session'),
        read: () => Promise.resolve(null),
        write: () => Promise.resolve('session'),
        remove: () => Promise.resolve(),
      },
      sources: { resolve: () => Promise.resolve(null) },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: resolve('out/main/transfer-worker.js'),
      importWorkerPath: resolve('out/main/import-worker.js'),
      previewWorkerPath: resolve('out/main/preview-worker.js'),
      log: () => undefined,
    },
    { loadSampleData: 'never', totalPace: 'holds', patience: { retryForMs: 0 } },
  );
  const nowhere = 'http://127.0.0.1:9/quay';
  const key = Buffer.alloc(64, 7).toString('base64');
  connection.id = engine.rooms.connections.addForThisRun(
    `AccountName=quay;AccountKey=${key};BlobEndpoint=${nowhere};TableEndpoint=${nowhere}`,
  );
});
afterAll(async () => {
  await engine.dispose();
  await rm(stateDir, { recursive: true, force: true });
});

it('hostile input: no call or stream of the engine takes it for a fault of the app', async () => {
  const actions: Readonly<Record<string, unknown>> = { ...engine.calls, ...engine.streams };
  const faults: string[] = [];
  const enough = new AbortController();
  setMaxListeners(0, enough.signal);
  const ended = new Promise<void>((done) => enough.signal.addEventListener('abort', () => done(), { once: true }));
  const send = async (name: string, act: Act, input: unknown): Promise<void> => {
    try {
      await Promise.race([act(input, { signal: enough.signal, push: () => undefined }), ended]);
    } catch (thrown) {
      const { kind, cause } = StowageError.from(thrown);
      if (kind === 'bug')
        faults.push(`${name} ${JSON.stringify(input)}: ${String((cause as Error | undefined)?.stack)}`);
    }
  };
  // Loads what the first request needs.
  await send('tables.list', actions['tables.list'] as Act, { connectionId: connection.id });
  const sent: Promise<void>[] = [];
  for (const [name, { input }] of Object.entries({ ...calls, ...streams })) {
    const act = actions[name];
    if (typeof act !== 'function' || waiting.test(name)) continue;
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    for (const value of texts.flatMap((text) => valuesOf(schema, text))) {
      const { success, data } = input.safeParse(value);
      if (success) sent.push(send(name, act as Act, data));
    }
  }
  setTimeout(() => enough.abort(), 1_000);
  await Promise.all(sent);
  expect(sent.length).toBeGreaterThan(300);
  expect(faults).toEqual([]);
}, 30_000);
