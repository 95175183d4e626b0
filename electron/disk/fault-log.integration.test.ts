import { mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { largestFileBytes, openFaultLog } from './fault-log';

let stateDir = '';
let nowMs = 0;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-faults-'));
  nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
});
afterEach(() => {
  vi.unstubAllEnvs();
  return rm(stateDir, { recursive: true, force: true });
});

const opened = (): ((text: string) => void) =>
  openFaultLog({ stateDir, writer: 'engine', version: '1.2.3', now: () => new Date(nowMs) });
const text = (name = 'engine.log'): Promise<string> => readFile(join(stateDir, 'fault-log', name), 'utf8');

describe('the fault log', () => {
  it('does not exist while there are no faults', async () => {
    opened();
    expect(await readdir(stateDir)).toEqual([]);
  });

  it('contains time, process and version of a fault, and each line of its text', async () => {
    opened()('tables.list: broke.\n    at list (/app/engine.js:1:2)');
    expect(await text()).toBe(
      `2026-01-02T03:04:05.000Z engine ${process.pid} · Stowage 1.2.3, Node ${process.versions.node}, ${process.platform} ${process.arch}\n` +
        '  tables.list: broke.\n      at list (/app/engine.js:1:2)\n',
    );
  });

  it('is continued by the next run', async () => {
    opened()('first');
    opened()('second');
    expect((await text()).match(/^ {2}\w+$/gmu)).toEqual(['  first', '  second']);
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', async () => {
    opened()('something');
    expect((await stat(join(stateDir, 'fault-log'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(stateDir, 'fault-log', 'engine.log'))).mode & 0o777).toBe(0o600);
  });

  it('contains no secret that a text repeats, and not the name of the logged-in user', async () => {
    const key = Buffer.from('canary-of-the-hold-'.repeat(4)).toString('base64');
    const write = opened();
    write(`GET https://a.example/?se=1&sig=${encodeURIComponent(key)}&sp=r`);
    write(`AccountName=a;AccountKey=${key};EndpointSuffix=x`);
    write(`Authorization: SharedKey a:${key}`);
    write(`through http://ann:canary@proxy.example:3128/ and ${key}`);
    write(`ENOENT: ${join(homedir(), 'cargo.bin')}`);
    const all = await text();
    for (const secret of [key, encodeURIComponent(key), key.slice(0, 24), 'canary', 'ann']) {
      expect(all).not.toContain(secret);
    }
    expect(all).toContain('proxy.example:3128');
    expect(all).not.toContain(homedir());
    expect(all).toContain(join('~', 'cargo.bin'));
  });

  it('contains neither the home folder nor its link target, and other paths unchanged', async () => {
    const real = join(await realpath(stateDir), 'real', 'ann');
    const link = join(await realpath(stateDir), 'ann');
    await mkdir(real, { recursive: true });
    await symlink(real, link, 'junction');
    vi.stubEnv('HOME', link);
    vi.stubEnv('USERPROFILE', link);
    opened()([join(link, 'a'), join(real, 'b'), pathToFileURL(join(real, 'c')).href, join(`${link}a`, 'd')].join('\n'));
    const lines = (await text()).split('\n').slice(1);
    expect(lines.slice(0, 2)).toEqual([`  ${join('~', 'a')}`, `  ${join('~', 'b')}`]);
    expect(lines[2]).toMatch(/^ {2}file:\/\/\/?~\/c$/u);
    expect(lines[3]).toBe(`  ${join(`${link}a`, 'd')}`);
  });

  it.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])(
    'indents every continuation line of an entry after %j',
    async (end) => {
      opened()(`one${end}2026-01-01T00:00:00.000Z two`);
      expect((await text()).split(/\r\n|[\n\r\u2028\u2029]/u).slice(1)).toEqual([
        '  one',
        '  2026-01-01T00:00:00.000Z two',
        '',
      ]);
    },
  );

  it('shows characters that hide or move text as marks', async () => {
    opened()('a\u0000\u001b[2J\tb \u202ec\n\tsig=canary\u200bcanary');
    expect(await text()).toContain('\n  a␀␛[2J␉b [U+202E]c\n  ␉sig=…\n');
  });

  it('stays small: it starts a new file, keeps the previous one, and truncates long texts', async () => {
    const write = opened();
    for (let n = 0; n < 200; n += 1) {
      nowMs += 60_000;
      write(`${n}\n${'x y '.repeat(5000)}`);
    }
    const names = await readdir(join(stateDir, 'fault-log'));
    expect(names.sort()).toEqual(['engine.earlier.log', 'engine.log']);
    for (const name of names) {
      expect((await stat(join(stateDir, 'fault-log', name))).size).toBeLessThanOrEqual(largestFileBytes);
      expect((await stat(join(stateDir, 'fault-log', name))).size).toBeGreaterThan(5000);
    }
    expect(await text()).toContain('\n  199\n');
    expect(await text('engine.earlier.log')).not.toContain('\n  199\n');
  });

  it('continues when the earlier file cannot be replaced', async () => {
    await mkdir(join(stateDir, 'fault-log', 'engine.earlier.log', 'in the way'), { recursive: true });
    const write = opened();
    for (let n = 0; n < 50; n += 1) write(`${n}\n${'x y '.repeat(5000)}`);
    expect(await text()).toContain('\n  49\n');
    expect((await stat(join(stateDir, 'fault-log', 'engine.log'))).size).toBeLessThanOrEqual(largestFileBytes);
  });

  it('causes no fault when it cannot be written, and is written again when it can', async () => {
    const write = opened();
    await writeFile(join(stateDir, 'fault-log'), 'a file where the folder should be');
    expect(() => write('lost')).not.toThrow();
    await rm(join(stateDir, 'fault-log'));
    write('kept');
    expect(await text()).toContain('  kept\n');
  });
});
