import { describe, expect, it } from 'vitest';
import { bindingsOf } from '@shared/keyboard/bindings';
import { fixedKeys } from '@shared/keyboard/commands';
import { helpTopics } from '@renderer/help/help';
import { type Inline, type Line, type Topic, topicsFound, topicsOf } from './guide-text';
import { commandKey, firstTopic, isKeys, keysOfTopic, topicOfTab, topics } from './topics';

const markdown = `# Guide

Before the first section.

## Find, and keep

Press \`Ctrl K\` **twice**.
See [how to move](#move-files) or [a page](other.md).

![a picture](picture.png)

1. One
2. Two

| keys     | what happens |
| -------- | ------------ |
| \`Esc\` | leave it     |

## Move files

- Drop them
- Wait
`;

const linesIn = (lines: readonly Line[]): readonly Inline[] => lines.flat();

describe('the guide as topics', () => {
  const [find, move] = topicsOf(markdown);

  it('is searched by its visible text: neither pictures nor addresses', () => {
    const all = topicsOf(markdown);
    for (const typed of ['picture', 'png', 'other.md', 'move-files'])
      expect(topicsFound(all, typed), typed).toEqual([]);
    expect(topicsFound(all, 'a page')).toEqual([find]);
  });

  it('has one topic for each section, without pictures and without the text before the first section', () => {
    expect([find?.id, move?.id]).toEqual(['find-and-keep', 'move-files']);
    expect(find?.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'list', 'table']);
  });

  it('retains keys, emphasis and links to topics; a link to a page becomes its text', () => {
    const [paragraph] = find?.blocks ?? [];
    expect(paragraph?.kind === 'paragraph' ? paragraph.line : []).toEqual([
      { kind: 'text', text: 'Press ' },
      { kind: 'code', text: 'Ctrl K' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', text: 'twice' },
      { kind: 'text', text: '. See ' },
      { kind: 'topic', text: 'how to move', topic: 'move-files' },
      { kind: 'text', text: ' or ' },
      { kind: 'text', text: 'a page' },
      { kind: 'text', text: '.' },
    ]);
  });

  it('is found by every word, with matches in titles first', () => {
    expect(topicsFound(topicsOf(markdown), 'move').map(({ id }) => id)).toEqual(['move-files', 'find-and-keep']);
    expect(topicsFound(topicsOf(markdown), 'drop wait').map(({ id }) => id)).toEqual(['move-files']);
    expect(topicsFound(topicsOf(markdown), 'drop picture')).toEqual([]);
  });
});

describe('the guide of this project', () => {
  const ids = topics.map(({ id }) => id);
  const plain = bindingsOf({}, 'other');

  it('has a topic for every view, and one to begin with', () => {
    for (const id of [...Object.values(topicOfTab), ...Object.values(helpTopics), firstTopic])
      expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('links only to topics that are there', () => {
    const deadLinks = (all: readonly Topic[]): readonly string[] => {
      const lines = all.flatMap(({ blocks }) =>
        blocks.flatMap((block) =>
          block.kind === 'paragraph' ? [block.line] : block.kind === 'list' ? block.items : block.rows.flat(),
        ),
      );
      const linked = linesIn(lines).flatMap((each) => (each.kind === 'topic' ? [each.topic] : []));
      return linked.filter((topic) => !all.some(({ id }) => id === topic));
    };
    expect(deadLinks(topics)).toEqual([]);
    expect(deadLinks(topicsOf(markdown))).toEqual([]);
    expect(deadLinks(topicsOf(markdown.replace('(#move-files)', '(#gone)')))).toEqual(['gone']);
  });

  it('shows the keys that belong to a topic as they are now', () => {
    const chosen = bindingsOf({ review: 'Mod+Alt+R', insert: null }, 'other');
    const keys = keysOfTopic('change-rows', chosen);
    expect(keys.find(({ does }) => does.startsWith('Review'))?.labels).toEqual(['Ctrl Alt R']);
    expect(keys.find(({ does }) => does.startsWith('Insert'))?.labels).toEqual([]);
    expect(keys.map(({ does }) => does)).toContain(fixedKeys.find(({ keys: [key] }) => key === 'Alt+Enter')?.does);
  });

  it('replaces a default key in its text by the one that the user chose', () => {
    expect(commandKey('Ctrl K', plain)).toBe('Ctrl K');
    expect(commandKey('Ctrl Shift J', bindingsOf({ 'table-jobs': 'F8' }, 'other'))).toBe('F8');
    expect(commandKey('Sports;2026;…', plain)).toBeUndefined();
    expect(['Shift F10', 'Esc', '9', 'WAD', '{ }', 'Sports;2026;…'].map(isKeys)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
