// The class of operations under which the service bills a request, by the operation name that the engine records.
// Source: Azure Storage documentation, "Map each REST operation to a price", standard general-purpose v2 accounts.
// Pure.
import type { PricedClass } from '../model/prices';

/** `free`: requests of this class are not billed. */
export type BilledClass = PricedClass | 'free';

/** In the order in which they are shown. */
export const billedClasses: readonly BilledClass[] = [
  'tableOperation',
  'blobWrite',
  'blobList',
  'blobRead',
  'blobOther',
  'free',
];

/**
 * @param operation as in the request log: `PutBlock`, `QueryEntities`
 * @returns for tables always the same class, because every page of a query and every transaction of up to 100 changes
 * is one billed operation. A change of tier counts as a write, the more expensive of its two classes: only a change to
 * a colder tier is one.
 */
export function billedClassOf(service: 'blob' | 'table', operation: string): BilledClass {
  return service === 'table' ? 'tableOperation' : (blobClasses.get(operation) ?? 'blobOther');
}

/** Operations of the blob service that are not billed as "other". */
const blobClasses: ReadonlyMap<string, BilledClass> = new Map([
  ['PutBlob', 'blobWrite'],
  ['PutBlock', 'blobWrite'],
  ['PutBlockList', 'blobWrite'],
  ['PutBlockFromURL', 'blobWrite'],
  ['PutPage', 'blobWrite'],
  ['PutPageFromURL', 'blobWrite'],
  ['AppendBlock', 'blobWrite'],
  ['AppendBlockFromURL', 'blobWrite'],
  ['CopyBlob', 'blobWrite'],
  ['SetBlobTier', 'blobWrite'],
  ['UndeleteBlob', 'blobWrite'],
  ['ListBlobs', 'blobList'],
  ['ListContainers', 'blobList'],
  ['CreateContainer', 'blobList'],
  ['FindBlobsByTags', 'blobList'],
  ['GetBlob', 'blobRead'],
  ['QueryBlobContents', 'blobRead'],
  ['DeleteBlob', 'free'],
  ['DeleteContainer', 'free'],
] as const);
