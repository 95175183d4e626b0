// Copied commands pasted into real shells on a terminal, without bracketed paste: the terminal obeys what it can.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { azcopyDownload, curlDownload, stowageDownload, stowageSync } from '@shared/commands/blob-commands';
import { shellQuoted } from '@shared/commands/shell-text';
import { curlCommand, sdkCode, stowageCommand } from '@shared/query/copy-as';

const act = 'touch ran';
const hostile = [
  `\u0003\n${act}\n`,
  `\u0003'\n${act}\n'`,
  `'; ${act}; '`,
  `\\'; ${act}; #`,
  `\u0003'; ${act}; '`,
  `\u0015\r${act}\r`,
  `"; ${act}; "`,
  `$(${act})`,
  `\`${act}\``,
  `!!`,
  `!touch`,
  `it's !!`,
  `\n!!\n`,
  `\u2019; ${act}; \u2018`,
  `\u001b[200~\n${act}\n\u001b[201~`,
  `\u001b[A\n`,
  `\u009b\n${act}\n`,
  `\u0004\u0004`,
  `\u001a`,
  `\u0016\u0003`,
  `\u0012${act}\n`,
  `a\tb`,
  `\u007f\u007f`,
  `-rf`,
  `~/x`,
  `=ls`,
  `*`,
  `a & ${act} | b ; > c`,
  `größe 語 \u202e`,
  `\\x41 \\`,
  `# a`,
];

const shells = [
  { name: 'bash', command: 'bash --norc --noprofile -i', escapes: true, path: '/usr/bin/bash' },
  { name: 'dash', command: 'dash -i', escapes: false, path: '/usr/bin/dash' },
  { name: 'zsh', command: 'zsh -f -i', escapes: true, path: '/usr/bin/zsh' },
].filter(({ path }) => existsSync(path) && existsSync('/usr/bin/script'));

let dir = '';
let shell: ChildProcessWithoutNullStreams;
let shown = '';
let marks = 0;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-pasted-'));
  [shown, marks] = ['', 0];
});
afterEach(async () => {
  shell.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

function start(command: string): void {
  shell = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: dir, TERM: 'dumb', LC_ALL: 'C.UTF-8', ENV: '', HISTFILE: '' },
  });
  shell.stdout.on('data', (piece) => (shown += String(piece)));
}

/** Sends the text like a terminal that pastes it, and then Enter; resolves once the shell is back. */
async function paste(text: string): Promise<void> {
  shell.stdin.write(`${text.replaceAll('\n', '\r')}\r`);
  marks += 1;
  // Its echo has the quotes, its output has none.
  shell.stdin.write(`echo do''ne-${marks}.\r`);
  await expect.poll(() => shown.includes(`done-${marks}.`), { timeout: 20_000 }).toBe(true);
}

describe.each(shells)('a command pasted into $name', ({ command, escapes }) => {
  it('copied command: is one argument and runs nothing else, whatever the name holds', async () => {
    start(command);
    await paste('touch earlier');
    for (const [index, name] of hostile.entries()) {
      const quoted = shellQuoted(name);
      await paste(`printf '%s' ${quoted} > got-${index}`);
      expect(existsSync(join(dir, 'ran')), `${JSON.stringify(name)} as ${quoted}`).toBe(false);
      const isPlain = !quoted.startsWith('$');
      if (escapes || isPlain) expect(await readFile(join(dir, `got-${index}`), 'utf8')).toBe(name);
    }
  });

  it('copied command: runs nothing of a name in any of its forms', async () => {
    start(command);
    // Stand-ins, so that the tools themselves need not be installed and contact no service.
    await paste('stowage() { :; }; curl() { :; }; azcopy() { :; }');
    for (const name of hostile) {
      const target = {
        endpoint: 'http://127.0.0.1:9/a',
        accountName: 'a',
        credential: 'sas',
        connectionName: name,
      } as const;
      const condition = { kind: 'is', value: name } as const;
      const query = {
        table: 'T',
        partitionKey: condition,
        rowKey: { kind: 'any' },
        select: [name],
        pageSize: 1000,
      } as const;
      const chosen = { container: 'box', blobs: [name.replaceAll('/', '_')], folders: [] };
      const make = [
        () => stowageDownload(target, chosen),
        () => stowageDownload(target, { ...chosen, blobs: [], folders: [`${name.replaceAll('/', '_')}/`] }),
        () =>
          stowageSync(target, {
            source: { kind: 'local', path: `/home/${name}` },
            target: { kind: 'remote', connection: { id: 'c', name }, container: 'box', prefix: `${name}/` },
            compare: 'md5',
            deletes: 'true',
            maxDelete: 10,
            exclude: [name],
            emptyFolders: true,
            followLinks: true,
          }),
        () => azcopyDownload(target, chosen),
        () => curlDownload(target, chosen),
        () => stowageCommand(target, { ...query, select: [...query.select] }),
        () => curlCommand(target, { ...query, select: [...query.select] }),
      ];
      for (const command of make.flatMap((each) => attempt(each))) await paste(command);
      expect(existsSync(join(dir, 'ran')), JSON.stringify(name)).toBe(false);
    }
  });
});

/** Nothing for a name that is rejected, as keys with control characters are. */
function attempt(make: () => string): readonly string[] {
  try {
    return [make()];
  } catch {
    return [];
  }
}

it('copied code: holds no character that an editor would obey or hide', () => {
  for (const value of hostile) {
    const filterText = `Note eq '${value.replaceAll("'", "''")}'`;
    const any = { kind: 'any' } as const;
    const query = { table: value, partitionKey: any, rowKey: any, select: [value], pageSize: 1000, filterText };
    for (const code of attempt(() => sdkCode(query))) {
      expect(code.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }
  }
});
