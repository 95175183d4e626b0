import { describe, expect, it } from 'vitest';
import { errorMessage, isErrorCode, sentence } from './error-text';
import { type ErrorCode, type ErrorContext, StowageError, errorCodes, invalidInput } from './errors';

const codes = Object.keys(errorCodes) as ErrorCode[];

const contexts: readonly ErrorContext[] = [
  {},
  {
    account: 'ships',
    host: 'ships.blob.core.windows.net',
    container: 'photos',
    blob: 'a b.jpg',
    operation: 'PutBlock',
    status: 403,
    serviceCode: 'SomeCode',
    serviceMessage: 'The value is too large.',
    connection: 'prod',
    path: '/home/ann/a.jpg',
    source: 'a.jpg',
    plannedBytes: 10,
    nowBytes: 2048,
    receivedBytes: 5,
    announcedBytes: 4096,
    limitMs: 20_000,
    waitMs: 3000,
    phase: 'sending',
    reason: 'unknown-name',
    right: 'write',
    lacks: 'right',
    minutes: 1,
    direction: 'behind',
    expiredOn: '2024-01-01',
    detail: 'no output',
    systemCode: 'EIO',
    field: 'AccountKey',
    problem: 'is empty.',
    fix: 'copy it',
  },
  { container: 'photos', blob: 'never-was', requested: 'exactly' },
  { path: 'circle', systemCode: 'ELOOP' },
  { path: '/home/ann/a.jpg', systemCode: 'EMFILE' },
  { requested: 'exactly' },
  { path: '/home/ann/a.jpg', what: 'folder' },
  { path: '/home/ann/a.jpg', what: 'link' },
  { path: '/home/ann/photos', what: 'link', folder: 'needed' },
  { path: '/home/ann/photos', what: 'file', folder: 'needed' },
  { table: 'movies', operation: 'InsertEntity', account: 'ships', reason: 'unreachable', phase: 'waiting' },
];

