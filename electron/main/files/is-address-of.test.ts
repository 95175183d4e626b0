import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { isAddressOf } from './is-address-of';

const page = join(tmpdir(), 'a report of Zoë', 'report.html');
const own = pathToFileURL(page).href;

it('is told of the file’s own address alone', () => {
  expect(isAddressOf(page, own)).toBe(true);
});

it.each([
  ['another file', pathToFileURL(join(tmpdir(), 'secret.txt')).href],
  ['a way round to another file', `${own}/../../secret.txt`],
  ['the network', 'https://stowage.example/report.html'],
  ['another machine', own.replace('file://', 'file://stowage.example')],
  ['an encoded separator', own.replace('/report.html', '%2Freport.html')],
  ['nonsense', 'file:%'],
])('is not told of %s', (_, address) => {
  expect(isAddressOf(page, address)).toBe(false);
});
