// What an upload stores beside the bytes: each property of a replaced blob is named when it is lost, and stays on request.
import { describe, expect, it } from 'vitest';
import { type ReplacedBlob, storedSettings, contentTypeOf } from './stored-settings';

const file = { path: '/a.html', name: 'a.html' };
const nothing: ReplacedBlob = { settings: {}, tags: 0, tier: '' };
const header = (name: string, value: string): ReplacedBlob => ({ ...nothing, settings: { [name]: value } });
/** A replaced blob that has one property, the options that set it again, and the header that carries it. */
const cases = [
  ['content type', header('x-ms-blob-content-type', 'text/x'), { contentType: 'a/b' }, 'x-ms-blob-content-type', 'a/b'],
  [
    'content encoding',
    header('x-ms-blob-content-encoding', 'gzip'),
    { contentEncoding: 'br' },
    'x-ms-blob-content-encoding',
    'br',
  ],
  [
    'content language',
    header('x-ms-blob-content-language', 'de'),
    { contentLanguage: 'en' },
    'x-ms-blob-content-language',
    'en',
  ],
  [
    'content disposition',
    header('x-ms-blob-content-disposition', 'inline'),
    { contentDisposition: 'attachment' },
    'x-ms-blob-content-disposition',
    'attachment',
  ],
  [
    'cache control',
    header('x-ms-blob-cache-control', 'no-store'),
    { cacheControl: 'max-age=1' },
    'x-ms-blob-cache-control',
    'max-age=1',
  ],
  ['metadata', header('x-ms-meta-Owner', 'me'), { metadata: { owner: 'you' } }, 'x-ms-meta-owner', 'you'],
  ['tags', { ...nothing, tags: 1 }, { tags: { 'a b': 'c+d' } }, 'x-ms-tags', 'a%20b=c%2Bd'],
] as const;

describe('storedSettings', () => {
  it.each(cases)('upload: drops, preserves and replaces the %s of a blob', (property, replaced, blob, name, value) => {
    const replacedTags = property === 'tags' ? 'old=1' : '';
    const dropped = storedSettings(file, {}, { replaced, replacedTags: '' });
    expect(dropped.dropped).toEqual([property]);
    const preserved = storedSettings(file, { preserveProperties: true }, { replaced, replacedTags });
    expect(preserved.dropped).toEqual([]);
    expect(preserved.headers).toMatchObject(property === 'tags' ? { 'x-ms-tags': 'old=1' } : replaced.settings);
    const set = storedSettings(file, { blob }, { replaced: nothing, replacedTags: '' });
    expect(set.headers).toMatchObject({ [name]: value });
    if (property === 'content type') return;
    expect(storedSettings(file, { blob }, { replaced, replacedTags: '' }).dropped).toEqual([]);
  });

  it('upload: drops or preserves an access tier that was chosen', () => {
    const replaced = { ...nothing, tier: 'Cool' };
    expect(storedSettings(file, {}, { replaced, replacedTags: '' }).dropped).toEqual(['tier']);
    const preserved = storedSettings(file, { preserveProperties: true }, { replaced, replacedTags: '' });
    expect([preserved.dropped, preserved.headers['x-ms-access-tier']]).toEqual([[], 'Cool']);
  });

  it('upload: names no lost setting when nothing was replaced, or the type is the same or the default', () => {
    const type = (value: string) => header('x-ms-blob-content-type', value);
    for (const replaced of [null, nothing, type('application/octet-stream'), type('text/html; charset=utf-8')]) {
      expect(storedSettings(file, {}, { replaced, replacedTags: '' }).dropped).toEqual([]);
    }
  });
});

// The content type of an uploaded file.

it.each([
  ['font.woff2', 'font/woff2'],
  ['app.webmanifest', 'application/manifest+json'],
  ['film.mkv', 'video/x-matroska'],
  ['segment.ts', 'video/mp2t'],
  ['mail.eml', 'message/rfc822'],
  ['app.js.map', 'application/json'],
  ['captions.vtt', 'text/vtt'],
  ['playlist.m3u8', 'application/vnd.apple.mpegurl'],
  ['sheet.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['page.HTML', 'text/html; charset=utf-8'],
  ['rows.jsonl', 'application/x-ndjson'],
  ['sound.flac', 'audio/flac'],
  ['main.rs', 'text/plain; charset=utf-8'],
  ['backup.tgz', 'application/gzip'],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('content types: knows that of %s', (name, type) => {
  expect(contentTypeOf(`/home/me/${name}`)).toBe(type);
});

it.each(['README', '.bashrc', 'odd.', 'data.unheard-of', 'folder.d/file', 'a.__proto__', 'a.constructor'])(
  'content types: stores %s as bytes, because its extension is ambiguous',
  (name) => {
    expect(contentTypeOf(name)).toBe('application/octet-stream');
  },
);

it('content types: uses the next name when the extension of the first is unknown', () => {
  expect(contentTypeOf('report', '/tmp/source.pdf')).toBe('application/pdf');
  expect(contentTypeOf('report.txt', '/tmp/source.pdf')).toBe('text/plain; charset=utf-8');
});
