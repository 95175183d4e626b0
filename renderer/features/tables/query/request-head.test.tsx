// The head of the requests, in a language of its own.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { testRequest } from '../fixtures/test-port';
import { RequestHead, requestColumns } from './request-head';
import { timeAxis, waterfallRows } from './waterfall';

afterEach(() => {
  setLanguage({ tag: 'en', catalogue: {} });
  cleanup();
});

it.each([
  ['en', {}, /^Time since the first request0 ms/, 'Rows'],
  ['de', german, /^Zeit seit der ersten Anfrage0 ms/, 'Zeilen'],
] as const)('has the axis of time in %s', (tag, catalogue, axis, rows) => {
  setLanguage({ tag, catalogue });
  const request = testRequest(0, { rows: 10, ended: 'last' });
  const page = { latencyMs: 17, firstByteMs: 10, rows: 10, bytes: 1, retries: 0, decodeMs: 1, ended: 'last' as const };
  render(<RequestHead axis={timeAxis(waterfallRows([{ ...page, sent: [request] }], [null]))} />);
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toHaveLength(requestColumns);
  expect(headings[1]).toMatch(axis);
  expect(headings[2]).toBe(rows);
});
