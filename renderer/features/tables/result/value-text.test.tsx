// Two texts, or two keys, that differ only in invisible characters are displayed differently.
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { rowLabel } from './value-format';
import { ValueText } from './value-text';

afterEach(cleanup);

it('marks invisible characters in a difference', () => {
  const text = (value: string) => ({ type: 'Edm.String', value }) as const;
  const { container } = render(<ValueText value={text('tenant\u200b')} against={text('tenant')} />);
  expect(container.querySelector('mark')?.textContent).toBe('[U+200B]');
  expect(container.textContent).toContain('tenant[U+200B]');
});

it('marks invisible characters in the keys of a row, and blanks at their ends', () => {
  expect(rowLabel({ partitionKey: 'tenant-7 ', rowKey: '003\u200b' })).toBe('tenant-7␣ / 003[U+200B]');
});

it('counts omitted characters, even if there is only one', () => {
  const text = (value: string) => ({ type: 'Edm.String', value }) as const;
  const messageOf = (length: number): string =>
    render(<ValueText value={text('x'.repeat(length))} />).container.textContent;
  const longest = 'x'.repeat(20_000);
  const shown = messageOf(longest.length).split(' … ')[0]?.replace('String', '').length ?? 0;
  expect(messageOf(shown + 1)).toMatch(/ … 1 more character$/);
  expect(messageOf(shown + 2)).toMatch(/ … 2 more characters$/);
});
