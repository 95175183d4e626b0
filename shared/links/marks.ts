// What links and files of ours are known by, before anything of them is read. Needs nothing: a start looks at it first.

export const linkScheme = 'stowage';
/** Some systems hand on no more. */
export const longestLink = 8_000;

export const queryFileEnding = '.stowage-query';
export const queryFileType = 'application/vnd.stowage.query+json';

/** Whether text asks to be read as a link at all. */
export function isLink(text: string): boolean {
  return /^stowage:/i.test(text);
}
