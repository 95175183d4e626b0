// Reads a property list of macOS in its XML form.
import { readFileSync } from 'node:fs';

export type Properties = Readonly<Record<string, unknown>>;

export function propertiesAt(path: string): Properties {
  const text = readFileSync(path, 'utf8');
  const body = text.slice(text.indexOf('<plist'));
  const tokens = [...body.matchAll(/<(\/?)(dict|array|key|string|integer|true|false)\s*(\/?)>([^<]*)/g)];
  let at = 0;
  const next = (): {
    readonly tag: string;
    readonly isEnd: boolean;
    readonly isEmpty: boolean;
    readonly text: string;
  } => {
    const [, end = '', tag = '', empty = '', content = ''] = tokens[at++] ?? [];
    if (tag === '') throw new Error(`${path} ends too early`);
    return { tag, isEnd: end !== '', isEmpty: empty !== '', text: unescaped(content) };
  };
  const value = ({ tag, isEmpty, text: content }: ReturnType<typeof next>): unknown => {
    if (tag === 'true' || tag === 'false') return tag === 'true';
    if (tag === 'dict' || tag === 'array') {
      if (isEmpty) return tag === 'dict' ? {} : [];
      return tag === 'dict' ? dictionary() : list();
    }
    if (!isEmpty) next();
    return tag === 'integer' ? Number(content) : content;
  };
  const dictionary = (): Properties => {
    const found: Record<string, unknown> = {};
    for (let token = next(); !token.isEnd; token = next()) {
      const key = value(token);
      found[String(key)] = value(next());
    }
    return found;
  };
  const list = (): readonly unknown[] => {
    const found: unknown[] = [];
    for (let token = next(); !token.isEnd; token = next()) found.push(value(token));
    return found;
  };
  return value(next()) as Properties;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
