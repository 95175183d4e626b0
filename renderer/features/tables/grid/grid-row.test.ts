import { expect, it } from 'vitest';
import { standardDisplay } from '../result/value-format';
import { beforeText } from './grid-row';

it('formats a moment as its cell does, and everything else exactly', () => {
  const moment = { type: 'Edm.DateTime', value: '2026-01-01T08:30:15.1234567Z' } as const;
  expect(beforeText(moment, standardDisplay)).toBe('was 2026-01-01 08:30:15.1234567');
  expect(beforeText(moment, { ...standardDisplay, dates: 'raw' })).toBe(`was ${moment.value}`);
  expect(beforeText({ type: 'Edm.Binary', value: 'AQIDBAUGBwg=' }, standardDisplay)).toBe('was AQIDBAUGBwg=');
  expect(beforeText({ type: 'Edm.Boolean', value: false }, standardDisplay)).toBe('was false');
  expect(beforeText({ type: 'Edm.String', value: 'a\u200b' }, standardDisplay)).toBe('was a[U+200B]');
});

it('reports an absent value, and cuts long ones', () => {
  expect(beforeText(undefined, standardDisplay)).toBeUndefined();
  expect(beforeText(null, standardDisplay)).toBe('was absent');
  expect(beforeText({ type: 'Edm.String', value: '' }, standardDisplay)).toBe('was empty');
  expect(beforeText({ type: 'Edm.String', value: 'x'.repeat(300) }, standardDisplay)).toBe(`was ${'x'.repeat(200)}…`);
});
