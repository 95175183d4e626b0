// The troubleshooting page lists every failure that the app can name, under the title that the app uses.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorMessage } from '@shared/error-text';
import { type ErrorCode, errorCodes } from '@shared/errors';
import { inProject } from './project.mjs';

/** Also those that depend on what happened: they stand in the sources as texts. */
function allTitles(): ReadonlySet<string> {
  const folder = inProject('shared/error-text');
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const written = sources.flatMap((source) =>
    [...source.matchAll(/title: t`([^`$]+)`/g)].map(([, title = '']) => title),
  );
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => code !== 'cancelled.by-user');
  return new Set([...written, ...codes.map((code) => errorMessage({ code, context: {} }).title)]);
}

describe('the troubleshooting page', () => {
  const page = readFileSync(inProject('docs/troubleshooting.md'), 'utf8');
  const documented = new Set([...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, title = '']) => title));
  const titles = allTitles();

  it('has every failure by its title', () => {
    expect([...titles].filter((title) => !documented.has(title))).toEqual([]);
  });

  it('has no title that the app does not use', () => {
    const others = ['Requests', 'Show the fault log'];
    expect([...documented].filter((title) => !titles.has(title) && !others.includes(title))).toEqual([]);
  });
});
