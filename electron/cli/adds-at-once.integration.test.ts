// Commands that save a connection at the same moment, each in a separate process.
import { readFile, readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, resultOf, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
beforeAll(async () => {
  line = await startCommandLine();
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

const names = ['one', 'two', 'three', 'four', 'five'];
const key = (name: string): string => Buffer.from(name.padEnd(64, '.')).toString('base64');
const add = (name: string, account: string) =>
  resultOf(
    line.start('connections', 'add', name, '--connection-string', `AccountName=${account};AccountKey=${key(account)}`),
  );

it('connections add: saves all of several at once, each with a separate secret', async () => {
  const added = await Promise.all(names.map((name) => add(name, `account${name}`)));
  expect(added.map(({ code }) => code)).toEqual(names.map(() => 0));
  const { lines } = await line.run('connections', 'list', '--json');
  const saved = lines.filter(({ kind }) => kind !== 'embedded').map(({ name, accountName }) => [name, accountName]);
  expect(saved.sort()).toEqual(names.map((name) => [name, `account${name}`]).sort());
  const secrets = Object.values(
    JSON.parse(await readFile(`${line.stateDir}/command-line-secrets.json`, 'utf8')) as Record<string, string>,
  );
  expect(secrets.sort()).toEqual(names.map((name) => key(`account${name}`)).sort());
  expect((await readdir(line.stateDir)).filter((name) => name.includes('.lock'))).toEqual([]);
});

it('connections add: saves one of several with the same name, and reports to the others that it is taken', async () => {
  const added = await Promise.all(names.map((name) => add('same', `same${name}`)));
  expect(added.map(({ code }) => code).sort()).toEqual([0, 2, 2, 2, 2]);
  const { lines } = await line.run('connections', 'list', '--json');
  expect(lines.filter(({ name }) => name === 'same')).toHaveLength(1);
});
