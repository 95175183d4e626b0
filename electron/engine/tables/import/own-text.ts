// Texts that are kept for longer than the piece of the input they were cut from.

/** The same text, in memory of its own: a text that is cut from another keeps all of the other alive. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
