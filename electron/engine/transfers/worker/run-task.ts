// From a task's kind to the function that does it.
import { discardBlocks, emptyBlob, putBlob, putBlock, putBlockList } from './upload-tasks';
import { readBlobFacts, readBlocks, readTags, readWholeFacts } from './blob-reads';
import { carryBlock, copyBlob, copyBlock, deleteSource } from './copy-tasks';
import { finishFile } from './finish-file';
import type { TaskContext } from './context';
import { getBlob, getRange } from './download-tasks';
import { compareBlobs, compareRange } from './compare-range';
import { mendRange } from './mend-range';
import type { AnyTask, DiskTaskKind } from './messages';

/** Every task that needs an account. */
export type RequestTask = Exclude<AnyTask, { readonly kind: DiskTaskKind }>;

export async function runTask(task: RequestTask, context: TaskContext): Promise<unknown> {
  switch (task.kind) {
    case 'put-blob':
      return putBlob(task.input, context);
    case 'put-block':
      return putBlock(task.input, context);
    case 'put-block-list':
      return putBlockList(task.input, context);
    case 'discard-blocks':
      return discardBlocks(task.input, context);
    case 'empty-blob':
      return emptyBlob(task.input, context);
    case 'get-properties':
      return { blob: await readBlobFacts(task.input, context) };
    case 'get-block-list':
      return { blocks: await readBlocks(task.input, context) };
    case 'get-range':
      return getRange(task.input, context);
    case 'mend-range':
      return mendRange(task.input, context);
    case 'compare-range':
      return compareRange(task.input, context);
    case 'compare-blobs':
      return compareBlobs(task.input, context);
    case 'get-blob':
      return getBlob(task.input, context);
    case 'read-blob':
      return { blob: await readWholeFacts(task.input, task.input.side, context) };
    case 'read-tags':
      return { tags: await readTags(task.input, context) };
    case 'copy-blob':
      return copyBlob(task.input, context);
    case 'copy-block':
      return copyBlock(task.input, context);
    case 'carry-block':
      return carryBlock(task.input, context);
    case 'delete-source':
      return deleteSource(task.input, context);
    case 'finish-file':
      finishFile(task.input);
      return {};
  }
}
