// A second instance passes on as much as the first can receive, in parts if necessary, and loses only what is too long.
import { describe, expect, it } from 'vitest';
import { parseLink, renderLink } from '@shared/links/link';
import { startsInParts } from './hand-over';
import { opensOf } from './pending-opens';

const own = ['--no-sandbox', '/opt/stowage', '--state-dir=/home/ada/state'];
const parts = (...foreign: readonly string[]): ReturnType<typeof startsInParts> => {
  const args = [...own, ...foreign];
  return startsInParts({ args, opens: opensOf(args, '/home/ada'), cwd: '/home/ada' });
};
/** As the socket counts: the command line, and once more what is opened. */
const bytes = (args: readonly string[]): number => Buffer.byteLength([...args, ...opensOf(args, '/')].join('\0'));
const link = (name: string): string => renderLink({ kind: 'blob', account: 'acc', container: 'logs', blob: name });

describe('a second start', () => {
  it('is handed over as it is where it fits', () => {
    expect(parts()).toBeNull();
    expect(parts('--', link('a'))).toBeNull();
    expect(parts('--', `stowage:${'x'.repeat(12_000)}`)).toBeNull();
  });

  it.each([40_000, 100_000, 130_000])('with a link of %i characters still reports that it is too long', (length) => {
    const [only, ...others] = parts('--', `stowage:${'x'.repeat(length)}`) ?? [];
    expect(others).toEqual([]);
    expect(only?.slice(0, -1)).toEqual([...own, '--']);
    expect(() => parseLink(only?.at(-1) ?? '')).toThrow('more than 8,000 characters');
    expect(bytes(only ?? [])).toBeLessThan(32 * 1024);
  });

  it('with several long ones opens each of them, and reads no option from them', () => {
    const links = ['a', 'b', 'c', 'd'].map((letter) => link(letter.repeat(1000)).padEnd(7_900, '&'));
    const started = parts('--', ...links, '--state-dir=/elsewhere', '/home/ada/q.stowage-query') ?? [];
    expect(started.map((args) => args.at(-1))).toEqual([...links, '/home/ada/q.stowage-query']);
    for (const args of started) {
      expect(args.slice(0, -1)).toEqual([...own, '--']);
      expect(bytes(args)).toBeLessThan(32 * 1024);
    }
  });

  it('is not made when the options alone are too long', () => {
    expect(parts(...Array.from({ length: 20 }, () => `--option=${'x'.repeat(2_000)}`))).toEqual([]);
  });

  it('never exceeds the limit, whatever characters it has', () => {
    for (const letter of ['€', '\u{1f6a2}', 'é']) {
      const links = Array.from({ length: 5 }, () => `stowage:${letter.repeat(4_000)}`);
      const started = parts('--', ...links) ?? [];
      expect(started, 'none is lost').toHaveLength(links.length);
      for (const args of started) {
        expect(bytes(args)).toBeLessThan(32 * 1024);
        expect(startsInParts({ args, opens: opensOf(args, '/'), cwd: '/' }), 'is not cut up once more').toBeNull();
      }
    }
  });
});
