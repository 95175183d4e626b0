// Commands copied for other tools contain the exact names, as addresses and arguments, and no secret.
import { percentEncoded } from './shell-text';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import { type BlobCommandTarget, azcopyDownload, curlDownload, stowageDownload, stowageSync } from './blob-commands';

const quay: BlobCommandTarget = {
  endpoint: 'https://quay.blob.core.windows.net',
  accountName: 'quay',
  credential: 'key',
  connectionName: "Harbour's quay",
};
const chosen = { container: 'box', blobs: ['a/größer #1 (50 %).txt'], folders: ['scans/2026/'] };

describe('a download as a command', () => {
  it('of Stowage names the container, the blobs and the folders', () => {
    expect(stowageDownload(quay, chosen)).toBe(
      [
        String.raw`stowage download box/scans/2026/ ./2026 --connection 'Harbour'"'"'s quay'`,
        String.raw`stowage download 'box/a/größer #1 (50 %).txt' . --connection 'Harbour'"'"'s quay'`,
      ].join('\n'),
    );
    const whole = { container: '$web', blobs: [], folders: [] };
    expect(stowageDownload({ ...quay, connectionName: 'local' }, whole)).toBe(
      "stowage download '$web' . --connection local",
    );
  });

  it('is disabled for a blob that the tool would take for a folder, and for a folder that it would take for another', () => {
    for (const download of [stowageDownload, azcopyDownload, curlDownload]) {
      expect(() => download(quay, { ...chosen, blobs: ['marker/'] })).toThrow(StowageError);
    }
    for (const folder of ['a/../', 'a/./', 'a//', '/']) {
      for (const download of [stowageDownload, azcopyDownload]) {
        expect(() => download(quay, { container: 'box', blobs: [], folders: [folder] })).toThrow(StowageError);
      }
    }
  });

  it('of AzCopy is one for each, with a word where the signature belongs', () => {
    const base = 'https://quay.blob.core.windows.net/box';
    expect(azcopyDownload(quay, chosen).split('\n')).toEqual([
      `azcopy copy '${base}/scans/2026?SAS' . --from-to BlobLocal --recursive`,
      `azcopy copy '${base}/a/gr%C3%B6%C3%9Fer%20%231%20%2850%20%25%29.txt?SAS' . --from-to BlobLocal`,
    ]);
    expect(azcopyDownload(quay, { container: 'box', blobs: [], folders: [] })).toBe(
      `azcopy copy '${base}/*?SAS' . --from-to BlobLocal --recursive`,
    );
  });

  it('requests exactly the blob whose name has segments of dots', () => {
    const address = 'https://quay.blob.core.windows.net/box/a%2F..%2Fb%20c';
    const blobs = ['a/../b c'];
    expect(curlDownload(quay, { container: 'box', blobs })).toContain(address);
    expect(azcopyDownload(quay, { container: 'box', blobs, folders: [] })).toContain(`'${address}?SAS'`);
  });

  it('curl, AzCopy: leave room for a token instead of a signature where the connection signs in', () => {
    const signedIn = { ...quay, credential: 'token' } as const;
    expect(curlDownload(signedIn, { container: 'box', blobs: ['a'] })).toContain("-H 'Authorization: Bearer TOKEN'");
    expect(azcopyDownload(signedIn, { container: 'box', blobs: ['a'], folders: [] })).not.toContain('SAS');
  });

  it('of curl writes to the name of the blob, with words for what signs', () => {
    const blobs = ['a/-x y.txt'];
    expect(curlDownload(quay, { container: 'box', blobs })).toBe(
      [
        'curl --fail',
        "-H 'Authorization: SharedKey quay:SIGNATURE'",
        "-H 'x-ms-date: DATE'",
        "-H 'x-ms-version: 2021-12-02'",
        "-o './-x y.txt'",
        'https://quay.blob.core.windows.net/box/a/-x%20y.txt',
      ].join(' \\\n  '),
    );
    expect(curlDownload({ ...quay, credential: 'sas' }, { container: 'box', blobs: ['a', 'b'] })).toBe(
      "curl --fail \\\n  -o ./a \\\n  'https://quay.blob.core.windows.net/box/a?SAS'\n" +
        "curl --fail \\\n  -o ./b \\\n  'https://quay.blob.core.windows.net/box/b?SAS'",
    );
  });
});

it('an address with half a character is written with the replacement character', () => {
  expect(percentEncoded('a\ud800b')).toBe('a%EF%BF%BDb');
});

it('a sync as a command: names the local store by its id, whatever the window calls it', () => {
  const end = (container: string) =>
    ({ kind: 'remote', connection: { id: 'local', name: 'Lokal (eingebettet)' }, container, prefix: '' }) as const;
  const choices = { compare: 'mtime-size', deletes: 'never', maxDelete: 1, exclude: [] } as const;
  const folders = { emptyFolders: false, followLinks: false };
  const sync = { source: end('a'), target: end('b'), ...choices, ...folders };
  expect(stowageSync({ connectionName: 'local' }, sync)).toBe('stowage sync local:a/ b/ --connection local');
});
