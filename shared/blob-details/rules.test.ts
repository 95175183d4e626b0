import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedOver, changedMeanwhile } from './field-changes';
import {
  hasProblems,
  headerProblems,
  headerValueProblem,
  metadataNameProblem,
  metadataProblems,
} from './metadata-rules';

const http = { contentType: '', contentEncoding: '', contentLanguage: '', contentDisposition: '', cacheControl: '' };

describe('header values', () => {
  it.each(['', 'text/plain', 'attachment; filename="a b.txt"', '~!@#'])('may be %j', (value) => {
    expect(headerValueProblem(value)).toBeNull();
  });

  it.each([' x', 'x ', 'größer', 'a\nb', 'a\tb', '\u0000', 'a\r\nx-ms-meta-evil: 1'])('may not be %j', (value) => {
    expect(headerValueProblem(value)).not.toBeNull();
  });

  it('are named where they are wrong', () => {
    expect(headerProblems({ ...http, contentType: 'text', cacheControl: 'ü' })).toEqual({
      contentType: expect.stringContaining('text/plain') as string,
      cacheControl: expect.stringContaining('ASCII') as string,
    });
    expect(headerProblems({ ...http, contentType: 'text/plain; charset=utf-8' })).toEqual({});
  });
});

describe('metadata', () => {
  it.each(['a', '_', 'Owner', 'x_1', '_9'])('may be named %j', (name) => expect(metadataNameProblem(name)).toBeNull());
  it.each(['', '1a', 'a-b', 'a b', 'ä', 'a.b', 'x:y'])('may not be named %j', (name) =>
    expect(metadataNameProblem(name)).not.toBeNull(),
  );

  it('has each name once, in whatever case', () => {
    const { rows } = metadataProblems([
      { name: 'Owner', value: 'a' },
      { name: 'owner', value: 'b' },
    ]);
    expect(rows[0]).toEqual({});
    expect(rows[1]?.name).toContain('already in use');
  });

  it('needs values and ends at 8 KiB, counted with its names', () => {
    expect(metadataProblems([{ name: 'a', value: '' }]).rows[0]?.value).toContain('Enter a value');
    expect(hasProblems(metadataProblems([{ name: 'a', value: 'x'.repeat(8191) }]))).toBe(false);
    expect(metadataProblems([{ name: 'ab', value: 'x'.repeat(8191) }]).list).toContain('by 1 byte.');
  });

  it('that passes goes into headers and comes out the same', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/u);
    fc.assert(
      fc.property(fc.array(fc.record({ name, value: fc.string({ minLength: 1 }) }), { maxLength: 8 }), (metadata) => {
        if (hasProblems(metadataProblems(metadata))) return;
        // HTTP's effect on a value in transit.
        for (const { value } of metadata) expect(value.replace(/[\r\n]/gu, '').trim()).toBe(value);
        expect(new Set(metadata.map((pair) => pair.name.toLowerCase())).size).toBe(metadata.length);
      }),
    );
  });
});

describe('a concurrent change', () => {
  const read = [
    { name: 'Owner', value: 'quay' },
    { name: 'ship', value: 'Ida' },
    { name: 'bay', value: '4' },
  ];
  const now = [
    { name: 'owner', value: 'harbour' },
    { name: 'ship', value: 'Ida' },
    { name: 'tide', value: 'low' },
  ];
  const mine = [
    { name: 'Owner', value: 'quay' },
    { name: 'ship', value: 'Erna' },
    { name: 'bay', value: '4' },
  ];

  it('is shown with the previous, the current and the edited value', () => {
    expect(changedMeanwhile(read, now, mine)).toEqual([
      { name: 'bay', was: '4', now: null, mine: '4' },
      { name: 'owner', was: 'quay', now: 'harbour', mine: 'quay' },
      { name: 'tide', was: null, now: 'low', mine: null },
    ]);
  });

  it('stays, with my own changes on top', () => {
    expect(carriedOver(read, now, mine)).toEqual([
      { name: 'owner', value: 'harbour' },
      { name: 'ship', value: 'Erna' },
      { name: 'tide', value: 'low' },
    ]);
  });

  const pairs = fc.uniqueArray(
    fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.constantFrom('1', '2') }),
    {
      selector: ({ name }) => name,
    },
  );
  const sorted = (list: readonly { readonly name: string }[]) => [...list].sort((x, y) => (x.name < y.name ? -1 : 1));

  it('leaves nothing of others behind when I changed nothing, and nothing of mine when others did not', () => {
    fc.assert(
      fc.property(pairs, pairs, (one, other) => {
        expect(sorted(carriedOver(one, other, one))).toEqual(sorted(other));
        expect(sorted(carriedOver(one, one, other))).toEqual(sorted(other));
        expect(changedMeanwhile(one, one, other)).toEqual([]);
      }),
    );
  });
});
