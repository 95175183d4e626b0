// Text that holds nothing but itself. A name cut out of a page of a listing, or a cell out of a piece of a file, keeps all
// of it in memory for as long as it is held; what is kept for longer is copied out of it.

const plain = /^[\0-\x7f]*$/u;

/** The same text, in memory of its own. */
export function ownText(text: string): string {
  const encoding = plain.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
