import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { child, childText, parseXml } from './xml';

const escape = (text: string): string => text.replace(/[&<>\r]/gu, (c) => `&#x${c.charCodeAt(0).toString(16)};`);

describe('listing xml', () => {
  it('preserves text exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(childText(parseXml(`<?xml version="1.0"?>\n<L><Name>${escape(text)}</Name></L>`), 'Name')).toBe(text);
      }),
    );
  });

  it('reads attributes, empty elements, entities and CDATA', () => {
    const root = parseXml(
      '<L a="1 > 0"><E/><N Encoded="true">a&amp;&#65;<![CDATA[<b>]]></N><!-- x --></L>'.replace(' > ', ' '),
    );
    expect(child(root, 'E')).toMatchObject({ text: '', children: [] });
    expect(child(root, 'N')).toMatchObject({ attributes: 'Encoded="true"', text: 'a&A<b>' });
  });

  it('never accepts a truncated document as a whole one', () => {
    const whole = '<L><B><Name>a</Name></B><B><Name>b</Name></B></L>';
    for (let cut = 0; cut < whole.length; cut += 1) {
      expect(() => parseXml(whole.slice(0, cut))).toThrow(expect.objectContaining({ code: 'network.truncated' }));
    }
    expect(parseXml(whole).children).toHaveLength(2);
  });
});

it.each([
  ['is nested deeper than a list', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`],
  ['has more elements than a list can have', `<a>${'<b/>'.repeat(2_500_000)}</a>`],
])('XML: is not parsed to its end when it %s', (_, source) => {
  expect(() => parseXml(source)).toThrow(expect.objectContaining({ code: 'network.malformed' }) as Error);
});

it.each(['{"a":1}', 'Sign in', '<!DOCTYPE html>\n<html><br>', '\n<html lang="en"><p>Sign in'])(
  'XML: what is no XML is no truncated list: %s',
  (source) => {
    expect(() => parseXml(source)).toThrow(expect.objectContaining({ code: 'network.malformed' }) as Error);
  },
);

it('XML: declared entities are not expanded, and nothing outside of the document is read', () => {
  const bomb =
    '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]><l>&b;&x;</l>';
  const outcome = ((): string => {
    try {
      return parseXml(bomb).text;
    } catch (thrown) {
      return (thrown as { readonly code: string }).code;
    }
  })();
  expect(['&b;&x;', 'network.truncated']).toContain(outcome);
});
