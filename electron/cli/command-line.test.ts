import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { StowageError, errorCodes, type ErrorCode } from '@shared/errors';
import { type QueryOptions, queryFrom, explain } from './commands/query';
import { exitCodeOf, exitCodeOfFailures } from './exit-codes';
import { parseBytes, parseChoice, parseWhole } from './numbers';
import { alignColumns, createOutput } from './output';
import { type Runner, buildProgram } from './program';
import { parseRemotePath } from './remote-path';
import type { Entity } from '@shared/model/entity';
import { createRowPrinter, entityJson } from './row-printer';
import { stateDirFrom } from './state-dir';

function captured(format: 'json' | 'text') {
  const [out, err]: [string[], string[]] = [[], []];
  const output = createOutput(
    { stdout: { write: (text) => out.push(String(text)) }, stderr: { write: (text) => err.push(text) } },
    format,
  );
  return { output, out: () => out.join(''), err: () => err.join('') };
}

const rejection = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (thrown) {
    return StowageError.from(thrown).message;
  }
  return '';
};

it.each([
  [['upload', 'a', '--soon'], 'stowage upload --help'],
  [['jobs', 'resume', 'id', '--soon'], 'stowage jobs resume --help'],
  [['--soon'], 'stowage help'],
])('sends who wrote %j to the help of that', async (args, help) => {
  const parsed = buildProgram({ version: '1' } as Runner).parseAsync(args, { from: 'user' });
  await expect(parsed).rejects.toMatchObject({ code: 'invalid.input', context: { fix: `See ${help}.` } });
});

it.each([
  [['sync', 'a', 'box/a', '--delete'], 'Write --delete-destination true. See stowage sync --help.'],
  [['sync', 'a', 'box/a', '-n'], 'Write --dry-run. See stowage sync --help.'],
  [['query', 'People', '--top', '5'], 'Write --limit. See stowage query --help.'],
  [['query', 'People', '--columns', 'A'], 'query takes --select. See stowage query --help.'],
  [['copy', 'a', 'box/', '-r'], expect.stringMatching(/^Leave it out: .* See stowage copy --help\.$/u) as string],
  [
    ['upload'],
    expect.stringMatching(/^Write stowage upload \[options\] PATH… .* See stowage upload --help\.$/u) as string,
  ],
])('says for %j what is written instead', async (args, fix) => {
  const parsed = buildProgram({ version: '1' } as Runner).parseAsync(args, { from: 'user' });
  await expect(parsed).rejects.toMatchObject({ code: 'invalid.input', context: { fix } });
});

