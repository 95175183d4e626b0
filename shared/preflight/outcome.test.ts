// The effect of each policy on the files of a preflight, and which uploads are shown before they start.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import { type OverwritePolicy, overwritePolicy } from '../model/transfer';
import { requestsTo } from '../cost/billing';
import type { EarlyStay } from '../model/blob-selection';
import { smallFiles, preflightOf } from '../model/fixtures/transfer-preflight';
import { type TransferPreflight, noFiles } from '../model/transfer-preflight';
import { concernsOf, manyBytes, manyBytesBetweenAccounts, manyFiles } from './concerns';
import {
  bytesLacking,
  copyRequestsOf,
  downloadRequestsOf,
  earlyOf,
  movesNothing,
  outcomeOf,
  plus,
  rejectedOf,
  requestsOf,
} from './outcome';

const cool = (blobs: number, maxDays: number | null): EarlyStay => ({ tier: 'Cool', blobs, bytes: blobs, maxDays });

/** One newer and larger file, two older ones of the same size, four newer ones of the same size; three are new. */
const mixed = preflightOf({
  all: smallFiles(10, 1000),
  taken: [
    { source: 'newer', size: 'other', sum: smallFiles(1, 100), early: [] },
    { source: 'older', size: 'same', sum: smallFiles(2, 200), early: [] },
    { source: 'newer', size: 'same', sum: smallFiles(4, 400), early: [] },
  ],
});
const policies = overwritePolicy.options;

describe('a policy applied to existing names', () => {
  it.each([
    ['never', { sent: smallFiles(3, 300), replaced: 0, renamed: 0, skipped: smallFiles(7, 700), compared: noFiles }],
    ['always', { sent: smallFiles(10, 1000), replaced: 7, renamed: 0, skipped: noFiles, compared: noFiles }],
    ['if-newer', { sent: smallFiles(8, 800), replaced: 5, renamed: 0, skipped: smallFiles(2, 200), compared: noFiles }],
    [
      'if-different',
      { sent: smallFiles(4, 400), replaced: 1, renamed: 0, skipped: noFiles, compared: smallFiles(6, 600) },
    ],
    ['rename', { sent: smallFiles(10, 1000), replaced: 0, renamed: 7, skipped: noFiles, compared: noFiles }],
  ] as const)('%s', (policy, outcome) => expect(outcomeOf(mixed, policy)).toEqual(outcome));

  it.each(policies)('moves a file only numbered where a folder has its name: %s', (policy) => {
    const error = new StowageError('conflict.target-exists', 'There is a folder.').toShape();
    const preflight = preflightOf({
      rejected: { files: 1, examples: [{ source: 'b', error }] },
      onlyNumbered: { files: 1, examples: [{ source: 'a', error }], sum: smallFiles(1) },
    });
    const { sent, renamed } = outcomeOf(preflight, policy);
    const rejected = rejectedOf(preflight, policy).examples.map(({ source }) => source);
    const isNumbered = policy === 'rename';
    expect([sent.files, renamed, rejected]).toEqual(isNumbered ? [4, 1, ['b']] : [3, 0, ['a', 'b']]);
    expect(concernsOf({ ...preflight, rejected: { files: 0, examples: [] } }, policy)).toEqual(
      isNumbered ? [] : ['not-all'],
    );
  });

  it.each<[OverwritePolicy, number, readonly string[]]>([
    ['always', 2, ['b', 'c']],
    ['if-different', 2, ['b', 'c']],
    ['never', 0, ['c']],
    ['rename', 0, ['c']],
  ])('%s rejects %i names that blobs of another type have', (policy, rejected, sources) => {
    const error = new StowageError('conflict.blob-type', 'It is a page blob.').toShape();
    const preflight = preflightOf({
      all: smallFiles(3),
      taken: [{ source: 'newer', size: 'other', otherType: true, sum: smallFiles(2), early: [] }],
      otherType: { files: 2, examples: [{ source: 'b', error }] },
      rejected: { files: 1, examples: [{ source: 'c', error }] },
    });
    expect(rejectedOf(preflight, policy).files).toBe(1 + rejected);
    expect(rejectedOf(preflight, policy).examples.map(({ source }) => source)).toEqual(sources);
    expect(outcomeOf(preflight, policy).replaced).toBe(0);
  });

  it.each<[string, Partial<TransferPreflight>, OverwritePolicy, boolean]>([
    ['all names exist', {}, 'never', true],
    ['all names exist and are replaced', {}, 'always', false],
    ['all names exist and are compared', {}, 'if-different', false],
    ['one name is new', { all: smallFiles(3) }, 'never', false],
    ['it still runs', { state: 'under-way' }, 'never', false],
    ['not all were counted', { counted: 'at-least' }, 'never', false],
    ['not all were looked at', { looked: 'some' }, 'never', false],
  ])('is certainly nothing to move only where %s: %#', (_, change, policy, nothing) => {
    const taken = [{ source: 'older' as const, size: 'same' as const, sum: smallFiles(2), early: [] }];
    expect(movesNothing(preflightOf({ all: smallFiles(2), taken, ...change }), policy)).toBe(nothing);
  });

  it('leaves no file without an outcome', () => {
    const sum = fc.record({
      files: fc.nat(50),
      bytes: fc.nat(),
      puts: fc.nat(50),
      blocks: fc.nat(50),
      lists: fc.nat(9),
    });
    const group = fc.record({
      source: fc.constantFrom('newer' as const, 'older' as const),
      size: fc.constantFrom('same' as const, 'other' as const),
      early: fc.constant<EarlyStay[]>([]),
      sum,
    });
    fc.assert(
      fc.property(sum, sum, fc.array(group, { maxLength: 4 }), fc.constantFrom(...policies), (...given) => {
        const [free, blocked, taken, policy] = given;
        const all = taken.reduce((whole, one) => plus(whole, one.sum, 1), free);
        const onlyNumbered = { files: blocked.files, examples: [], sum: blocked };
        const preflight = preflightOf({ all, taken, onlyNumbered });
        const { sent, skipped, compared } = outcomeOf(preflight, policy);
        const rejected = policy === 'rename' ? noFiles : blocked;
        expect(rejectedOf(preflight, policy).files).toBe(rejected.files);
        expect(plus(plus(plus(sent, skipped, 1), compared, 1), rejected, 1)).toEqual(plus(all, blocked, 1));
      }),
    );
  });
});

