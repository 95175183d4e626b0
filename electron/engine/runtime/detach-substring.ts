// Copies text that is retained for long. V8 implements a substring as a view on the whole string: a name cut out of a
// listing page would keep the entire page in memory.

const plain = /^[\0-\x7f]*$/u;

/** The same text in separate memory. */
export function detachSubstring(text: string): string {
  const encoding = plain.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