describe('options', () => {
  it('makes key conditions of key options', () => {
    const query = queryFrom('Orders', {
      pk: 'contoso',
      rkPrefix: '2026-03',
      delimiter: ';',
      pageSize: '50',
      limit: '7',
      select: 'A,B',
    });
    expect(query).toEqual({
      table: 'Orders',
      partitionKey: { kind: 'is', value: 'contoso' },
      rowKey: { kind: 'starts-with', prefix: '2026-03', delimiter: ';' },
      select: ['A', 'B'],
      pageSize: 50,
      limit: 7,
    });
    expect(queryFrom('T', { rkFrom: 'a' }).rowKey).toEqual({ kind: 'range', from: { value: 'a', inclusive: true } });
  });

  it('reject contradictions, naming the option', () => {
    expect(rejection(() => queryFrom('T', { filter: "A eq '1'", pk: 'x' }))).toContain('--filter');
    expect(rejection(() => queryFrom('T', { pk: 'x', pkPrefix: 'y' }))).toContain('--pk');
    expect(rejection(() => queryFrom('T', { pageSize: '5000' }))).toContain('--page-size');
    expect(rejection(() => queryFrom('T', { delimiter: ';', pk: 'x' }))).toContain('--delimiter');
    expect(rejection(() => queryFrom('T', { delimiter: ';', filter: "A eq '1'" }))).toContain('--delimiter');
    expect(rejection(() => parseBytes('--block-size', '4 bananas'))).toContain('--block-size');
    expect(rejection(() => parseBytes('--block-size', '4001MiB', 4000 * 1024 ** 2))).toContain('3.9 GiB');
    expect(rejection(() => parseWhole('--concurrency', '0', 1, 256))).toContain('--concurrency');
    expect(rejection(() => queryFrom('T', { limit: '0' }))).toContain('of at least 1.');
    expect(rejection(() => parseChoice('--verify', 'sha1', ['md5', 'none']))).toContain('md5 or none');
    expect(rejection(() => parseRemotePath('Photos'))).toContain('CONTAINER');
  });

  it('report a mistake in a condition by the option that contains it', () => {
    const fieldOf = (options: QueryOptions): unknown => {
      try {
        queryFrom('T', options);
      } catch (thrown) {
        return StowageError.from(thrown).context.field;
      }
      return null;
    };
    expect(fieldOf({ where: ['A eq 1', 'A equals 1'] })).toBe('--where');
    expect(fieldOf({ filter: "PartitionKey eq 'a" })).toBe('--filter');
  });

  it('reads sizes in binary units', () => {
    expect([parseBytes('x', '4MiB'), parseBytes('x', '256k'), parseBytes('x', '1.5G'), parseBytes('x', '7')]).toEqual([
      4 * 2 ** 20,
      256 * 2 ** 10,
      1.5 * 2 ** 30,
      7,
    ]);
  });

  it('preserve everything after the first slash of a remote path', () => {
    expect(parseRemotePath('photos/a//b/')).toEqual({ container: 'photos', rest: 'a//b/' });
    expect(parseRemotePath('photos')).toEqual({ container: 'photos', rest: '' });
  });

  it('names the containers of the service, too, and no other that cannot be', () => {
    for (const container of ['$root', '$web', '$logs', '$blobchangefeed', 'a-b', '123', 'c'.repeat(63)]) {
      expect(parseRemotePath(`${container}/log/00`)).toEqual({ container, rest: 'log/00' });
    }
    for (const container of ['$else', 'ab', 'a--b', 'ab-', 'Photos', 'c'.repeat(64)]) {
      expect(rejection(() => parseRemotePath(`${container}/log/00`))).toContain('is not a valid container name');
    }
    for (const folder of ['', '.', '..', '~', 'C:']) {
      expect(rejection(() => parseRemotePath(`${folder}/log/00`))).toContain('is a path of this computer');
    }
  });

  it('finds the state folder: option, then environment, then the platform', () => {
    const env = { STOWAGE_STATE_DIR: '/from/env', XDG_CONFIG_HOME: '/cfg', APPDATA: 'C:\\A' };
    expect(stateDirFrom('/given', env, 'linux')).toBe('/given');
    expect(stateDirFrom(undefined, env, 'linux')).toBe('/from/env');
    expect(stateDirFrom(undefined, { XDG_CONFIG_HOME: '/cfg' }, 'linux')).toBe('/cfg/Stowage');
  });

  it.each([
    ['linux', { XDG_CONFIG_HOME: '', HOME: '/home/ada' }, '/home/ada/.config/Stowage'],
    ['linux', { XDG_CONFIG_HOME: 'settings', HOME: '/home/ada' }, '/home/ada/.config/Stowage'],
    ['linux', { HOME: '' }, `${homedir()}/.config/Stowage`],
    ['linux', { HOME: 'ada' }, `${homedir()}/.config/Stowage`],
    ['linux', { STOWAGE_STATE_DIR: '', HOME: '/home/ada' }, '/home/ada/.config/Stowage'],
    ['darwin', { HOME: '' }, `${homedir()}/Library/Application Support/Stowage`],
    ['win32', { APPDATA: 'C:\\A', HOME: '/c/ada' }, 'C:\\A\\Stowage'],
  ] as const)(
    'state folder: is never in the current folder on %s when the environment is %o',
    (platform, env, folder) => {
      expect(stateDirFrom(undefined, env, platform)).toBe(folder);
    },
  );

  it('state folder: has to be named when the user has no home folder', () => {
    const unknown = (): never => {
      throw new Error('ENOENT: no entry for this user');
    };
    const message = rejection(() => stateDirFrom(undefined, { HOME: '' }, 'linux', [unknown, () => '']));
    expect(message).toContain('this user has no home folder');
    expect(stateDirFrom(undefined, {}, 'linux', [unknown, () => '/home/ada'])).toBe('/home/ada/.config/Stowage');
  });
});

function rowWith(rowKey: string, ...properties: readonly (readonly [string, string])[]): Entity {
  return {
    partitionKey: 'p',
    rowKey,
    timestamp: '',
    etag: '',
    properties: properties.map(([name, value]) => ({ name, value: { type: 'Edm.String', value } })),
  };
}

