// Every export of a module is imported by another.
import { describe, expect, it } from 'vitest';
import { readModules, unusedIn } from './exports/find-unused.mjs';

/**
 * Files used without an import: a program that is started by name, the compiler, which only reads it, or a package that
 * resolves it in place of another.
 */
const takenByPrograms =
  /^(?:scripts\/(?:build-for-integration|newest\/electron-shapes)\.ts|electron\/engine\/emulator\/program\/absent\/)/;
/** The transport between processes that tests use in place of Electron's. */
const seams = /^shared\/ipc\/port-channel\.ts {2}valuePortChannel:/;

const faultsOf = (modules: Record<string, string>): readonly string[] =>
  unusedIn(Object.entries(modules).map(([path, text]) => ({ path, text })));

describe('exports', () => {
  it('are taken by another module, and not by tests alone', () => {
    const modules = readModules();
    expect(modules.length).toBeGreaterThan(2000);
    const faults = unusedIn(modules);
    expect(faults.filter((fault) => !takenByPrograms.test(fault) && !seams.test(fault))).toEqual([]);
  });

  it.each([
    ['a value', 'export const one = 1;\nconst two = one;', 'one: exported to nobody'],
    ['a function', 'export async function one() {\n  await one();\n}', 'one: exported to nobody'],
    ['a type that is named nowhere', 'export interface One {\n  a: 1;\n}', 'One: used by nobody'],
    ['what is handed on', "export { type One } from './b';", 'One: handed on to nobody'],
    ['another name of it', "export {\n  one as two,\n} from './b';", 'two: handed on to nobody'],
  ])('that no module imports are found: %s', (_what, text, fault) => {
    expect(faultsOf({ 'shared/a.ts': text, 'shared/b.ts': '' })).toEqual([`shared/a.ts  ${fault}`]);
  });

  it('that only a test imports are found, unless their module uses them', () => {
    const test = { 'shared/a.test.ts': "import { one } from './a';" };
    expect(faultsOf({ ...test, 'shared/a.ts': 'export const one = 1;' })).toEqual([
      'shared/a.ts  one: used by tests only',
    ]);
    expect(faultsOf({ ...test, 'shared/a.ts': 'export const one = 1;\nconsole.log(one);' })).toEqual([]);
  });

  it.each([
    ['by name', "import { type Other, one } from './a';"],
    ['under another name', "import {\n  one as two,\n} from '@shared/a';"],
    ['in a whole', "import * as all from './a';\nall.one();"],
    ['when it is needed', "const { one } = await import('./a');"],
    ['to hand it on', "export { one } from './a';\nconsole.log(one);"],
  ])('that are taken are not: %s', (_way, text) => {
    const taker = { 'shared/b.ts': text, 'shared/c.ts': "import { one } from './b';" };
    expect(faultsOf({ ...taker, 'shared/a.ts': 'export const one = 1;' })).toEqual([]);
  });

  it('may be types that only their module names', () => {
    const text = 'export interface Options {\n  a: 1;\n}\nexport function open(options: Options) {}';
    expect(faultsOf({ 'shared/a.ts': text, 'shared/b.ts': "import { open } from './a';" })).toEqual([]);
  });
});
