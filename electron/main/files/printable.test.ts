// Pages that would make the hidden window hang are rejected before it opens, and reports are not.
import { describe, expect, it } from 'vitest';
import { checkPrintable, isAddressOf } from './printable';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const failure = { code: 'invalid.input' };

describe('printable page: is', () => {
  it.each([
    ['200,000 nested elements', `${'<div>'.repeat(200_000)}${'</div>'.repeat(200_000)}`],
    ['elements that nobody closes', '<b>'.repeat(1_000)],
    ['a million elements beside each other', '<i></i>'.repeat(500_000)],
    ['elements whose attributes hold tags', '<div a="<br>'.repeat(1_000)],
  ])('rejected when it has %s', (_, html) => {
    expect(() => checkPrintable(html)).toThrow(expect.objectContaining(failure) as Error);
  });

  it('accepted when it is a report of many rows, drawings and single elements', () => {
    const row = '<tr><td>1 &lt; 2</td><td><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></td></tr>';
    expect(() => checkPrintable(`<table>${row.repeat(20_000)}</table>${'<br><hr>'.repeat(1_000)}`)).not.toThrow();
  });

  it('checked in linear time when its tags never end', () => {
    expect(() => checkPrintable(`<p>a</p>${'<a '.repeat(4_000_000)}`)).not.toThrow();
  });
});

const page = join(tmpdir(), 'a report of Zoë', 'report.html');
const own = pathToFileURL(page).href;

it('printable page: may load its own file', () => {
  expect(isAddressOf(page, own)).toBe(true);
});

it.each([
  ['another file', pathToFileURL(join(tmpdir(), 'secret.txt')).href],
  ['a way round to another file', `${own}/../../secret.txt`],
  ['the network', 'https://stowage.example/report.html'],
  ['another machine', own.replace('file://', 'file://stowage.example')],
  ['an encoded separator', own.replace('/report.html', '%2Freport.html')],
  ['nonsense', 'file:%'],
])('printable page: may not load %s', (_, address) => {
  expect(isAddressOf(page, address)).toBe(false);
});
