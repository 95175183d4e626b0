// Objects of S3 as a store: as blobs, except for uploads in parts. These are begun first, with everything that the object
// will have besides its bytes; the id that S3 gives them is part of the plan of the file, so that a later run continues
// with it. Parts have at least 5 MiB and are never divided.
import { MiB } from '@shared/units';
import { StowageError } from '@shared/errors';
import type { RestAccount } from '../../azure/account';
import { abandonUpload } from '../../s3/abandon-upload';
import { partsOfEtag } from '../../s3/s3-translation';
import { blockBytesFor, blockCount, objectPartLimits } from '../plan/blocks';
import type { CopyFile, PlannedFile, UploadFile } from '../records/job-records';
import { BlobStore } from './blob-store';
import type { BeginParts, Store, StoreCall } from './store';
import { controlRequest } from './task-requests';

/** As fast as larger ones on every network measured, and small enough to be sent again. */
const defaultPartBytes = 8 * MiB;

export class S3Store extends BlobStore implements Store {
  override readonly partLimits = objectPartLimits;
  override readonly listsMd5 = false;
  readonly readsAnyVersion = true;

  /** The slash at its end is all that a marker needs, and listings show no metadata. */
  override settingsFor(
    ...[file, ...others]: Parameters<BlobStore['settingsFor']>
  ): ReturnType<BlobStore['settingsFor']> {
    if (file.marks === 'folder') return { contentType: 'application/octet-stream', headers: {}, dropped: [] };
    return super.settingsFor(file, ...others);
  }

  async beginParts<F extends UploadFile | CopyFile>(
    file: F,
    { settings, contentMd5, isContinued }: BeginParts,
    call: StoreCall,
  ): Promise<F> {
    const { context, lane, f } = call;
    if (file.bytes === 0) return file;
    if (file.upload !== undefined && (!isContinued || (await this.#isOpen(file, call)))) return file;
    const { upload } = await controlRequest(context, lane, f, 'begin-parts', {
      container: this.where(file.name).container,
      name: file.name,
      contentType: settings.contentType,
      settings: { ...settings.headers, ...(contentMd5 === '' ? {} : { 'x-ms-meta-md5chksum': contentMd5 }) },
    });
    return { ...file, blockBytes: this.#partBytes(file, context.options), upload };
  }

  async abandonParts(file: UploadFile | CopyFile, { context, lane, f }: StoreCall): Promise<void> {
    const { upload, name } = file;
    if (upload === undefined) return;
    const { container } = this.where(name);
    // S3 is told for the sake of the bill; if that fails, rules of the bucket or the user can still end it.
    await controlRequest(context, lane, f, 'abandon-parts', { container, name, upload }).catch(() => undefined);
  }

  /** Whether the upload waits for parts still. */
  async #isOpen(file: UploadFile | CopyFile, call: StoreCall): Promise<boolean> {
    try {
      await this.stagedParts(file, call);
      return true;
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.code !== 'conflict.blocks-lost') throw error;
      return false;
    }
  }

  override async isMadeOfParts(file: UploadFile | CopyFile, call: StoreCall): Promise<boolean> {
    const object = await this.probe(file.name, call);
    if (object?.bytes !== file.bytes) return false;
    // The ETag of an object reveals of how many parts it is made, and nothing else.
    return partsOfEtag(object.etag) === blockCount(file.bytes, file.blockBytes);
  }

  /** Each upload has its own parts. */
  override isBlockedByOthers(): boolean {
    return false;
  }

  override planBesideOthers(): Promise<null> {
    return Promise.resolve(null);
  }

  override discardOthersParts(_name: string, rejection: StowageError): Promise<void> {
    return Promise.reject(rejection);
  }

  /** Listings of S3 have no metadata, and its ETags follow from the content. */
  protected override sourceEtag(): Readonly<Record<string, string>> {
    return {};
  }

  protected override prefixOf(file: UploadFile | CopyFile): string {
    return file.upload ?? '';
  }

  #partBytes({ bytes }: UploadFile | CopyFile, options: StoreCall['context']['options']): number {
    const { minPartBytes } = this.partLimits;
    const chosen = options.blockBytes === 'auto' ? defaultPartBytes : options.blockBytes;
    return Math.max(minPartBytes, blockBytesFor(bytes, { ...options, blockBytes: chosen }, null, this.partLimits));
  }
}

/**
 * Ends the uploads of files that a job has begun and will not continue: their parts are stored, and billed, until then.
 * Does not throw: rules of the bucket, or the user, can still end them.
 */
export async function abandonUploads(
  files: readonly PlannedFile[],
  { container }: { readonly container: string },
  openAccount: () => Promise<RestAccount>,
): Promise<void> {
  const uploads = files.flatMap((file) =>
    'upload' in file && file.upload !== undefined ? [{ container, name: file.name, upload: file.upload }] : [],
  );
  if (uploads.length === 0) return;
  const account = await openAccount().catch(() => null);
  for (const upload of account === null ? [] : uploads) {
    if (account !== null) await abandonUpload(account, upload).catch(() => undefined);
  }
}
