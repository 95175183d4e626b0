import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emulatorEnvironment } from '@shared/emulator-environment';
import { type EmulatorChildren, createEmulatorChildren } from './emulator-process';
import { type EmulatorEvent, splitLines } from './forked-emulator';

let dir = '';
let children: EmulatorChildren;
let forks = 0;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-children-'));
  forks = 0;
  children = createEmulatorChildren({
    program: fileURLToPath(new URL('../../../out/main/emulator.js', import.meta.url)),
    fork: (program, args) => {
      forks += 1;
      const child = spawn(process.execPath, [program, ...args], { env: emulatorEnvironment(process.env) });
      return {
        pid: child.pid,
        stdout: child.stdout,
        stderr: child.stderr,
        on: (_event, listener) => child.on('exit', (code) => listener(code ?? -1)),
        close: () => child.kill(),
      };
    },
    stopLimitMs: 10_000,
    end: (pid) => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // already ended
      }
    },
  });
});
afterEach(async () => {
  await children.stopAll();
  await rm(dir, { recursive: true, force: true });
});

const argsFor = (name: string): readonly string[] => [
  ...['--blobPort', '0', '--queuePort', '0', '--tablePort', '0', '--location', join(dir, name)],
  ...['--disableTelemetry', '--skipApiVersionCheck', '--silent'],
];

/** Everything a child prints until its table service listens. */
async function untilUp(childId: number): Promise<readonly string[]> {
  const up = new AbortController();
  const lines: string[] = [];
  await children.watch(
    childId,
    (event) => {
      if (event.kind === 'line') lines.push(event.text);
      if (event.kind === 'exit' || event.text.includes('Table service is successfully listening')) up.abort();
    },
    up.signal,
  );
  return lines;
}

describe('children that run the emulator', () => {
  it('report the ports on which they listen, save when stopped, and are gone then', async () => {
    const childId = await children.start(argsFor('a'));
    const lines = await untilUp(childId);
    expect(lines.filter((line) => /successfully listening at http:\/\/127\.0\.0\.1:\d+$/.test(line))).toHaveLength(2);
    const events: EmulatorEvent[] = [];
    const watched = children.watch(childId, (event) => events.push(event), new AbortController().signal);
    await children.stop(childId);
    await watched;
    expect(events.at(-1)?.kind).toBe('exit');
    const closed = events.filter((event) => event.kind === 'line' && event.text.includes('successfully closed'));
    expect(closed, 'it is not killed before its services have saved').toHaveLength(2);
    expect(await readdir(join(dir, 'a'))).toContain('__azurite_db_table__.json');
  });

  it('survive the engine: the next one gets the same child, with all its output', async () => {
    const childId = await children.start(argsFor('a'));
    const lines = await untilUp(childId);
    children.orphanAll();
    expect(await children.start(argsFor('a'))).toBe(childId);
    expect(await untilUp(childId)).toEqual(lines);
    expect(forks).toBe(1);
  });

  it('are not shared while their engine lives', async () => {
    const first = await children.start(argsFor('a'));
    expect(await children.start(argsFor('b'))).not.toBe(first);
    expect(forks).toBe(2);
  });

  it('are ended when the next engine requests other arguments', async () => {
    const orphan = await children.start(argsFor('a'));
    await untilUp(orphan);
    children.orphanAll();
    const other = await children.start(argsFor('b'));
    expect(other).not.toBe(orphan);
    const events: EmulatorEvent[] = [];
    await children.watch(orphan, (event) => events.push(event), new AbortController().signal);
    expect(events).toEqual([{ kind: 'exit', code: null }]);
  });

  it('report a failed start by their exit', async () => {
    await writeFile(join(dir, 'file'), '');
    const childId = await children.start(argsFor('file/inside'));
    const events: EmulatorEvent[] = [];
    await children.watch(childId, (event) => events.push(event), new AbortController().signal);
    expect(events.at(-1)).toMatchObject({ kind: 'exit' });
    expect(events.at(-1)).not.toMatchObject({ code: 0 });
  });
});

describe('lines', () => {
  it('are complete, however the text was split', () => {
    const lines: string[] = [];
    const take = splitLines((line) => lines.push(line));
    for (const piece of ['on', 'e\r\ntw', 'o\n\nthr', 'ee\nrest']) take(piece);
    expect(lines).toEqual(['one', 'two', 'three']);
  });
});