describe('what is printed', () => {
  it('explains a query without sending it', () => {
    const { output, out } = captured('json');
    expect(explain(queryFrom('Movies', { pk: 'Action', rkPrefix: 'Sh' }), output)).toBe(0);
    expect(JSON.parse(out())).toMatchObject({
      filter: "PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Si'",
      costClass: 'row-range',
      splits: [],
    });
  });

  it('writes entities with exact values under any property name', () => {
    const line = entityJson({
      partitionKey: 'p',
      rowKey: 'r',
      timestamp: 't',
      etag: 'e',
      properties: [
        { name: '__proto__', value: { type: 'Edm.Double', value: '200.0' } },
        { name: 'Big', value: { type: 'Edm.Int64', value: '9007199254740993' } },
        { name: 'Yes', value: { type: 'Edm.Boolean', value: true } },
      ],
    });
    expect(line).toBe(
      '{"PartitionKey":"p","RowKey":"r","Timestamp":"t","etag":"e","properties":{"__proto__":{"type":"Edm.Double","value":"200.0"},' +
        '"Big":{"type":"Edm.Int64","value":"9007199254740993"},"Yes":{"type":"Edm.Boolean","value":true}}}',
    );
  });

  it('leaves the Timestamp out where it was not read', () => {
    expect(entityJson({ partitionKey: 'p', rowKey: 'r', timestamp: '', etag: 'e', properties: [] })).toBe(
      '{"PartitionKey":"p","RowKey":"r","etag":"e","properties":{}}',
    );
  });

  it('has stable columns across pages, and a new header when columns are added', () => {
    const { output, out } = captured('text');
    const print = createRowPrinter(output, []);
    print([rowWith('row-with-a-long-key', ['A', 'a1'], ['B', 'b1'])]);
    print([rowWith('2', ['B', 'b2'])]);
    print([rowWith('3', ['C', 'c3'], ['A', 'a3'])]);
    expect(out()).toBe(
      [
        'PartitionKey  RowKey               A   B',
        'p             row-with-a-long-key  a1  b1',
        'p             2                        b2',
        'PartitionKey  RowKey               A   B   C',
        'p             3                    a3      c3',
        '',
      ].join('\n'),
    );
  });

  it('includes the Timestamp on request', () => {
    const { output, out } = captured('text');
    createRowPrinter(output, ['A', 'Timestamp'])([{ ...rowWith('1', ['A', 'a1']), timestamp: '2024-05-01T08:30:15Z' }]);
    expect(out()).toBe(
      'PartitionKey  RowKey  Timestamp             A\np             1       2024-05-01T08:30:15Z  a1\n',
    );
  });

  it('has JSON on standard output and messages on standard error', () => {
    const { output, out, err } = captured('json');
    output.record({ a: 1 }, 'text');
    output.info('hello');
    output.progress('never with json');
    expect([out(), err()]).toEqual(['{"a":1}\n', 'hello\n']);
  });

  it('aligns columns, shows control characters, and cuts long cells but for the last of a line', () => {
    const [b, c] = ['y'.repeat(80), 'z'.repeat(80)];
    expect(alignColumns(['A', 'B', 'C'], [['x\u0007', b, c]])).toBe(
      `A   B${' '.repeat(61)}C\nx\u2407  ${'y'.repeat(59)}…  ${c}\n`,
    );
    expect(alignColumns(['', ''], [['1', 'x']])).toBe('1  x\n');
  });

  it('shows a line feed in a value as its picture, and leaves JSON as it is', () => {
    const note = 'one\ntwo\u001b[31m\u202e';
    const rows = [rowWith('1', ['Note', note], ['Next', 'x'])];
    const [text, json] = [captured('text'), captured('json')];
    createRowPrinter(text.output, [])(rows);
    expect(text.out().split('\n').slice(1)).toEqual(['p             1       one␊two␛[31m[U+202E]  x', '']);
    createRowPrinter(json.output, [])(rows);
    expect(JSON.parse(json.out())).toMatchObject({ properties: { Note: { value: note } } });
  });
});

describe('what a terminal is sent', () => {
  it('contains no secret of a connection string given as a name', () => {
    const { output, err } = captured('text');
    for (const text of [
      'AccountName=a;AccountKey=c2VjcmV0',
      'https://a.b/?sv=1&sig=c2VjcmV0',
      '“sig=c2VjcmV0”',
      'design=7',
    ])
      output.info(`There is no ${text}.`);
    output.fail(new StowageError('not-found.job', '', { context: { job: 'SharedAccessSignature=sv=c2VjcmV0' } }));
    expect(err()).not.toContain('c2VjcmV0');
    expect(err()).toContain('AccountName=a;AccountKey=…\n');
    expect(err()).toContain('design=7');
  });

  it('holds no name that the terminal would obey', () => {
    const name = 'a\u001b[31m\nb';
    const [text, json] = [captured('text'), captured('json')];
    text.output.info(`failed  ${name}`);
    text.output.record({}, 'one\ntwo \u001b');
    expect([text.err(), text.out()]).toEqual(['failed  a␛[31m␊b\n', 'one\ntwo ␛\n']);
    json.output.note({ name: '\u202e' });
    expect(json.err(), 'names in records are escaped').toBe(String.raw`{"name":"\u202e"}` + '\n');
  });

  it('holds progress that fits on one line of it', () => {
    const sent: string[] = [];
    const stderr = { write: (text: string) => sent.push(text), isTTY: true, columns: 20 };
    createOutput({ stdout: stderr, stderr }, 'text').progress('x'.repeat(40));
    expect(sent).toEqual([`\r\u001b[K${'x'.repeat(19)}`]);
    createOutput({ stdout: stderr, stderr: { ...stderr, columns: 0 } }, 'text').progress('3 s left');
    expect(sent[1]).toBe('\r\u001b[K3 s left');
  });
});

describe('exit codes', () => {
  it('gives every error code one of the documented numbers', () => {
    const numbers = (Object.keys(errorCodes) as ErrorCode[]).map((code) => exitCodeOf(code));
    expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5, 6, 130]));
  });

  it('reflect the cause when everything failed, and are 1 when some files moved or were skipped as requested', () => {
    const missing = { code: 'not-found.container' };
    expect(exitCodeOfFailures([missing, missing], 0)).toBe(4);
    expect(exitCodeOfFailures([missing], 3)).toBe(1);
    expect(exitCodeOfFailures([missing, { code: 'auth.denied' }], 0)).toBe(1);
  });
});
