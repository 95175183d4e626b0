// A blob whose bytes are not what it calls itself says so; one that is shown as what it is says nothing.
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { claimText } from './blob-claim';
import { kindOf } from './blob-kind';

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
    [noPicture, 'flag', 'image/png', /^Its content type is image\/png, but .* picture/],
    ['<html>Not found</html>', 'flag.PNG', 'application/octet-stream', /^Its name ends in \.PNG, but .* picture/],
    [noPicture, 'bell.mp3', '', /^Its name ends in \.mp3, but .* sound/],
    [noPicture, 'tour', 'video/quicktime', /^Its content type is video\/quicktime, but .* video/],
    [noPicture, 'fleet.parquet', '', /^Its name ends in \.parquet, but .* Parquet/],
    ['<svg onload="x()">', 'flag.svg', 'image/svg+xml', /^SVG is shown as text/],
  ])('%j named %s as %j', (head, name, contentType, text) => {
    expect(messageOf(head, name, contentType)).toMatch(text);
  });

  it('of JSON that is too long to be laid out says so', () => {
    const text = /^JSON of more than 1\.0\sMiB is shown as its text/u;
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