it.each(contexts.map((context, index) => ({ context, index })))(
  'error messages: are complete sentences for every code in context $index',
  ({ context }) => {
    for (const code of codes) {
      const { title, explanation, action } = errorMessage({ code, context });
      expect(title, code).toMatch(/^[A-Z].*[^.!?\s]$/);
      expect(explanation, code).toMatch(/^\S.*[.]$/s);
      if (action !== undefined) expect(action, code).toMatch(/^[A-Z].*[.]$/s);
      expect(`${title} ${explanation} ${action ?? ''}`, code).not.toMatch(
        /undefined|null|NaN|\[object|!|“”|\.\.|  |\( | \)| \.|: \./,
      );
    }
  },
);

it('escapes a name that would reverse the direction of its sentence', () => {
  const { explanation } = errorMessage({ code: 'not-found.blob', context: { blob: 'x\u202egnp.exe' } });
  expect(explanation).toContain('“x[U+202E]gnp.exe”');
});

describe('sentence', () => {
  it('names field, problem and fix of bad input', () => {
    expect(sentence(invalidInput('AccountKey', 'is not valid base64.', 'Copy the whole key.'))).toBe(
      'Check your input. AccountKey is not valid base64. Copy the whole key.',
    );
  });

  it('names the object, what happened and the next step', () => {
    const error = new StowageError('not-found.table', 'QueryEntities was answered with 404.', {
      context: { account: 'ships', table: 'movies' },
    });
    expect(sentence(error)).toBe(
      'Table not found. Account “ships” has no table “movies”. Check the name, as it may have been deleted or renamed, or create it.',
    );
  });

  it('distinguishes a missing file from one whose name is not valid text', () => {
    const gone = (path: string): string => sentence({ code: 'local.not-found', context: { path } });
    expect(gone('/deck/log.txt')).toContain('does not exist, or its drive');
    expect(gone('/deck/log\uFFFD.txt')).toContain('not valid UTF-8');
    expect(gone('/deck/log\uFFFD.txt')).toContain('Rename the file');
  });

  it.each([
    [
      'EFBIG',
      /^The file is too large for this disk\. “\/deck\/log\.txt” .*The limit of FAT32 is 4 GiB\. Choose .*another disk/u,
    ],
    [
      'ENAMETOOLONG',
      /^The path is too long\. .*“\/deck\/log\.txt” is longer than this system allows\. Choose a folder with a shorter path\.$/u,
    ],
    ['ESTALE', /^The network drive is disconnected\. “\/deck\/log\.txt” .*\(ESTALE\)\. Reconnect the drive/u],
  ])('local files: suggest a remedy when the system returns %s', (systemCode, expected) => {
    expect(sentence({ code: 'local.io', context: { path: '/deck/log.txt', systemCode } })).toMatch(expected);
  });

  it.each([
    ['EROFS', /^The disk is read-only\. “\/deck\/log\.txt” is on a disk .*mounted read-only\. Choose .*another disk/u],
    ['EISDIR', /^A folder, not a file\. “\/deck\/log\.txt” is a folder.* Choose another file\.$/u],
  ])('local files: name the cause instead of permissions when the system answers %s', (systemCode, expected) => {
    const message = sentence({ code: 'local.denied', context: { path: '/deck/log.txt', systemCode } });
    expect(message).toMatch(expected);
    expect(message).not.toMatch(/permission|another program/u);
  });

  it('does not blame the drive where too many files are open', () => {
    const text = sentence({ code: 'local.io', context: { path: '/deck/log.txt', systemCode: 'EMFILE' } });
    expect(text).toMatch(/^Too many open files\. “\/deck\/log\.txt”.*ulimit -n/u);
    expect(text).not.toContain('drive');
  });

  it('points a user who starts the embedded store to what blocks it, and nobody to themselves', () => {
    const text = (context: Record<string, string>): string => sentence({ code: 'network.emulator-down', context });
    const inUse = { detail: 'address already in use 127.0.0.1:10000' };
    expect(text({ ...inUse, startedBy: 'command' })).toMatch(/could not start or continue: address .*with --ports/u);
    expect(text({ ...inUse, startedBy: 'command' })).not.toContain('stowage emulator');
    expect(text(inUse)).toContain('“stowage emulator” to be running');
  });

  it('names the missing folder and suggests what to do', () => {
    const text = sentence({ code: 'local.not-found', context: { path: '/deck/hold', folder: 'missing' } });
    expect(text).toMatch(/^Folder not found\. “\/deck\/hold” does not exist.*choose another folder\.$/);
  });

  it('reports several missing names that have no blob in common', () => {
    expect(sentence({ code: 'not-found.blob', context: { requested: 'exactly' } })).toBe(
      'Blob not found. There is no blob or folder of these names. Check the name: names are case-sensitive.',
    );
  });

  it('distinguishes an expired lease from one that another client holds', () => {
    const messageOf = (serviceCode: string): string =>
      sentence({ code: 'conflict.leased', context: { blob: 'a.txt', serviceCode } });
    expect(messageOf('LeaseIdMissing')).toContain('has an active lease of another client');
    for (const code of ['LeaseLost', 'LeaseNotPresentWithBlobOperation', 'LeaseIdMismatchWithLeaseOperation']) {
      expect(messageOf(code)).toMatch(/^Lease ID does not match\. Blob “a\.txt” has no lease with this ID\./);
    }
    expect(messageOf('LeaseIsBrokenAndCannotBeRenewed')).toContain('The lease of blob “a.txt” was broken');
  });

  it('reports that the blob is in both places when a move ends between copy and deletion', () => {
    const messageOf = (code: ErrorCode, more: ErrorContext = {}): string =>
      sentence({ code, context: { blob: 'a.txt', moved: 'copied', ...more } });
    const both = 'It was copied, but the original still exists.';
    expect(messageOf('conflict.leased')).toContain(`of another client. ${both} Wait until`);
    expect(messageOf('conflict.blob-changed')).toMatch(
      /^The source has changed\. “a\.txt” was changed in the meantime, so it was not deleted\. It was copied/,
    );
    expect(messageOf('conflict.other', { serviceCode: 'SnapshotsPresent' })).toContain(
      `so it was not deleted. ${both}`,
    );
    expect(sentence({ code: 'conflict.blob-changed', context: { blob: 'a.txt', during: 'copy' } })).not.toContain(
      'download',
    );
  });

  it('states how long the service asks to wait', () => {
    const context = { account: 'ships', waitMs: 3000 };
    expect(sentence({ code: 'throttled.server-busy', context })).toContain(
      'Account “ships” is throttling requests and a pause of 3.0 s.',
    );
  });
});

describe('a code from a wire', () => {
  it('is recognised only when it is one of ours', () => {
    expect(isErrorCode('not-found.blob')).toBe(true);
    expect(isErrorCode('toString')).toBe(false);
  });
});
