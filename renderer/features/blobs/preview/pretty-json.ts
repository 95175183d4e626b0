// JSON laid out on lines, with every token as it was written: numbers keep their digits, names their order. Pure.

/** Deeper nesting makes more indentation than text. */
const deepestLevel = 100;
const indent = '  ';

/** Null where the text is no JSON, or is nested so deeply that no layout helps. */
export function prettyJson(text: string): string | null {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    JSON.parse(source);
  } catch {
    return null;
  }
  return laidOut(source);
}

/** What is known to be JSON: only strings need care, as everything else means the same wherever it stands. */
function laidOut(source: string): string | null {
  const pieces: string[] = [];
  let level = 0;
  const breakLine = (): void => {
    pieces.push('\n', indent.repeat(level));
  };
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? '';
    switch (character) {
      case '"': {
        const end = endOfString(source, index);
        pieces.push(source.slice(index, end));
        index = end - 1;
        break;
      }
      case '{':
      case '[': {
        const next = nextToken(source, index + 1);
        pieces.push(character);
        if (source[next] === '}' || source[next] === ']') {
          pieces.push(source[next] ?? '');
          index = next;
          break;
        }
        level += 1;
        if (level > deepestLevel) return null;
        breakLine();
        break;
      }
      case '}':
      case ']':
        level -= 1;
        breakLine();
        pieces.push(character);
        break;
      case ',':
        pieces.push(character);
        breakLine();
        break;
      case ':':
        pieces.push(': ');
        break;
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      default:
        pieces.push(character);
    }
  }
  return pieces.join('');
}

function endOfString(source: string, start: number): number {
  let index = start + 1;
  while (index < source.length && source[index] !== '"') index += source[index] === '\\' ? 2 : 1;
  return index + 1;
}

function nextToken(source: string, start: number): number {
  let index = start;
  while (/[ \t\r\n]/u.test(source[index] ?? '')) index += 1;
  return index;
}
