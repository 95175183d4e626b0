import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from './report';
import { reportHtml } from './report-html';

/** A report in which every text that a stranger may have chosen is `text`. */
const reportOf = (text: string): Report => ({
  title: text,
  subtitle: text,
  findings: [text, text],
  sections: [
    {
      heading: text,
      paragraphs: [text],
      tables: [
        {
          id: 'figures',
          title: text,
          note: text,
          columns: [
            { title: text, unit: text },
            { title: text, unit: 'ms' },
          ],
          rows: [[text, 5]],
        },
      ],
      charts: [],
    },
  ],
});

const tagsOf = (html: string): readonly string[] => html.match(/<\/?[a-z!][^>]*>/gi) ?? [];

describe('a report', () => {
  it('has the same tags whatever its texts are', () => {
    const plain = tagsOf(reportHtml(reportOf('words')));
    const piece = fc.constantFrom('<script>', '</table>', '<img src=x onerror=a>', '&lt;', '"', "'", '>', '<!--', 'x');
    const content = fc.array(fc.oneof(piece, fc.string())).map((parts) => `w${parts.join('')}`);
    fc.assert(
      fc.property(content, (text) => {
        expect(tagsOf(reportHtml(reportOf(text)))).toEqual(plain);
      }),
    );
  });

  it('lets nothing be loaded or run', () => {
    expect(tagsOf(reportHtml(reportOf('words')))).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    );
  });
});
