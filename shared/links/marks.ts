// Recognises the app's links and files before anything in them is parsed. Imports nothing, because the app's start runs
// it first.

export const linkScheme = 'stowage';
/** Some systems pass on no more than this. */
export const longestLink = 8_000;

export const queryFileExtension = '.stowage-query';
export const queryFileType = 'application/vnd.stowage.query+json';

/** Whether text is a link at all, valid or not. */
export function isLink(text: string): boolean {
  return /^stowage:/i.test(text);
}
