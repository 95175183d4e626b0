// Converts entities between the service's JSON (minimal metadata) and our model without loss: a whole double stays
// `200.0`, ticks and 64-bit integers retain every digit. Writing is shared with the preview of edits; parsing is in
// page-scanner.ts, limits are in entity-rules.ts.
import type { Entity } from '@shared/model/entity';
import { PageScanner } from './page-scanner';

export { encodeEntity } from '@shared/edit/encode-entity';

/**
 * The rows of one query answer, in the order of the service.
 * @throws StowageError `network.truncated` when the text ends too early, `network.malformed` when it is no such answer
 */
export function decodePage(body: Buffer | string): Entity[] {
  return new PageScanner(textOf(body)).page();
}

/** One entity as a point read answers it. Throws as `decodePage`. */
export function decodeEntity(body: Buffer | string): Entity {
  return new PageScanner(textOf(body)).single();
}

function textOf(body: Buffer | string): string {
  return typeof body === 'string' ? body : body.toString('utf8');
}
