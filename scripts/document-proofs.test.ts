// The documents that name tests as proofs name tests that there are, and the list of decisions names all of them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from './project.mjs';

/**
 * Lists the tests that `text` names as `file` "title" and that do not exist, with the abbreviations that it declares.
 */
function missingProofs(text: string): readonly string[] {
  const folders = [...text.matchAll(/`([\w-]+\/)` is\s+`([\w/-]+\/)`/g)].map(([, short = '', long = '']) => [
    short,
    long,
  ]);
  const missing: string[] = [];
  for (const [, file = '', title = ''] of text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`([^`|]*)/g)) {
    const [short = '', long = ''] = folders.find(([start = '']) => file.startsWith(start)) ?? [];
    const path = inProject(long + file.slice(short.length));
    if (!existsSync(path)) missing.push(file);
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    for (const [, name = ''] of title.matchAll(/"([^"]+)"/g)) {
      if (!isTitle(name, source)) missing.push(`${file} "${name}"`);
    }
  }
  return missing;
}

/** Whether a test or a group of tests has this title, or one that it is a part of. */
function isTitle(name: string, source: string): boolean {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`\\(\\s*(['"\`])(?:(?!\\1)[^\\n])*${literal}`, 'u').test(source);
}

/**
 * The rows of tables of proofs, whose last column is named so, that name neither a test nor say that there is none. A row
 * without a title would pass whatever the tests of the file are about.
 */
function unprovenRows(text: string): readonly string[] {
  return text.split(/\n(?!\|)/u).flatMap((part) => {
    const [head = '', , ...rows] = part.split('\n').filter((line) => line.startsWith('|'));
    if (!/\| (?:test|tests|proof|proven by)[^|]*\|$/u.test(head)) return [];
    return rows.filter((row) => {
      const proof = row.split('|').at(-2) ?? '';
      return !/\.(?:test|spec)\.tsx?` "[^"]+"/u.test(proof) && !/not yet|read only/u.test(proof);
    });
  });
}

/** The rows of tables that occur more than once, as merges leave them behind. */
function repeatedRows(text: string): readonly string[] {
  const rows = text.split('\n').filter((line) => /^\| .*\w/u.test(line));
  return rows.filter((row, at) => rows.indexOf(row) !== at);
}

/** The numbers that more than one row of a table begins with. */
function repeatedNumbers(text: string): readonly string[] {
  return text.split(/^#/mu).flatMap((section) => {
    const numbers = [...section.matchAll(/^\| (\d+) /gmu)].map(([, number = '']) => number);
    return numbers.filter((number, at) => numbers.indexOf(number) !== at);
  });
}

describe('a document', () => {
  it('is caught when two rows of one table have a number', () => {
    expect(repeatedNumbers('| 1 | a |\n| 2 | b |\n| 1 | c |\n## other\n| 2 | d |')).toEqual(['1']);
  });

  it('is caught when a row of a table is there twice', () => {
    expect(repeatedRows('| a |\n| - |\n| b |\n| - |\n| a |')).toEqual(['| a |']);
  });

  it.each(['docs/faults.md', 'docs/security.md', 'docs/sign-in.md'])('names proofs that there are: %s', (document) => {
    const text = readFileSync(inProject(document), 'utf8');
    expect(text).toMatch(/\.(?:test|spec)\.ts`/);
    expect(missingProofs(text)).toEqual([]);
    expect(unprovenRows(text)).toEqual([]);
    expect(repeatedRows(text)).toEqual([]);
    expect(repeatedNumbers(text)).toEqual([]);
  });

  it('is caught when a row names no test, or a file without a title', () => {
    const rows = ['| b | `a.test.ts` |', '| c | a test |', '| d | read only |', '| e | `a.test.ts` "has a title" |'];
    expect(unprovenRows(['| a | test |', '| - | - |', ...rows].join('\n'))).toEqual(rows.slice(0, 2));
  });

  it('is caught when a name is not the title of a test', () => {
    expect(isTitle('a title', "it('has a title', () => {});")).toBe(true);
    expect(isTitle("o'clock", "it('five o\\'clock', () => {});")).toBe(true);
    expect(isTitle('a title', "// has a title\nit('another', () => {});")).toBe(false);
  });

  it('is caught when a file or a name is not there', () => {
    const text =
      'here `s/` is `scripts/`: `s/none.test.ts`; `s/document-proofs.test.ts` "is not a name of a' + ' test"';
    expect(missingProofs(text)).toHaveLength(2);
  });
});

it('the list of decisions names each of them, by its title', () => {
  const list = readFileSync(inProject('docs/adr/README.md'), 'utf8');
  const pages = readdirSync(inProject('docs/adr')).filter((name) => name !== 'README.md');
  const lines = pages.map((page) => {
    const [title = ''] = readFileSync(inProject(`docs/adr/${page}`), 'utf8').split('\n');
    return `- [${title.slice('# '.length)}](${page})`;
  });
  expect(
    list
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .sort(),
  ).toEqual(lines.sort());
});
