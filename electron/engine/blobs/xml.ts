// Just enough XML for the service's listings: elements, text with entities, CDATA. Text is exact: nothing is trimmed.
// A document that ends early is an error, never a shorter list. Pure.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';

export interface XmlElement {
  readonly name: string;
  readonly attributes: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: string;
  readonly children: XmlElement[];
  text: string;
}

/** Lists are six levels deep at most. */
const maxDepth = 32;
/** A list of 150,000 blocks, or of 5,000 blobs with all their metadata and tags, has fewer than half as many. */
const maxElements = 1_000_000;

/**
 * The root element. Entities that a document declares are not expanded. Throws `network.truncated` when the document is
 * cut or garbled, `network.malformed` when it is none, or is deeper or has more elements than an answer of the service.
 */
export function parseXml(source: string): XmlElement {
  if (/^\uFEFF?\s*[^\s<]/u.test(source)) throw notAList(t`it is not XML`);
  if (/^\uFEFF?\s*<(?:!doctype\s+)?html[\s>]/iu.test(source)) throw notAList(t`it is a web page`);
  const document: OpenElement = { name: '', attributes: '', children: [], text: '' };
  let elements = 0;
  const path: OpenElement[] = [document];
  let at = 0;
  while (at < source.length) {
    const open = path[path.length - 1];
    if (open === undefined) break;
    const tag = source.indexOf('<', at);
    const textEnd = tag === -1 ? source.length : tag;
    if (textEnd > at) open.text += unescape(source.slice(at, textEnd));
    if (tag === -1) break;
    at = readMarkup(source, tag, path, open);
    elements += 1;
    if (path.length > maxDepth || elements > 2 * maxElements)
      throw notAList(t`it has more elements or deeper nesting than a list of the service`);
  }
  const root = document.children[0];
  if (path.length !== 1 || root === undefined) throw cutShort();
  return root;
}

/**
 * The root element of a list of the service. Throws `network.malformed` for any other document, such as a page of a
 * proxy: read as a list it would be an empty one. And what `parseXml` throws.
 */
export function parseList(source: string): XmlElement {
  const root = parseXml(source);
  if (root.name !== 'EnumerationResults') throw notAList(t`it is not a list of the service`);
  return root;
}

/** Text of the first child of that name; empty when there is none. */
export function childText(element: XmlElement | undefined, name: string): string {
  return child(element, name)?.text ?? '';
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** Text as the content of an element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>]/gu, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'));
}

// Returns the position after the markup.
function readMarkup(source: string, tag: number, path: OpenElement[], open: OpenElement): number {
  if (source.startsWith('<![CDATA[', tag)) {
    const end = find(source, ']]>', tag);
    open.text += source.slice(tag + 9, end);
    return end + 3;
  }
  if (source.startsWith('<!--', tag)) return find(source, '-->', tag) + 3;
  const end = find(source, '>', tag);
  const kind = source[tag + 1];
  if (kind === '?' || kind === '!') return end + 1;
  if (kind === '/') {
    const closed = path.pop();
    if (closed === undefined || !closes(source, tag + 2, end, closed.name)) throw cutShort();
    path[path.length - 1]?.children.push(closed);
    return end + 1;
  }
  const empty = source[end - 1] === '/';
  const last = empty ? end - 1 : end;
  const nameEnd = endOfName(source, tag + 1, last);
  const element: OpenElement = {
    name: source.slice(tag + 1, nameEnd),
    attributes: nameEnd === last ? '' : source.slice(nameEnd + 1, last),
    children: [],
    text: '',
  };
  if (empty) open.children.push(element);
  else path.push(element);
  return end + 1;
}

// Compares in place instead of cutting out strings: a page has tens of thousands of tags.
function closes(source: string, from: number, end: number, name: string): boolean {
  return source.startsWith(name, from) && isBlank(source, from + name.length, end);
}

function isBlank(source: string, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (!isSpace(source.charCodeAt(at))) return false;
  return from <= end;
}

function endOfName(source: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) if (isSpace(source.charCodeAt(at))) return at;
  return end;
}

/** White space of XML. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function find(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  if (at === -1) throw cutShort();
  return at;
}

const lastCodePoint = 0x10ffff;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));/giu,
    (whole, hex: string, decimal: string, name: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const point = hex === undefined ? parseInt(decimal, 10) : parseInt(hex, 16);
      if (point > lastCodePoint) throw cutShort();
      return String.fromCodePoint(point);
    },
  );
}

function notAList(problem: string): StowageError {
  return new StowageError('network.malformed', `The listing was not understood: ${problem}.`, { context: { problem } });
}

/** The error for a listing that cannot be parsed; the page is then requested again. */
export function cutShort(): StowageError {
  return new StowageError('network.truncated', 'The listing ended before it was complete.', {
    retry: { afterMs: 1000 },
  });
}