describe('the requests of an upload', () => {
  const large = preflightOf({ all: { files: 3, bytes: 90, puts: 2, blocks: 20, lists: 1 } });
  const of = (one: TransferPreflight, policy: OverwritePolicy): Record<string, number> =>
    Object.fromEntries(requestsOf(one, policy).map(({ operation, requests }) => [operation, requests]));

  it.each([
    ['always', { PutBlob: 2, PutBlock: 20, PutBlockList: 1 }],
    ['never', { PutBlob: 2, PutBlock: 20, PutBlockList: 1, GetBlobProperties: 1 }],
    ['if-newer', { PutBlob: 2, PutBlock: 20, PutBlockList: 1, GetBlobProperties: 3 }],
  ] as const)('estimates under %s the writes and the read probes that the policy needs', (policy, requests) =>
    expect(of(large, policy)).toEqual(requests),
  );

  it('are one for each file that is skipped, and as many writes less', () => {
    expect(of(mixed, 'never')).toEqual({ PutBlob: 3, GetBlobProperties: 7 });
    expect(of(mixed, 'if-newer')).toEqual({ PutBlob: 8, GetBlobProperties: 10 });
  });
});

it('estimates for a copy its writes, the probes of existing names, and one more listing of the source', () => {
  const finding = requestsTo('near', 'blob', [{ operation: 'ListBlobs', requests: 4 }]);
  const sent = copyRequestsOf({ ...mixed, finding: [...finding] }, 'never', { kind: 'move', from: 'near', to: 'far' });
  const at = (connectionId: string, operation: string): number =>
    sent.reduce((sum, one) => {
      const isIt = one.connectionId === connectionId && one.operation === operation;
      return isIt ? sum + one.requests : sum;
    }, 0);
  expect([at('far', 'CopyBlob'), at('far', 'GetBlobProperties')]).toEqual([3, 3 + 7]);
  expect([at('near', 'DeleteBlob'), at('near', 'GetBlob'), at('near', 'ListBlobs')]).toEqual([3, 3, 4]);
});

