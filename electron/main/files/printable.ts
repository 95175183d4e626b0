// What the hidden window that prints reports accepts: its one file, and pages that cannot make it hang.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { fileURLToPath } from 'node:url';

/** A report of hundreds of charts has fewer tags, and nests about ten deep. */
const maxTags = 400_000;
const maxDepth = 256;

/** Elements without an end tag, which do not nest. */
const single = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/iu;

/** Throws `invalid.input`. Elements that are never closed count as nested. */
export function checkPrintable(html: string): void {
  let tags = 0;
  let depth = 0;
  // Without the text after the last tag, so that each match ends where the next search begins.
  const tagged = html.slice(0, html.lastIndexOf('>') + 1);
  for (const [tag, slash, name = ''] of tagged.matchAll(/<(\/?)([a-z][\w-]{0,30})[^>]*>/giu)) {
    tags += 1;
    if (slash === '/') depth -= 1;
    else if (!tag.endsWith('/>') && !single.test(name)) depth += 1;
    if (tags > maxTags) throw notPrinted(t`it has too many elements`);
    if (depth > maxDepth) throw notPrinted(t`its elements are nested too deeply`);
  }
}

export function notPrinted(why: string): StowageError {
  const problem = t`The report cannot be printed: ${why}.`;
  return new StowageError('invalid.input', problem, {
    context: { field: 'PDF', problem, fix: t`Export it in another format.` },
  });
}

/** `path`: absolute, as the system writes it. */
export function isAddressOf(path: string, address: string): boolean {
  try {
    return fileURLToPath(address) === path;
  } catch {
    // Not the address of a file, or one of another machine.
    return false;
  }
}
