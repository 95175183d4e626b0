import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import german from '../strings/de.json';
import { setLanguage } from '../strings/t';
import { GiB } from '../units';
import { hasProblems } from './metadata-rules';
import { tagsDisabledReason, tierDisabledReason, versionsDisabledReason } from '../model/action-rules';
import { tagProblems } from './tag-rules';
import { type TierChange, accessTiers, rehydrationText, tierHints } from './tier-rules';

const nowMs = Date.parse('2026-03-01T00:00:00Z');
const change = (part: Partial<TierChange>): TierChange => ({
  from: 'Hot',
  to: 'Cool',
  bytes: GiB,
  since: '2026-02-20T00:00:00Z',
  priority: 'Standard',
  nowMs,
  ...part,
});

describe('a change of tier', () => {
  it('that leaves early shows how many days are charged nevertheless', () => {
    expect(tierHints(change({ from: 'Cool', to: 'Hot' })).join(' ')).toContain('21 days early');
    expect(tierHints(change({ from: 'Cold', to: 'Hot' })).join(' ')).toContain('81 days early');
    expect(tierHints(change({ from: 'Cool', to: 'Hot', since: '2026-01-01T00:00:00Z' })).join(' ')).not.toContain(
      'early',
    );
    expect(tierHints(change({ from: 'Cool', to: 'Hot', since: '' })).join(' ')).toContain('before 30 days');
  });

  it('out of the archive shows how long it takes at which priority', () => {
    const out = { from: 'Archive', to: 'Hot' } as const;
    expect(tierHints(change(out)).join(' ')).toContain('up to 15 hours');
    expect(tierHints(change({ ...out, priority: 'High' })).join(' ')).toContain('less than an hour');
    expect(tierHints(change({ ...out, priority: 'High', bytes: 20 * GiB })).join(' ')).toContain('up to 15 hours');
  });

  it('into the archive warns that the blob cannot be read there, and for how long it is charged', () => {
    const hints = tierHints(change({ to: 'Archive' })).join(' ');
    expect(hints).toContain('cannot be read');
    expect(hints).toContain('180 days');
  });

  it('always has an explanation, and none when nothing changes', () => {
    for (const from of accessTiers) {
      for (const to of accessTiers) expect(tierHints(change({ from, to })).length > 0).toBe(from !== to);
    }
  });

  it('that is under way is described in text', () => {
    const facts = { name: 'Archive', isInferred: false, changedOn: '' };
    const text = rehydrationText({
      ...facts,
      archiveStatus: 'rehydrate-pending-to-cool',
      rehydratePriority: 'High',
    });
    expect(text).toBe('Rehydrating to Cool, high priority. The blob cannot be read until then.');
    expect(rehydrationText({ ...facts, archiveStatus: '', rehydratePriority: '' })).toBe('');
  });
});

describe('tags', () => {
  const tag = (name: string, value = 'x') => ({ name, value });

  it('are ten at most, each name once, case mattering', () => {
    const ten = Array.from({ length: 10 }, (_, index) => tag(`t${index}`));
    expect(hasProblems(tagProblems(ten))).toBe(false);
    expect(tagProblems([...ten, tag('t10')]).list).toContain('Remove 1');
    expect(tagProblems([tag('a'), tag('a')]).rows[1]?.name).toContain('already in use');
    expect(hasProblems(tagProblems([tag('a'), tag('A')]))).toBe(false);
  });

  it.each([
    [tag(''), 'name'],
    [tag('n'.repeat(129)), 'name'],
    [tag('ä'), 'name'],
    [tag('a', 'v'.repeat(257)), 'value'],
    [tag('a', '50%'), 'value'],
    [tag('a', '<b>'), 'value'],
  ] as const)('may not be %j', (wrong, field) => {
    expect(tagProblems([wrong]).rows[0]?.[field]).toBeTruthy();
  });

  it('that pass need no escaping in XML', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (name, value) => {
        if (!hasProblems(tagProblems([{ name, value }]))) expect(`${name}${value}`).not.toMatch(/[<>&"']/u);
      }),
    );
    expect(hasProblems(tagProblems([tag('ship-1', 'Ida + Erna: a/b=c_d. ')]))).toBe(false);
  });
});

describe('limits of an account', () => {
  const facts = { kind: 'StorageV2', sku: '', isHierarchical: false, isEmulator: false };
  const blob = {
    blobType: 'BlockBlob',
    tierFacts: { name: 'Hot', isInferred: true, changedOn: '', archiveStatus: '', rehydratePriority: '' },
  } as const;

  it('has a reason by kind of account, kind of blob and state', () => {
    expect(tierDisabledReason(facts, blob)).toBeNull();
    expect(tierDisabledReason(facts, { ...blob, blobType: 'AppendBlob' })).toContain('Append blob');
    expect(tierDisabledReason(facts, { ...blob, blobType: 'PageBlob' })).toContain('page blob');
    const pending = { ...blob.tierFacts, archiveStatus: 'rehydrate-pending-to-hot' };
    expect(tierDisabledReason(facts, { ...blob, tierFacts: pending })).toContain('rehydrated');
    expect(tagsDisabledReason({ ...facts, isHierarchical: true })).toContain('hierarchical');
    expect(versionsDisabledReason({ ...facts, isHierarchical: true })).toContain('hierarchical');
    expect(versionsDisabledReason({ ...facts, isEmulator: true })).toContain('emulator');
  });

  it.each([
    ['StorageV2', ['can', 'can', 'can']],
    ['BlobStorage', ['can', 'can', 'can']],
    ['Storage', ['v1', 'v1', 'v1']],
    ['BlockBlobStorage', ['premium', 'premium', 'can']],
  ])('of kind %s is tiers, tags, versions: %j', (kind, text) => {
    const account = { ...facts, kind };
    const disabledReasons = [
      tierDisabledReason(account, blob),
      tagsDisabledReason(account),
      versionsDisabledReason(account),
    ];
    disabledReasons.forEach((sentence, at) => expect(sentence ?? 'can').toContain(text[at]));
  });

  it('is left to the service when nothing is known', () => {
    const unknown = { ...facts, kind: '' };
    expect([tierDisabledReason(unknown, blob), tagsDisabledReason(unknown), versionsDisabledReason(unknown)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

it('too long names and values of tags are reported in German', () => {
  setLanguage({ tag: 'de', catalogue: german });
  onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
  const [row] = tagProblems([{ name: 'a'.repeat(129), value: 'b'.repeat(257) }]).rows;
  expect(row).toEqual({
    name: 'Der Name hat 129 Zeichen; das Limit ist 128.',
    value: 'Der Wert hat 257 Zeichen; das Limit ist 256.',
  });
});
