import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultLogWriter, openFaultLog } from '../../disk/fault-log';
import { readFaultLog, someFaultLogFile } from './persisted-fault-log';

let stateDir = '';
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-faults-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const write = (writer: FaultLogWriter, minute: number, text: string): void =>
  openFaultLog({ stateDir, writer, version: '1.2.3', now: () => new Date(Date.UTC(2026, 0, 2, 3, minute)) })(text);

describe('the fault log as one text', () => {
  it('ends an entry only at its last line, whatever an earlier version wrote', async () => {
    write('main', 1, 'first');
    const lookup = ['\r', '\u2028', '\u2029'].map((end) => `${end}2026-01-03T00:00:00.000Z a line like an entry`);
    const line = `  second${lookup.join('')}\n`;
    await appendFile(join(stateDir, 'fault-log', 'main.log'), `2026-01-02T04:00:00.000Z main\n${line}`);
    const text = await readFaultLog(stateDir);
    expect(text.startsWith(`2026-01-02T04:00:00.000Z main\n${line}\n2026-01-02T03:01:00.000Z main`)).toBe(true);
  });

  it('is empty, and has no file to show, while there are no faults', async () => {
    expect([await readFaultLog(stateDir), await someFaultLogFile(stateDir)]).toEqual(['', null]);
  });

  it('contains the entries of both processes, the newest first', async () => {
    write('engine', 1, 'first');
    write('main', 2, 'second');
    write('engine', 3, 'third');
    write('engine', 3, 'fourth\n2026-01-01T00:00:00.000Z a line that looks like an entry');
    const text = await readFaultLog(stateDir);
    expect(text.match(/^ {2}(?:first|second|third|fourth)$/gmu)).toEqual([
      '  fourth',
      '  third',
      '  second',
      '  first',
    ]);
    expect(text.match(/^\d/gmu)).toHaveLength(4);
    expect(text).toMatch(/^2026-01-02T03:03:00.000Z engine \d+ · Stowage 1\.2\.3,/u);
    expect(await someFaultLogFile(stateDir)).toBe(join(stateDir, 'fault-log', 'main.log'));
  });
});
