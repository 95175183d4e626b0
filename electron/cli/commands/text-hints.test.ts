// Hints for a quoted text that reads like another type.
import { expect, it } from 'vitest';
import type { EdmValue, Entity } from '@shared/model/entity';
import { queryFrom } from './query';
import { textHints } from './text-hints';

const hintsOf = (...where: string[]): readonly string[] =>
  textHints(queryFrom('Orders', { where }), []).map((hint) => hint.replace(/^.* use /, ''));

it('is how the same condition on a date, a GUID or a number is written', () => {
  expect(textHints(queryFrom('Orders', { where: ["PlacedAt ge '2026-10-14'"] }), [])).toEqual([
    "--where: quoted values are text. If PlacedAt is a date, use PlacedAt ge datetime'2026-10-14T00:00:00Z'",
  ]);
  expect(hintsOf("A lt '2026-10-14 08:30:15.25+02:00'")).toEqual(["A lt datetime'2026-10-14T06:30:15.25Z'"]);
  expect(hintsOf("not (Id eq '1F0E8C4A-0b57-4f0e-9c0e-2d3a4b5c6d7e')")).toEqual([
    "Id eq guid'1F0E8C4A-0b57-4f0e-9c0e-2d3a4b5c6d7e'",
  ]);
  expect(hintsOf("Total gt '9.5' or Total eq '7'", "Big eq '3000000000'", "Total eq '7'")).toEqual([
    'Total gt 9.5',
    'Total eq 7 (Int32), Total eq 7L (Int64) or Total eq 7.0 (Double)',
    'Big eq 3000000000L (Int64) or Big eq 3000000000.0 (Double)',
  ]);
  expect(textHints(queryFrom('Orders', { filter: "Total eq '7'" }), [])).toEqual([
    expect.stringMatching(/^--filter: /),
  ]);
});

it('hint: is empty for values that can only be text, and for other types', () => {
  expect(hintsOf("A eq 'open'", "A eq '2026-13-01'", "A eq 'NaN'", 'A eq 7L')).toEqual([]);
  expect(hintsOf("A ge datetime'2026-10-14T00:00:00Z'", "RowKey ge '2026-10-14'")).toEqual([]);
  expect(textHints(queryFrom('Orders', { pk: '7', rkPrefix: '2026-10-14' }), [])).toEqual([]);
});

it('hint: is shown for rows found whose property holds no text, as an emulator finds them', () => {
  const row = (value: EdmValue): Entity => ({
    partitionKey: 'p',
    rowKey: 'r',
    timestamp: '',
    etag: '',
    properties: [{ name: 'At', value }],
  });
  const date = row({ type: 'Edm.DateTime', value: '2026-10-14T00:00:00Z' });
  const text = row({ type: 'Edm.String', value: '2026-10-14' });
  const requested = (where: string, ...found: Entity[]): number =>
    textHints(queryFrom('T', { where: [where] }), found).length;
  expect([requested("At ge '2026-10-14'", date), requested("At ge '2026-10-14'", date, text)]).toEqual([1, 0]);
  expect(requested("Other ge '2026-10-14'", date), 'not read').toBe(0);
  const total = row({ type: 'Edm.Int64', value: '7' });
  expect(textHints(queryFrom('T', { where: ["At eq '7'"] }), [total])).toEqual([
    '--where: quoted values are text. If At is a number, use At eq 7L',
  ]);
  expect(requested("At ge '2026-10-14'", date, total)).toBe(1);
  expect(requested("At eq '7'", date)).toBe(0);
});

it('is how a whole number is written for the other types, where nothing was found', () => {
  const query = queryFrom('T', { where: ['Total ge 7', "PartitionKey eq 'p'"] });
  const hint =
    '--where: 7 is an Int32. If Total is another number type, use Total ge 7L (Int64) or Total ge 7.0 (Double)';
  expect(textHints(query, [])).toEqual([hint]);
  const found: Entity = { partitionKey: 'p', rowKey: 'r', timestamp: '', etag: '', properties: [] };
  expect(textHints(query, [found])).toEqual([]);
});
