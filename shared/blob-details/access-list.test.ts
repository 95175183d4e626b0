import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import { formatAccessList, listProblem, parseAccessList } from './access-list';

const base = 'user::rwx,group::r-x,other::---';

describe('access list', () => {
  it('is the same after being written and read again', () => {
    const entry = fc.record({
      scope: fc.constantFrom('access' as const, 'default' as const),
      type: fc.constantFrom('user' as const, 'group' as const),
      id: fc.uuid(),
      permissions: fc.constantFrom('rwx', 'r-x', '---', '-wx'),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ({ scope, type, id }) => scope + type + id, maxLength: 20 }),
        (some) => {
          const entries = [
            ...parseAccessList(`${base},default:user::rwx,default:group::r-x,default:other::---`, 'complete'),
            ...some,
          ];
          expect(parseAccessList(formatAccessList(entries), 'complete')).toEqual(entries);
          const removed = entries.map((each) => ({ ...each, permissions: '---' }));
          expect(parseAccessList(formatAccessList(entries, 'identifiers'), 'identifiers')).toEqual(removed);
        },
      ),
    );
  });

  it.each([
    ['', 'no entry'],
    ['user::rwx,group::r-x', 'lacks the entry other::'],
    [`${base},default:user::rwx`, 'lacks the entry default:group::'],
    [`${base},user::r--`, 'user:: twice'],
    [`${base},someone:x:rwx`, 'another form'],
    [`${base},user:x`, 'another form'],
    [`${base},user:x:rw`, 'permissions'],
    [`${base},mask:x:rwx`, 'mask has no ID'],
    [`${base},${Array.from({ length: 30 }, (_, index) => `user:${index}:r-x`).join(',')}`, '33 entries'],
  ])('%j is rejected because of its %s', (text, problem) => {
    const reject = (): unknown => parseAccessList(text, 'complete');
    expect(reject).toThrow(StowageError);
    expect(reject).toThrow(problem);
  });

  it('of a file is rejected with default entries', () => {
    const list = `${base},default:user::rwx,default:group::r-x,default:other::---`;
    expect(listProblem(parseAccessList(list, 'complete'), 'complete', 'file')?.message).toContain('only folders');
    expect(listProblem(parseAccessList(list, 'complete'), 'complete', 'folder')).toBeNull();
  });
});
