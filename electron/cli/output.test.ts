// Standard output with a reader that is slow, gone, or stuck.
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { StowageError, invalidInput } from '@shared/errors';
import { alignColumns, createOutput } from './output';

function slow() {
  const stdout = new PassThrough({ highWaterMark: 4 });
  const output = createOutput({ stdout, stderr: { write: () => true } }, 'json');
  const ended = new AbortController();
  let isTaken = false;
  const print = (): Promise<void> => {
    output.record({ much: 'more than fits' }, '');
    return output.taken(ended.signal).then(() => void (isTaken = true));
  };
  return { stdout, ended, print, isTaken: () => isTaken };
}

it.each([
  ['the reader has taken it', ({ stdout }: ReturnType<typeof slow>) => void stdout.resume()],
  ['the reader is gone', ({ stdout }: ReturnType<typeof slow>) => void stdout.destroy()],
  ['the run is stopped', ({ ended }: ReturnType<typeof slow>) => ended.abort()],
])('is waited for until %s', async (_what, happens) => {
  const run = slow();
  const printed = run.print();
  await new Promise(setImmediate);
  expect(run.isTaken()).toBe(false);
  happens(run);
  await printed;
  expect(run.isTaken()).toBe(true);
});

it('lines up columns with wide characters, and cuts them by their display width', () => {
  const long = '語'.repeat(40);
  expect(
    alignColumns(
      ['NAME', 'N'],
      [
        ['日本', '1'],
        ['ab', '2'],
      ],
    ),
  ).toBe('NAME  N\n日本  1\nab    2\n');
  expect(alignColumns(['NAME', 'N'], [[long, '1']])).toContain(`\n${'語'.repeat(29)}…  1\n`);
});

describe('names that a terminal would obey or that hide', () => {
  const names = [
    '\u001b]0;title\u0007',
    '\u009b31m',
    '\u0085',
    '\u007f',
    'rtl\u202egpj.exe',
    '\u2066a\u2069',
    '\u200b\u200e\u061c\ufeff',
    'pay\u200dpal',
    '\u2028\u2029',
    '\u{e0041}',
    'a\rb',
  ];
  const obeyed = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
  /** All that is printed, but for the line ends. */
  function printed(format: 'json' | 'text', name: string): string {
    let all = '';
    const write = (text: string): boolean => {
      all += text;
      return true;
    };
    const output = createOutput({ stdout: { write }, stderr: { write, isTTY: true, columns: 200 } }, format);
    output.record({ name, [name]: 1 }, name);
    output.record(`{"name":${JSON.stringify(name)}}`, name);
    output.table(['NAME', 'N'], [[name, name]], [{ name }]);
    output.info(name);
    output.note({ name });
    output.fail(new StowageError('not-found.blob', name, { context: { blob: name } }));
    output.progress(name);
    // The sequence that clears a progress line is ours.
    return all.replaceAll('\r\u001b[K', '').replaceAll('\n', '');
  }

  it('output: cuts a failure that quotes a long text, and leaves what to do', () => {
    let all = '';
    const output = createOutput(
      { stdout: { write: () => true }, stderr: { write: (text) => ((all += text), true) } },
      'text',
    );
    output.fail(invalidInput('--filter-from', `"${'x'.repeat(1_000_000)}" is no rule.`, 'Begin each line with +.'));
    expect(all.length).toBeLessThan(5_000);
    expect(all).toMatch(
      /^stowage: Check your input\. --filter-from: "x+…x+" is no rule\. Begin each line with \+\.\n$/u,
    );
  });

  it.each(names)('output: prints none of the characters of %j, as JSON or as text', (name) => {
    expect(printed('text', name)).not.toMatch(obeyed);
    expect(printed('json', name)).not.toMatch(obeyed);
  });

  it.each([...names, 'größe 語 👩\u200d🚀', '\ud800'])('output: JSON gives %j back when it is parsed', (name) => {
    let out = '';
    const output = createOutput(
      { stdout: { write: (text) => (out += String(text)) }, stderr: { write: () => true } },
      'json',
    );
    output.record({ name, [name]: 1 }, '');
    expect(JSON.parse(out)).toEqual({ name, [name]: 1 });
    expect(out).not.toMatch(/[\p{Cf}\u0080-\u009f\u007f]/u);
  });
});

it('keeps the lines of a cell in CSV, and in TSV, which cannot quote them, shows a mark', () => {
  const written: string[] = [];
  const stdout = { write: (text: string | Uint8Array) => written.push(String(text)) };
  const cell = { Note: 'first\r\nsecond\tlast\u001b[2J', Next: '1' };
  for (const format of ['csv', 'tsv'] as const) {
    createOutput({ stdout, stderr: { write: () => true } }, format).record(cell, '');
  }
  expect(written).toEqual([
    'Note,Next\r\n"first\r\nsecond\tlast␛[2J",1\r\n',
    'Note\tNext\nfirst␍␊second␉last␛[2J\t1\n',
  ]);
});
