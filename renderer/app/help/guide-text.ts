// Parses the guide into topics that can be rendered: supports the subset of Markdown that docs/guide.md uses. Pure.

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  /** A key, a value or a part of a name. */
  | { readonly kind: 'code'; readonly text: string }
  /** To another topic of the guide, by its id. */
  | { readonly kind: 'topic'; readonly text: string; readonly topic: string };

export type Line = readonly Inline[];

export type Block =
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly order: 'numbered' | 'free'; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] };

export interface Topic {
  /** As a link names it: `find-rows`. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Its text in lower case, for a search. */
  readonly searched: string;
}

/** Every section of the second level; pictures and the text before the first section are omitted. */
export function topicsOf(markdown: string): readonly Topic[] {
  return markdown
    .split(/^## /mu)
    .slice(1)
    .map((section) => {
      const [title = '', ...rest] = section.split('\n');
      const body = rest.join('\n');
      return { id: idOf(title), title, blocks: blocksOf(body), searched: `${title}\n${shownOf(body)}`.toLowerCase() };
    });
}

/** Without pictures, and without the addresses of links, which are not searched. */
function shownOf(body: string): string {
  return body.replace(/!\[[^\]]*\]\([^)]*\)/gu, '').replace(/\]\([^)]*\)/gu, ']');
}

/**
 * A guide in another language: the same topics in the same order, found by the same ids. One that is missing there stays
 * as it is.
 */
export function translatedTopics(topics: readonly Topic[], others: readonly Topic[]): readonly Topic[] {
  return topics.map((topic, index) => ({ ...(others[index] ?? topic), id: topic.id }));
}

/** Topics that contain every typed word; those with all of them in the title come first. */
export function topicsFound(topics: readonly Topic[], typed: string): readonly Topic[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const inTitle = ({ title }: Topic): boolean => terms.every((term) => title.toLowerCase().includes(term));
  const found = topics.filter(({ searched }) => terms.every((term) => searched.includes(term)));
  return [...found.filter(inTitle), ...found.filter((topic) => !inTitle(topic))];
}

/** Builds the anchor of a heading from its text. */
function idOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

function blocksOf(body: string): readonly Block[] {
  return body
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('!['))
    .map((part): Block => {
      const lines = part.split('\n');
      if (part.startsWith('|')) {
        const [head = [], , ...rows] = lines.map(cellsOf);
        return { kind: 'table', head, rows };
      }
      const item = /^(?:-|\d+\.) /;
      if (lines.every((line) => item.test(line))) {
        const order = part.startsWith('-') ? 'free' : 'numbered';
        return { kind: 'list', order, items: lines.map((line) => lineOf(line.replace(item, ''))) };
      }
      return { kind: 'paragraph', line: lineOf(lines.join(' ')) };
    });
}

function cellsOf(row: string): readonly Line[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => lineOf(cell.trim()));
}

/** `**strong**`, `code` and links; a link to another page becomes its text. */
function lineOf(text: string): Line {
  const pieces = text.split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/);
  return pieces.filter((piece) => piece !== '').map(inlineOf);
}

function inlineOf(piece: string): Inline {
  if (piece.startsWith('**')) return { kind: 'strong', text: piece.slice(2, -2) };
  if (piece.startsWith('`')) return { kind: 'code', text: piece.slice(1, -1) };
  const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece);
  if (link === null) return { kind: 'text', text: piece };
  const [, text = '', to = ''] = link;
  return to.startsWith('#') ? { kind: 'topic', text, topic: to.slice(1) } : { kind: 'text', text };
}
