// Says in one sentence why a text cannot be a key. Rules: "Understanding the Table service data model".
import { type KeyDraft, oneOfValues } from './key-draft';

const longestKeyUnits = 512;
const named: Readonly<Record<string, string>> = {
  '/': 'slash',
  '\\': 'backslash',
  '#': 'number sign',
  '?': 'question mark',
};

/** The sentence to show, or undefined where the text is a legal key. `field` is the key's name. */
export function keyProblem(field: string, text: string): string | undefined {
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const code = text.charCodeAt(index);
    const name = named[character];
    if (name !== undefined) {
      return `${field} cannot contain ${character} (${name}, position ${index + 1}). No key in Table Storage has it: remove it.`;
    }
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
      return `${field} cannot contain the control character U+${hex(code)} (position ${index + 1}). Remove it.`;
    }
    if (isLoneSurrogate(text, index)) {
      return `${field} has half of a character at position ${index + 1} (U+${hex(code)}). Type or paste it again.`;
    }
  }
  if (text.length > longestKeyUnits) {
    return `${field} is ${text.length} characters long; a key has at most ${longestKeyUnits}. Shorten it.`;
  }
  return undefined;
}

/** The first problem among everything that the draft's operator uses. */
export function keyDraftProblem(field: string, draft: KeyDraft): string | undefined {
  switch (draft.operator) {
    case 'any':
      return undefined;
    case 'is':
    case 'starts-with':
      return keyProblem(field, draft.text);
    case 'one-of': {
      const values = oneOfValues(draft);
      if (values.length === 0) return `${field} is one of nothing yet. Type a value and press Enter.`;
      return values.map((value) => keyProblem(field, value)).find((problem) => problem !== undefined);
    }
    case 'range': {
      const problem = keyProblem(field, draft.from) ?? keyProblem(field, draft.to);
      if (problem !== undefined) return problem;
      const backwards = draft.from !== '' && draft.to !== '' && draft.from > draft.to;
      return backwards
        ? `${field} runs from a later key to an earlier one, so nothing can match. Swap the two.`
        : undefined;
    }
  }
}

function isLoneSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code >= 0xd800 && code <= 0xdbff) {
    const next = text.charCodeAt(index + 1);
    return !(next >= 0xdc00 && next <= 0xdfff);
  }
  if (code >= 0xdc00 && code <= 0xdfff) {
    const previous = text.charCodeAt(index - 1);
    return !(previous >= 0xd800 && previous <= 0xdbff);
  }
  return false;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
