import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Finish } from './finish-file';
import { finishFiles } from './finish-files';

const folder = mkdtempSync(join(tmpdir(), 'stowage-finish-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const written = (index: number): Finish => {
  const file = { temporaryPath: join(folder, `${index}.part`), path: join(folder, `${index}`) };
  writeFileSync(file.temporaryPath, String(index));
  return { ...file, modified: '2026-01-02T03:04:05Z', replace: 'no' };
};
const never = new AbortController().signal;

describe('a group of small files', () => {
  it('becomes final, but for those that are gone or whose place is taken, which are told in order', async () => {
    const files = Array.from({ length: 40 }, (_, index) => written(index));
    rmSync(files[3]?.temporaryPath ?? '');
    writeFileSync(files[20]?.path ?? '', 'somebody else');
    const errors = await finishFiles(files, never);
    expect(errors.flatMap((error, index) => (error === null ? [] : [[index, error.code]]))).toEqual([
      [3, 'local.not-found'],
      [20, 'conflict.target-exists'],
    ]);
    expect(readFileSync(join(folder, '39'), 'utf8')).toBe('39');
    expect(readFileSync(join(folder, '20'), 'utf8')).toBe('somebody else');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['20.part']);
  });
});
