// The completion scripts, run by the shells that this machine has.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Runner, buildProgram } from './program';
import { completionScript, grammarOf } from './shell-completion';

const program = buildProgram({ version: '1' } as Runner);
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** What bash offers for these arguments, of which the last is being typed. */
function offeredByBash(...typed: string[]): string[] {
  const list = typed.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(stowage ${list}); COMP_CWORD=${typed.length}; _stowage; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${completionScript(program, 'bash')}\n${ask}`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe('completion', () => {
  it('knows which options are followed by a value, also where that depends on the command', () => {
    const { valued, valuedAt } = grammarOf(program);
    expect(valued).toContain('--connection');
    expect(valued).not.toContain('--json');
    expect(valuedAt).toContain('/upload --report');
    expect(valuedAt).not.toContain('/doctor --report');
  });

  it.runIf(has('bash'))('bash: completes commands, subcommands and options, after options and their values', () => {
    expect(offeredByBash('ta')).toEqual(['tables', 'tags']);
    expect(offeredByBash('--json', '--connection', 'tables', 'jobs', 're')).toEqual([
      'rejects',
      'resume',
      'retry-failed',
      'rebuild',
    ]);
    expect(offeredByBash('upload', 'photos', '--block')).toEqual(['--block-size']);
    expect(offeredByBash('upload', '--report', 'x.csv', '--block')).toEqual(['--block-size']);
    expect(offeredByBash('upload', '--report', '')).toEqual(['']);
    expect(offeredByBash('query', 'Movies', '--connection-s')).toEqual([
      '--connection-string',
      '--connection-string-file',
    ]);
  });

  it.runIf(has('bash'))('bash: leaves values of options and arguments to file names', () => {
    expect(offeredByBash('upload', '--block-size', '')).toEqual(['']);
    expect(offeredByBash('upload', '')).toEqual(['']);
  });

  it.runIf(has('bash'))(
    'bash: completes the values of options that are one of a few words, and commands after help',
    () => {
      expect(offeredByBash('query', '--output', '')).toEqual(['table', 'json', 'tsv', 'csv']);
      expect(offeredByBash('-o', 't')).toEqual(['table', 'tsv']);
      expect(offeredByBash('help', 'comp')).toEqual(['completion']);
    },
  );

  it.runIf(has('zsh'))('zsh: accepts the syntax of its script', () => {
    const { status, stderr } = spawnSync('zsh', ['-n'], { input: completionScript(program, 'zsh'), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it.runIf(has('fish'))('fish: completes subcommands and options, after options and their values', () => {
    const offered = (line: string): string => {
      // Longer than one argument may be.
      const folder = mkdtempSync(join(tmpdir(), 'stowage-fish-'));
      const script = join(folder, 'script');
      writeFileSync(script, completionScript(program, 'fish'));
      const args = ['--no-config', '-c', `source ${script}; complete -C '${line}'`];
      const { stdout, stderr } = spawnSync('fish', args, { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      expect(stderr).toBe('');
      return stdout;
    };
    expect(offered('stowage --connection tables jobs res')).toMatch(/^resume\t/);
    expect(offered('stowage upload photos --block')).toMatch(/^--block-size\t/);
  });

  it('rejects a shell that it does not know', () => {
    expect(() => completionScript(program, 'csh')).toThrow(/csh.*bash, zsh, fish, powershell/s);
  });
});
