// The German guide matches the English one: the same topics in the same order with the same sections, and every text on
// the screen is quoted as the window shows it in German.
import { expect, it } from 'vitest';
import german from '@shared/strings/de.json';
import english from '../../../docs/guide.md?raw';
import translated from '../../../docs/guide.de.md?raw';
import { type Block, type Inline, type Topic, topicsOf, translatedTopics } from './guide-text';

const topics = topicsOf(english);
const others = topicsOf(translated);
const pairs = topics.map((topic, index) => [topic.title, topic, others[index] as Topic] as const);

const linesOf = (block: Block): readonly (readonly Inline[])[] =>
  block.kind === 'paragraph'
    ? [block.line]
    : block.kind === 'list'
      ? block.items
      : [...block.head, ...block.rows.flat()];
const inlinesOf = ({ blocks }: Topic): readonly Inline[] => blocks.flatMap((block) => linesOf(block).flat());
const texts = (topic: Topic, kind: Inline['kind']): readonly string[] =>
  inlinesOf(topic).flatMap((inline) => (inline.kind === kind ? [inline.text] : []));
const shapeOf = ({ blocks }: Topic): readonly string[] =>
  blocks.map((block) => `${block.kind} ${linesOf(block).length}`);

it('has as many topics, and no other pictures', () => {
  const pictures = (text: string): readonly string[] => text.match(/(?<=\]\()[^)]+\.(?:png|jpg)/g) ?? [];
  expect(others).toHaveLength(topics.length);
  expect(pictures(translated)).toEqual(pictures(english));
});

it.each(pairs)('%s: has the same parts, keys and links', (_, topic, other) => {
  expect(shapeOf(other)).toEqual(shapeOf(topic));
  expect([...texts(other, 'code')].sort()).toEqual([...texts(topic, 'code')].sort());
  expect(texts(other, 'topic')).toHaveLength(texts(topic, 'topic').length);
});

it.each(pairs)('%s: names controls as the window does', (_, topic, other) => {
  const catalogue: Readonly<Record<string, string>> = german;
  const named = texts(topic, 'strong').flatMap((text) => text.split(' → '));
  const translations = named.flatMap((text) => (Object.hasOwn(catalogue, text) ? [catalogue[text] ?? ''] : []));
  const shown = texts(other, 'strong').flatMap((text) => text.split(' → '));
  expect(translations.filter((text) => !shown.includes(text))).toEqual([]);
});

it.each([
  ['English', topics, Object.keys(german)],
  ['German', others, Object.values<string>(german)],
])('the %s guide names nothing that is not on screen', (_, guide, onScreen) => {
  const named = guide.flatMap((topic) => texts(topic, 'strong')).flatMap((text) => text.split(' → '));
  expect(named.filter((text) => !onScreen.includes(text))).toEqual([]);
});

it('is found by the ids of the English one, which is used where a translation is missing', () => {
  const [first, second] = topics as [Topic, Topic];
  const [mixed, left] = translatedTopics([first, second], others.slice(0, 1));
  expect(mixed).toEqual({ ...others[0], id: first.id });
  expect(left).toEqual(second);
});
