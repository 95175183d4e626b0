// The content type of an uploaded file.
import { expect, it } from 'vitest';
import { contentTypeOf } from './content-type';

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
  'content types: stores %s as bytes, because its extension says nothing',
  (name) => {
    expect(contentTypeOf(name)).toBe('application/octet-stream');
  },
);

it('content types: looks at the next name when the extension of the first is unknown', () => {
  expect(contentTypeOf('report', '/tmp/source.pdf')).toBe('application/pdf');
  expect(contentTypeOf('report.txt', '/tmp/source.pdf')).toBe('text/plain; charset=utf-8');
});
