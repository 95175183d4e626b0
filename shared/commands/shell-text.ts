// Quotes text for shells and for URLs, so that the pasted text is one argument and nothing else. Pure.

/** Only these need no quotes in any shell. */
const bare = /^[\w./:,@%+-]+$/;
/**
 * Characters that a terminal obeys when they are pasted, quoted or not (a line feed, Ctrl+C), and those that reorder
 * the line.
 */
const unpasteable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
/** Those after the first are the same to PowerShell. */
const apostrophes = /['\u2018-\u201b]/g;

/**
 * One argument for bash and zsh, whatever it contains. In other shells it may be another argument, but never a command:
 * no apostrophe is escaped by a backslash, which only POSIX shells understand. Characters that a terminal would obey
 * are written as in `$'\x03'`, which some POSIX shells, such as dash, take literally.
 */
export function shellQuoted(text: string): string {
  if (bare.test(text)) return text;
  if (!unpasteable.test(text)) return `'${text.replace(apostrophes, `'"$&"'`)}'`;
  return `$'${[...text].map((character) => (isPlain(character) ? character : hexEscaped(character))).join('')}'`;
}

/** An exclamation mark would be expanded from the history by shells that do not know `$'…'`. */
function isPlain(character: string): boolean {
  return !unpasteable.test(character) && !/['\u2018-\u201b\\!]/.test(character);
}

function hexEscaped(character: string): string {
  return percentEncoded(character).replaceAll('%', String.raw`\x`);
}

/**
 * Also characters with a meaning in shells and markup, so that an address survives being pasted anywhere. Half a
 * character, which an answer may hold, cannot be written: it becomes U+FFFD.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
