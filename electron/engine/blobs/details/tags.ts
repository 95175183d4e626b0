// The index tags of a blob. They have no ETag: the current tags are compared with those that were read before they are
// replaced.
import type { BlobAddress } from '../blob-path';
import { StowageError, invalidInput } from '@shared/errors';
import { hasProblems } from '@shared/blob-details/metadata-rules';
import { tagProblems } from '@shared/blob-details/tag-rules';
import type { NamedValue } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { child, childText, escapeXml, parseXml } from '../xml';
import { type WritableBlob, leaseHeader, sendToBlob } from './blob-request';

/** In the order of the service. Throws what `Account.send` throws. */
export async function readTags(account: Account, blob: BlobAddress, signal?: AbortSignal): Promise<NamedValue[]> {
  const { body } = await sendToBlob(account, blob, {
    operation: 'GetBlobTags',
    method: 'GET',
    query: { comp: 'tags' },
    replay: 'safe',
    signal,
  });
  const set = child(parseXml(body.toString('utf8')), 'TagSet');
  return (set?.children ?? []).map((tag) => ({ name: childText(tag, 'Key'), value: childText(tag, 'Value') }));
}

/** `read`: the tags that are replaced. Throws `invalid.input`, `conflict.etag-changed`. */
export async function setTags(
  account: Account,
  blob: WritableBlob,
  read: readonly NamedValue[],
  tags: readonly NamedValue[],
  signal?: AbortSignal,
): Promise<void> {
  const problems = tagProblems(tags);
  if (hasProblems(problems)) {
    const row = problems.rows.find(({ name, value }) => name !== undefined || value !== undefined);
    throw invalidInput('Tags', t`cannot be stored.`, row?.name ?? row?.value ?? problems.list ?? '');
  }
  if (listed(await readTags(account, blob, signal)) !== listed(read)) {
    throw new StowageError('conflict.etag-changed', 'The tags are others than those that were read.', {
      context: { container: blob.container, blob: blob.name },
    });
  }
  const entries = tags.map(
    ({ name, value }) => `<Tag><Key>${escapeXml(name)}</Key><Value>${escapeXml(value)}</Value></Tag>`,
  );
  await sendToBlob(account, blob, {
    operation: 'SetBlobTags',
    method: 'PUT',
    query: { comp: 'tags' },
    replay: 'safe',
    signal,
    headers: { 'content-type': 'application/xml; charset=UTF-8', ...leaseHeader(blob) },
    body: Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?><Tags><TagSet>${entries.join('')}</TagSet></Tags>`,
      'utf8',
    ),
  });
}

function listed(tags: readonly NamedValue[]): string {
  return JSON.stringify(tags.map(({ name, value }) => [name, value]).sort());
}