it('estimates for a download its reads and one more listing of the blobs', () => {
  const finding = requestsTo('near', 'blob', [{ operation: 'ListBlobs', requests: 2 }]);
  const all = { files: 12, bytes: 1000, puts: 10, blocks: 7, lists: 2 };
  expect(downloadRequestsOf({ ...mixed, all, finding: [...finding] }, 'never', 'near')).toEqual([
    { connectionId: 'near', service: 'blob', operation: 'GetBlob', requests: 10 - 7 + 7 },
    ...finding,
  ]);
});

describe('early deletion', () => {
  /** Of the newer one with another size, and of the older ones. */
  const leaving = mixed.taken.map((one, at) => ({ ...one, early: [[cool(1, 5)], [cool(2, 20)], []][at] ?? [] }));

  it.each([
    ['never', [cool(3, 9)]],
    ['if-newer', [cool(4, 9)]],
    ['if-different', [cool(6, 20)]],
    ['always', [cool(6, 20)]],
  ] as const)('excludes files skipped under %s', (policy, stays) =>
    expect(earlyOf({ taken: leaving, early: [cool(3, 9)] }, policy)).toEqual(stays),
  );

  it('is reported separately when the remaining days are unknown', () => {
    const taken = mixed.taken.map((one) => ({ ...one, early: [cool(1, null)] }));
    expect(earlyOf({ taken, early: [cool(3, 9)] }, 'always')).toEqual([cool(3, 9), cool(3, null)]);
  });
});

it.each([
  ['always', 999, 1],
  ['always', 1000, 0],
  ['never', 300, 0],
  ['never', 299, 1],
  ['always', null, 0],
] as const)('a download under %s on a disk with %s bytes lacks %i', (policy, freeBytes, lacking) => {
  expect(bytesLacking({ ...mixed, freeBytes }, policy)).toBe(lacking);
});

describe('a transfer is shown first', () => {
  it('never when it is small, new and whole', () => {
    for (const policy of policies) expect(concernsOf(preflightOf(), policy)).toEqual([]);
  });

  it.each([
    ['never', ['names-exist']],
    ['always', ['names-exist']],
    ['if-newer', []],
    ['if-different', []],
    ['rename', []],
  ] as const)('when names exist and %s does not settle them as a rule', (policy, concerns) =>
    expect(concernsOf(mixed, policy)).toEqual(concerns),
  );

  it.each([
    ['never', ['names-come']],
    ['always', ['names-come']],
    ['if-newer', []],
  ] as const)('when another transfer still writes to its names and %s does not settle them', (policy, concerns) =>
    expect(concernsOf(preflightOf({ writing: ['cargo'] }), policy)).toEqual(concerns),
  );

  it.each([
    ['many files', { all: smallFiles(manyFiles) }, ['large']],
    ['one file less', { all: smallFiles(manyFiles - 1) }, []],
    ['many bytes', { all: smallFiles(1, manyBytes) }, ['large']],
    ['one byte less', { all: smallFiles(1, manyBytes - 1) }, []],
    ['a refused file', { rejected: { files: 1, examples: [] } }, ['not-all']],
    ['a link', { links: 1 }, ['not-all']],
    ['a socket', { specials: 1 }, ['not-all']],
    ['a tier left early', { early: [{ tier: 'Cool', blobs: 1, bytes: 1, maxDays: 3 }] }, ['leaves-early']],
    ['a full disk', { way: 'down', all: smallFiles(2, 200), freeBytes: 199 }, ['no-room']],
    ['a gibibyte from an account', { way: 'down', all: smallFiles(1, manyBytesBetweenAccounts) }, []],
    ['a gibibyte within an account', { way: 'service', all: smallFiles(1, manyBytesBetweenAccounts) }, []],
    ['one between accounts', { way: 'between-accounts', all: smallFiles(1, manyBytesBetweenAccounts) }, ['large']],
    ['one through this machine', { way: 'this-machine', all: smallFiles(1, manyBytesBetweenAccounts) }, ['large']],
  ] as const)('with %s', (_what, change, concerns) => {
    expect(concernsOf(preflightOf(change as Partial<TransferPreflight>), 'if-newer')).toEqual(concerns);
  });
});
