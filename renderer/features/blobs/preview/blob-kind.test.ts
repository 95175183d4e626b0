import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { claimText, kindOf } from './blob-kind';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const firstView = (head: string, facts: { name?: string; contentType?: string; totalBytes?: number } = {}): string =>
  kindOf({ name: 'blob', contentType: '', totalBytes: head.length, ...facts }, bytes(head)).views[0] ?? '';

describe('kindOf', () => {
  it('depends on the bytes, not on the declared type', () => {
    expect(firstView('\x89PNG\r\n\x1a\n', { contentType: 'text/plain' })).toBe('picture');
    expect(firstView('<svg onload="x()">', { contentType: 'image/svg+xml', name: 'a.svg' })).toBe('text');
    expect(firstView('<html><script>', { contentType: 'text/html' })).toBe('text');
    expect(firstView('plain words', { contentType: 'image/png', name: 'a.png' })).toBe('text');
    expect(firstView('BM is how this text begins, and goes on for a while')).toBe('text');
    expect(firstView('RIFF\0\0\0\0WEBP')).toBe('picture');
    expect(firstView('12345678WEBP is a format')).toBe('text');
    expect(firstView('PAR1\x15\x04')).toBe('parquet');
    expect(firstView('\0\x01\x02\x03\0\0\x04\x05')).toBe('hex');
  });

  it.each([
    ['isom', 'film'],
    ['iso5', 'film'],
    ['iso6', 'film'],
    ['dash', 'film'],
    ['mp42', 'film'],
    ['qt  ', 'film'],
    ['3gp4', 'film'],
    ['M4A ', 'sound'],
    ['M4B ', 'sound'],
    ['avif', 'picture'],
    // Pictures, and none that can be shown here.
    ['heic', 'hex'],
    ['mif1', 'hex'],
    ['crx ', 'hex'],
  ])('lets the player decide whether it can play the brand %j', (brand, view) => {
    expect(firstView(`\0\0\0\x1cftyp${brand}\0\0\x02\0more`)).toBe(view);
  });

  it('does not take text for a film that begins like one', () => {
    expect(firstView('the ftypisom box begins a film')).toBe('text');
  });

  it.each(['[2026-11-28 00:15:37] started', '\x1b[31merror\x1b[0m', '{{ template }}', '[section]\nkey = 1\n'])(
    'does not take text for JSON because it begins with a bracket: %j',
    (text) => expect(firstView(text, { name: 'app.log', contentType: 'text/plain' })).toBe('text'),
  );

  it('reads a text in the encoding that its content type names', () => {
    const head = Uint8Array.from([0x91, 0x44, 0x2c, 0x95, 0x5c, 0x0a]);
    const facts = { name: 'cargo.txt', totalBytes: head.length };
    expect(kindOf({ ...facts, contentType: 'text/csv; charset=shift_jis' }, head)).toMatchObject({
      encoding: 'shift_jis',
      views: ['table', 'text', 'hex'],
    });
    expect(kindOf({ ...facts, contentType: 'text/plain' }, head).encoding).toBe('windows-1252');
  });

  it('formats JSON only when all of it is loaded', () => {
    expect(firstView('{"a":1}')).toBe('json');
    expect(firstView('\xef\xbb\xbf [1]')).toBe('json');
    expect(firstView('{"a":1}', { totalBytes: MiB + 1 })).toBe('text');
    expect(firstView('{"a":', { contentType: 'application/json' })).toBe('json');
    expect(firstView('{"a":1}\n{"a":2}', { name: 'rows.jsonl' })).toBe('text');
    expect(firstView('a,b', { name: 'rows.CSV' })).toBe('table');
  });
});

const messageOf = (head: string, name: string, contentType = '', totalBytes = head.length): string | null => {
  const facts = { name, contentType, totalBytes };
  return claimText(
    facts,
    kindOf(
      facts,
      Uint8Array.from(head, (character) => character.charCodeAt(0)),
    ),
  );
};
const noPicture = '\x00\x01II*\x00 no picture known here';

describe('the claim of a blob', () => {
  it.each([
    [noPicture, 'flag', 'image/png', /^The content type is image\/png, but .* image/],
    ['<html>Not found</html>', 'flag.PNG', 'application/octet-stream', /^The name ends in \.PNG, but .* image/],
    [noPicture, 'bell.mp3', '', /^The name ends in \.mp3, but .* audio/],
    [noPicture, 'tour', 'video/quicktime', /^The content type is video\/quicktime, but .* video/],
    [noPicture, 'fleet.parquet', '', /^The name ends in \.parquet, but .* Parquet/],
    ['<svg onload="x()">', 'flag.svg', 'image/svg+xml', /^SVG is shown as text/],
  ])('%j named %s as %j', (head, name, contentType, text) => {
    expect(messageOf(head, name, contentType)).toMatch(text);
  });

  it('of JSON that is too long to be formatted shows a message', () => {
    const text = /^JSON larger than 1\.0\sMiB is shown as text/u;
    expect(messageOf('{"a":', 'flag.json', '', 2 * MiB)).toMatch(text);
    expect(messageOf('{"a":', 'flag', 'application/json', 2 * MiB)).toMatch(text);
    expect(messageOf('{"a":1}\n', 'flags.jsonl', 'application/json', 2 * MiB)).toBeNull();
    expect(messageOf('{"a":', 'flag', 'text/plain', 2 * MiB)).toBeNull();
  });

  it.each([
    ['\x89PNG\r\n\x1a\n', 'flag.jpg', 'image/jpeg'],
    ['RIFF\0\0\0\0WAVE', 'bell.mp3', 'audio/mpeg'],
    ['PAR1\x15\x04', 'fleet.parquet', ''],
    ['plain words', 'notes.txt', 'text/plain'],
    ['plain words', 'flag.png', 'text/plain'],
    ['{"a":1}', 'flag.json', 'application/json'],
    [noPicture, 'data.bin', 'application/octet-stream'],
  ])('is none for %j named %s as %j', (head, name, contentType) =>
    expect(messageOf(head, name, contentType)).toBeNull(),
  );
});
