// The text about a verification never claims more than was read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VerifyReport } from '@shared/model/verify-report';
import { GiB, MiB } from '@shared/units';
import { fileListJson } from './save-file-list';
import { readingText, verdictText } from './verify-text';

const report = (change: Partial<VerifyReport> = {}): VerifyReport => ({
  mode: 'md5',
  same: 12,
  of: 'files',
  missingHere: 0,
  missingThere: 0,
  differs: 0,
  failed: 0,
  notCompared: { files: 0, bytes: 0, requests: 0 },
  up: { files: 0, bytes: 0 },
  down: null,
  ...change,
});

describe('the verdict of a check', () => {
  it('is equal only when everything was compared and no difference found', () => {
    expect(verdictText(report(), 'over')).toBe('Both sides are equal, compared by MD5.');
    expect(verdictText(report({ of: 'blobs' }), 'over')).toContain('compared by their stored MD5');
    expect(verdictText(report({ mode: 'length' }), 'over')).toContain('content was not compared');
    expect(verdictText(report({ same: 0 }), 'over')).toBe('Nothing to compare.');
    const count = fc.nat({ max: 3 });
    fc.assert(
      fc.property(count, count, count, count, count, (missingHere, missingThere, differs, failed, files) => {
        const notCompared = { files, bytes: files, requests: files };
        const text = verdictText(report({ missingHere, missingThere, differs, failed, notCompared }), 'over');
        const clean = missingHere + missingThere + differs + failed + files === 0;
        expect(text.startsWith('Both sides are equal')).toBe(clean);
        expect(text.includes('no MD5')).toBe(files > 0);
      }),
    );
    expect(verdictText(report(), 'under-way')).not.toContain('same');
  });

  it('shows what reading in full takes', () => {
    const text = readingText({ files: 3, bytes: 10 * GiB, requests: 2560 });
    expect(text).toContain('3 blobs are downloaded to compare every byte: 10.0 GiB in 2,560 requests.');
    expect(text).toContain('about $0.93');
    expect(readingText({ files: 1, bytes: MiB, requests: 1 })).toContain('less than $0.01');
  });

  it('is saved as JSON with the fields of the CSV', () => {
    const file = { file: 3, source: '/a', target: 'a', bytes: 1, bytesDone: 0, state: 'failed' as const };
    const timing = { startedAtMs: 0, endedAtMs: 40, requests: 2, tries: 2 };
    const json = fileListJson([{ ...file, code: 'verify.length', message: 'm', timing }]);
    expect(JSON.parse(json)).toEqual([
      {
        source: '/a',
        target: 'a',
        bytes: 1,
        code: 'verify.length',
        message: 'm',
        startedAt: '1970-01-01T00:00:00.000Z',
        endedAt: '1970-01-01T00:00:00.040Z',
        durationMs: 40,
        bytesPerSecond: null,
        requests: 2,
        tries: 2,
      },
    ]);
  });
});
