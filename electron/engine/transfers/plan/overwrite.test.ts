// Each policy, against what may be on the other side.
import { describe, expect, it } from 'vitest';
import { decideDownload, decideUpload, needsBlobFacts, whyDeniedByService, whyNotReplaced } from './overwrite';

const lastModified = 'Sat, 21 Nov 2026 12:00:00 GMT';
const atMs = Date.parse(lastModified);

describe('an upload', () => {
  const blob = { bytes: 10, lastModified, contentMd5: 'blobs', etag: '"1"' };
  const source = { bytes: 10, mtimeMs: atMs };
  const onlyOverThis = { kind: 'same', etag: '"1"' };

  it('writes where nothing is, and only while nothing is', () => {
    for (const policy of ['never', 'rename', 'if-newer', 'if-different'] as const) {
      expect(decideUpload(policy, source, null)).toEqual({
        kind: 'write',
        condition: { kind: 'absent' },
        unlessMd5: '',
      });
    }
  });

  it('under always overwrites any target, and looks it up before it sends blocks', () => {
    expect(needsBlobFacts('always', 'one')).toBe(false);
    expect(needsBlobFacts('always', 'many')).toBe(true);
    expect(decideUpload('always', source, blob)).toEqual({ kind: 'write', condition: { kind: 'none' }, unlessMd5: '' });
  });

  it('under never and rename retains the target', () => {
    for (const policy of ['never', 'rename'] as const) {
      expect(decideUpload(policy, source, blob)).toEqual({ kind: 'skip', reason: 'already there' });
    }
  });

  it('detects the target by its write if that is one request, and looks it up before many', () => {
    expect(needsBlobFacts('never', 'one')).toBe(false);
    expect(needsBlobFacts('never', 'many')).toBe(true);
    for (const policy of ['rename', 'if-newer', 'if-different'] as const) {
      expect(needsBlobFacts(policy, 'one')).toBe(true);
      expect(needsBlobFacts(policy, 'many')).toBe(true);
    }
  });

  it('under if-newer writes only newer files, and only over the blob that was looked up', () => {
    const from = (mtimeMs: number) => decideUpload('if-newer', { ...source, mtimeMs }, blob);
    expect(from(atMs + 1)).toEqual({ kind: 'write', condition: onlyOverThis, unlessMd5: '' });
    expect(from(atMs)).toEqual({ kind: 'skip', reason: 'the other one is newer' });
    expect(from(atMs - 1)).toEqual({ kind: 'skip', reason: 'the other one is newer' });
  });

  it('under if-different compares the MD5 of blobs of equal length', () => {
    const of = (bytes: number) => decideUpload('if-different', { ...source, bytes }, blob);
    expect(of(10)).toEqual({ kind: 'write', condition: onlyOverThis, unlessMd5: 'blobs' });
    expect(of(11)).toEqual({ kind: 'write', condition: onlyOverThis, unlessMd5: '' });
  });
});

describe('a download', () => {
  const blob = { bytes: 10, lastModified, contentMd5: 'blobs' };
  const local = { bytes: 10, mtimeMs: atMs };
  const write = { kind: 'write', unlessMd5: '' };

  it('writes where nothing is, and under always whatever is there', () => {
    for (const policy of ['always', 'never', 'rename', 'if-newer', 'if-different'] as const) {
      expect(decideDownload(policy, blob, null)).toEqual(write);
    }
    expect(decideDownload('always', blob, local)).toEqual(write);
  });

  it('under never and rename retains the target', () => {
    for (const policy of ['never', 'rename'] as const) {
      expect(decideDownload(policy, blob, local)).toEqual({ kind: 'skip', reason: 'already there' });
    }
  });

  it('under if-newer takes parts of a second for nothing, as the service does', () => {
    const over = (mtimeMs: number) => decideDownload('if-newer', blob, { ...local, mtimeMs });
    expect(over(atMs - 1)).toEqual(write);
    expect(over(atMs)).toEqual({ kind: 'skip', reason: 'the other one is newer' });
    expect(over(atMs + 999)).toEqual({ kind: 'skip', reason: 'the other one is newer' });
  });

  it('under if-different compares lengths, then the MD5, and times where none is stored', () => {
    const decide = (some: Partial<typeof blob>, over = local) =>
      decideDownload('if-different', { ...blob, ...some }, over);
    expect(decide({ bytes: 11 })).toEqual(write);
    expect(decide({})).toEqual({ kind: 'write', unlessMd5: 'blobs' });
    expect(decide({ contentMd5: '' })).toEqual({ kind: 'skip', reason: 'the same' });
    expect(decide({ contentMd5: '' }, { ...local, mtimeMs: atMs + 1 })).toEqual(write);
  });
});

it('a block blob or a file is replaced, a page blob only when that is requested, and an archived one never', () => {
  const address = { container: 'box', name: 'a' };
  const codeOf = (error: { readonly code: string } | null): string | null => error?.code ?? null;
  expect(whyNotReplaced({}, {}, address)).toBeNull();
  expect(whyNotReplaced({ blobType: 'BlockBlob' }, {}, address)).toBeNull();
  expect(codeOf(whyNotReplaced({ blobType: 'PageBlob' }, {}, address))).toBe('conflict.blob-type');
  expect(whyNotReplaced({ blobType: 'PageBlob' }, { changeBlobType: true }, address)).toBeNull();
  expect(
    [undefined, 'Hot', 'Cold'].map((tier) => whyDeniedByService(tier === undefined ? {} : { tier }, address)),
  ).toEqual([null, null, null]);
  expect(codeOf(whyDeniedByService({ tier: 'Archive' }, address))).toBe('conflict.archived');
});
