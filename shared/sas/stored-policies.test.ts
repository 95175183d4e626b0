import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sasRights } from './sas-request';
import { hasPolicyProblems, policyProblems, withRight } from './stored-policies';

const policy = { id: 'crew', rights: 'r', startsOn: '', expiresOn: '' };

describe('the rights of a policy', () => {
  it('stand in the order of the service, each once, and those not known here stay', () => {
    expect(withRight('rl', 'w', 'granted')).toBe('rwl');
    expect(withRight('rwlie', 'w', 'refused')).toBe('rlei');
    expect(withRight('r', 'r', 'granted')).toBe('r');
    // Of a table.
    expect(['d', 'u', 'a', 'r'].reduce((rights, one) => withRight(rights, one, 'granted'), '')).toBe('raud');
  });

  it('granted and denied again, are the original ones', () => {
    const letter = fc.constantFrom(...sasRights.container.map((right) => right.letter));
    const letters = fc.uniqueArray(letter).map((some) => some.join(''));
    fc.assert(
      fc.property(letters, letter, (rights, one) => {
        const without = withRight(rights, one, 'refused');
        expect(withRight(withRight(without, one, 'granted'), one, 'refused')).toBe(without);
      }),
    );
  });
});

describe('stored policies', () => {
  it('may leave rights and times to the signature, and hold times of any precision', () => {
    const policies = [
      policy,
      { ...policy, id: 'c'.repeat(64) },
      { ...policy, id: 'x', rights: '', startsOn: '2026-03-01', expiresOn: '2026-03-02T08:00Z' },
      { ...policy, id: 'z', startsOn: '2026-03-01T08:00:00.1234567Z', expiresOn: '2026-03-01T08:00:00.1234568Z' },
      { ...policy, id: 'y', startsOn: '2026-03-01T08:00:00.1234567Z', expiresOn: '2026-03-01T08:00:01Z' },
    ];
    expect(hasPolicyProblems(policyProblems(policies))).toBe(false);
  });

  it.each([
    [{ id: '' }, 'id'],
    [{ id: '  ' }, 'id'],
    [{ id: 'c'.repeat(65) }, 'id'],
    [{ startsOn: 'tomorrow' }, 'startsOn'],
    [{ expiresOn: '2026-13-01T00:00:00Z' }, 'expiresOn'],
    [{ startsOn: '2026-02-30' }, 'startsOn'],
    [{ startsOn: ' 2026-03-01' }, 'startsOn'],
    [{ startsOn: '2026-03-01 ' }, 'startsOn'],
    [{ expiresOn: '2026-02-30T00:00:00Z' }, 'expiresOn'],
    [{ startsOn: '2026-03-02T00:00:00Z', expiresOn: '2026-03-01T00:00:00Z' }, 'expiresOn'],
  ])('%j is named by its field', (part, field) => {
    expect(Object.keys(policyProblems([{ ...policy, ...part }]).rows[0] ?? {})).toEqual([field]);
  });

  it('end after they start, and not at the same time', () => {
    const same = { ...policy, startsOn: '2026-03-02', expiresOn: '2026-03-02T00:00Z' };
    const problems = policyProblems([policy, { ...same, id: 'x' }]);
    expect(problems.rows.map((row) => Object.keys(row))).toEqual([[], ['expiresOn']]);
    expect(hasPolicyProblems(problems)).toBe(true);
  });

  it('are five at most, with names that differ', () => {
    const many = Array.from({ length: 6 }, (_, index) => ({ ...policy, id: String(index) }));
    expect(policyProblems(many).list).toContain('at most 5 policies');
    expect(policyProblems(many.slice(1)).list).toBeUndefined();
    expect(policyProblems([policy, policy]).rows[1]?.id).toContain('Another');
    expect(policyProblems([policy, { ...policy, id: 'Crew' }]).rows[1]).toEqual({});
  });
});
