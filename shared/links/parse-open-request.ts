// Text from outside the app as something to ask a person about: what it would open, or why it opens nothing.
import { StowageError } from '../errors';
import { parseLink } from './link';
import type { OpenRequest } from './open-request';
import { parseQueryFile } from './query-file';
import { t } from '../strings/t';

const longestReason = 400;

/** Never throws. */
export function openRequestOfLink(text: string): OpenRequest {
  return readOr('link', () => ({ state: 'read', from: 'link', target: parseLink(text) }));
}

/** Never throws. */
export function openRequestOfFile(text: string): OpenRequest {
  return readOr('file', () => parseQueryFile(text));
}

/** Something that could not even be looked at. */
export function rejectedOpenRequest(from: OpenRequest['from'], reason: string): OpenRequest {
  return { state: 'refused', from, reason: reason.slice(0, longestReason) };
}

function readOr(from: OpenRequest['from'], read: () => OpenRequest): OpenRequest {
  try {
    return read();
  } catch (thrown) {
    const error = StowageError.from(thrown);
    return rejectedOpenRequest(from, error.kind === 'bug' ? t`It cannot be read.` : error.message);
  }
}
