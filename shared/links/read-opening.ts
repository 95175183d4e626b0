// Text from outside the app as something to ask a person about: what it would open, or why it opens nothing.
import { StowageError } from '../errors';
import { parseLink } from './link';
import type { Opening } from './opening';
import { parseQueryFile } from './query-file';
import { t } from '../strings/t';

const longestReason = 400;

/** Never throws. */
export function openingOfLink(text: string): Opening {
  return readOr('link', () => ({ state: 'read', from: 'link', target: parseLink(text) }));
}

/** Never throws. */
export function openingOfFile(text: string): Opening {
  return readOr('file', () => parseQueryFile(text));
}

/** Something that could not even be looked at. */
export function refusedOpening(from: Opening['from'], reason: string): Opening {
  return { state: 'refused', from, reason: reason.slice(0, longestReason) };
}

function readOr(from: Opening['from'], read: () => Opening): Opening {
  try {
    return read();
  } catch (thrown) {
    const error = StowageError.from(thrown);
    return refusedOpening(from, error.kind === 'bug' ? t`It cannot be read.` : error.message);
  }
}
