// The records of a job's journal. They may have been written by another run or version, so they are validated when
// read. Their meaning is in job-state.ts.
import { sep } from 'node:path';
import { z } from 'zod';
import { errorCodes } from '@shared/errors';
import { localNames } from '@shared/model/verify-report';
import { sentOperation } from '@shared/model/monitor';
import { pace } from '@shared/model/transfer-pace';
import { jobStatus, waitReason } from '@shared/model/job-state';
import { syncSettings } from '@shared/model/sync';
import { fileTiming, servedUse, failedItem, transferOptions } from '@shared/model/transfer';
import { jobStop, skipReasons, storedRemark } from './remarks';

const patterns = { include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() };
const common = { connectionId: z.string(), container: z.string(), options: transferOptions, ...patterns };
/** How files are named on the disk; absent: as in earlier versions, which encoded alike everywhere and decoded nothing. */
const localNaming = { localNaming: z.enum(['posix', 'windows']).optional() };
/** Present when the files are those that a check found missing or different. */
const repairs = { repairs: z.object({ jobId: z.string() }).optional() };

/** Present when the job makes its target equal to its source. */
const sync = { sync: syncSettings.optional() };

const uploadSpec = z.object({
  kind: z.literal('upload'),
  ...common,
  prefix: z.string(),
  paths: z.array(z.string()),
  ...localNaming,
  /** The whole name of the blob, where the only path is a file. */
  as: z.string().optional(),
  /** The whole names of the blobs, one for each path: of files, and of empty folders that are marked. */
  names: z.array(z.string()).optional(),
  ...repairs,
  ...sync,
});
/** `below`: the local path, ending in `/`, of the folder whose part is planned again; never recorded. */
export type UploadSpec = z.infer<typeof uploadSpec> & { readonly below?: string };

const selection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('blob'),
    name: z.string(),
    as: z.string().optional(),
    /** Its whole path below the target folder, where the job is a shard. */
    at: z.array(z.string()).min(1).optional(),
  }),
  z.object({ kind: z.literal('prefix'), prefix: z.string(), as: z.string() }),
  z.object({ kind: z.literal('auto'), name: z.string() }),
]);
const downloadSpec = z.object({
  kind: z.literal('download'),
  ...common,
  selection: z.array(selection),
  targetDir: z.string(),
  serves: servedUse.optional(),
  ...localNaming,
  ...repairs,
  ...sync,
});
export type DownloadSpec = z.infer<typeof downloadSpec>;

const copySource = z.object({ connectionId: z.string(), container: z.string() });

const copied = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blob'), name: z.string(), as: z.string() }),
  z.object({ kind: z.literal('prefix'), prefix: z.string(), as: z.string() }),
]);
/** `connectionId` and `container` are the target; `as` is below `prefix`. A move deletes what it has verified. */
const copySpec = z.object({
  kind: z.enum(['copy', 'move']),
  ...common,
  prefix: z.string(),
  from: copySource,
  selection: z.array(copied),
  ...sync,
});
export type CopySpec = z.infer<typeof copySpec>;

/** Compares files with blobs and changes neither. */
const verifySpec = z.object({
  kind: z.literal('verify'),
  ...common,
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('folder'), dir: z.string(), prefix: z.string(), names: localNames }),
    /** Every file that an earlier job has moved. `targetDir`: where a download stored them; empty for an upload. */
    z.object({ kind: z.literal('job'), jobId: z.string(), title: z.string(), targetDir: z.string() }),
    /** Every blob that an earlier job has copied, compared with its source. */
    z.object({ kind: z.literal('copy'), jobId: z.string(), title: z.string(), from: copySource }),
  ]),
});
export type VerifySpec = z.infer<typeof verifySpec>;
export type JobSpec = UploadSpec | DownloadSpec | CopySpec | VerifySpec;

/** Whether the path of an upload means the contents of the folder: a trailing backslash does so on Windows only. */
export function meansContents(path: string): boolean {
  return path.endsWith('/') || path.endsWith(sep);
}

/** Whether it may concern more than one file, as far as known before planning. */
export function hasManyFiles(spec: JobSpec): boolean {
  if (spec.kind === 'verify') return true;
  if (spec.kind === 'upload') return spec.paths.length > 1 || spec.paths.some(meansContents);
  return spec.selection.length > 1 || spec.selection.some(({ kind }) => kind === 'prefix');
}

/** Whether blobs are copied aside before they are replaced or deleted; local files are renamed. */
export function hasBackups(spec: JobSpec): boolean {
  return (spec.kind === 'upload' || spec.kind === 'copy') && spec.sync?.backup !== undefined;
}

/** The id of the upload that its parts belong to, at a store that wants it to be begun. */
const beganUpload = z.string().optional();

/** A file of an upload. `blockBytes` 0: one request for the whole file. */
const uploadFile = z.object({
  t: z.literal('upload'),
  f: z.int(),
  attempt: z.int(),
  path: z.string(),
  name: z.string(),
  bytes: z.number(),
  mtimeNs: z.string(),
  ino: z.string(),
  /** Earlier versions wrote none. */
  ctimeNs: z.string().optional(),
  blockBytes: z.number(),
  /** It is an empty folder, of which a marker is stored. */
  marks: z.literal('folder').optional(),
  /** Length of its block ids, when another writer's uncommitted blocks dictate it. */
  idBytes: z.int().optional(),
  upload: beganUpload,
});
export type UploadFile = z.infer<typeof uploadFile>;

/** A blob of a download and its path below the target folder. `blockBytes` 0: one request for the whole blob. */
const downloadFile = z.object({
  t: z.literal('download'),
  f: z.int(),
  attempt: z.int(),
  name: z.string(),
  segments: z.array(z.string()).min(1),
  /** Its path if it were the only file of the job; absent where it was planned for that, and in earlier versions. */
  wanted: z.array(z.string()).min(1).optional(),
  bytes: z.number(),
  etag: z.string(),
  contentMd5: z.string(),
  lastModified: z.string(),
  /** The time that the file gets, ISO with nine decimals; absent: `lastModified`. */
  modified: z.string().optional(),
  /** It is a marker, for which a folder is made. */
  marks: z.literal('folder').optional(),
  blockBytes: z.number(),
});
export type DownloadFile = z.infer<typeof downloadFile>;

/** The time that the file of a download gets. */
export function modifiedOf({ modified, lastModified }: Pick<DownloadFile, 'modified' | 'lastModified'>): string {
  return modified ?? lastModified;
}

/** A blob of a copy or move and its name on the other side. `blockBytes` 0: one request for the whole blob. */
const copyFile = z.object({
  t: z.literal('copy'),
  f: z.int(),
  attempt: z.int(),
  source: z.string(),
  name: z.string(),
  bytes: z.number(),
  etag: z.string(),
  contentMd5: z.string(),
  tier: z.string(),
  lastModified: z.string(),
  blockBytes: z.number(),
  /** It goes to the backup of a sync: from the target of the job, to this container. */
  backupIn: z.string().optional(),
  upload: beganUpload,
});
export type CopyFile = z.infer<typeof copyFile>;

/**
 * A file and its blob, or a copy of a blob and its source, with what was known of each when it was planned; null for
 * absent.
 */
const verifyFile = z.object({
  t: z.literal('verify'),
  f: z.int(),
  attempt: z.int(),
  /** Of the file, or name of the blob that was copied. */
  path: z.string(),
  /** Its path below the folder that a download would write to; empty for none. */
  segments: z.array(z.string()),
  name: z.string(),
  bytes: z.number(),
  blockBytes: z.number(),
  here: z.object({ bytes: z.number(), etag: z.string().optional(), contentMd5: z.string().optional() }).nullable(),
  there: z.object({ bytes: z.number(), etag: z.string(), contentMd5: z.string() }).nullable(),
  /** `appearance`: null members are not known yet, and never known for the local file. */
  facts: z.enum(['known', 'look']),
  /** `in full`: a blob without MD5 is read and compared byte by byte. */
  reading: z.enum(['never', 'in full']),
});
export type VerifyFile = z.infer<typeof verifyFile>;

/** What a sync deletes at its target, if it still is what was planned. `bytes` 0: it moves none. */
const removeFile = z.object({
  t: z.literal('remove'),
  f: z.int(),
  attempt: z.int(),
  /** Of the blob; of a local file below the target folder, with `/`. */
  name: z.string(),
  bytes: z.literal(0),
  blockBytes: z.literal(0),
  etag: z.string().optional(),
  /** Of a local file, whose `segments` are below the target folder. */
  local: z
    .object({
      segments: z.array(z.string()).min(1),
      bytes: z.number(),
      mtimeNs: z.string(),
      to: z.string().optional(),
      /** It is an empty folder. */
      isFolder: z.literal(true).optional(),
      /** How many of its segments name a folder that the source has, and that stays when it is emptied. Default: none. */
      folderSegments: z.int().optional(),
    })
    .optional(),
});
export type RemoveFile = z.infer<typeof removeFile>;
export type PlannedFile = UploadFile | DownloadFile | CopyFile | VerifyFile | RemoveFile;
/** A planned file that has no number in the job yet. */
export type Unnumbered<F> = Omit<F, 'f' | 'attempt'>;

const endedRecord = z.object({
  t: z.literal('ended'),
  f: z.int(),
  outcome: z.enum(['done', 'skipped', 'failed']),
  /** Present when it was skipped; earlier versions did not write it. */
  reason: z.enum(skipReasons).optional(),
  /** Present when it failed. */
  failure: failedItem.extend({ code: z.string().refine((code) => Object.hasOwn(errorCodes, code)) }).optional(),
  /** Absent when it needed no request; earlier versions wrote none. */
  timing: fileTiming.optional(),
});
export type EndedRecord = z.infer<typeof endedRecord>;

/** The bytes that all runs of a job have sent until now. */
const sentCounts = z.object({
  requests: z.int(),
  retries: z.int(),
  throttled: z.int(),
  /** The requests by account and operation; earlier versions wrote none. */
  operations: z.array(sentOperation).readonly().optional(),
});
export type SentCounts = z.infer<typeof sentCounts>;

export const jobRecord = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('job'),
    version: z.literal(1),
    id: z.string().regex(/^[0-9a-f]{24}$/u),
    createdAtMs: z.number(),
    title: z.string(),
    /**
     * Distinguishes the ids of a file's blocks; absent: the attempt, as in earlier versions. `job`: of the job on many
     * machines of which this one runs a shard. Any other machine derives the same ids.
     */
    blockIds: z.union([z.literal('plan'), z.object({ job: z.string() })]).optional(),
    /** Secret from which the names of partial files are derived; absent: the job's id, as in earlier versions. */
    partKey: z.string().optional(),
    spec: z.discriminatedUnion('kind', [uploadSpec, downloadSpec, copySpec, verifySpec]),
  }),
  uploadFile,
  downloadFile,
  copyFile,
  verifyFile,
  removeFile,
  /** The foreseen totals of the whole plan, including files that turn out to need no moving. */
  z.object({ t: z.literal('foreseen'), files: z.int(), bytes: z.number() }),
  /** Its turn among the waiting jobs: the lowest comes first. Default: the time of its creation. */
  z.object({ t: z.literal('turn'), at: z.number() }),
  /** Every file is known. `again`: failures whose planning had to be repeated. */
  z.object({ t: z.literal('planned'), again: z.int().optional() }),
  /**
   * Blocks stored by the service, or ranges on disk: first and last number of each run. `paused`: a user has paused
   * the file, or resumed it. It is part of this record because earlier versions stop reading at a kind they do not know.
   */
  z.object({
    t: z.literal('blocks'),
    f: z.int(),
    runs: z.array(z.tuple([z.int(), z.int()])),
    /** CRC-32 of each of those blocks in order, as sent or written. Earlier versions wrote none. */
    sums: z.array(z.int()).optional(),
    paused: z.enum(['yes', 'no']).optional(),
  }),
  /**
   * All blocks are staged; the following commit may make the blob visible. `written`: a lookup has shown that it did
   * not.
   */
  z.object({ t: z.literal('committing'), f: z.int(), md5: z.string(), written: z.literal('no').optional() }),
  /** The copy was verified and has that ETag: only the deletion of the source is left. */
  z.object({ t: z.literal('copied'), f: z.int(), etag: z.string() }),
  endedRecord,
  /** Replaces the records of ended files after compaction. */
  z.object({
    t: z.literal('totals'),
    files: z.int(),
    bytes: z.number(),
    filesDone: z.int(),
    bytesDone: z.number(),
    filesSkipped: z.int(),
    /** Earlier versions wrote none. */
    bytesSkipped: z.number().optional(),
    nextFile: z.int(),
  }),
  /** How fast the job may go from here on. */
  z.object({ t: z.literal('pace'), pace }),
  /** A failed file is open again; a failure without a file is dropped, or will be planned again. */
  z.object({ t: z.literal('retry'), f: z.int(), plan: z.literal('again').optional() }),
  z.object({
    t: z.literal('state'),
    state: jobStatus,
    atMs: z.number(),
    /** The remarks as text, for versions that do not know them by name. */
    note: z.string(),
    remarks: z.array(storedRemark).readonly().optional(),
    waitsFor: waitReason.optional(),
    stop: jobStop.optional(),
    /** A user wants everything tried in spite of denials, in a run that is on or was stopped before its end. */
    insists: z.literal('yes').optional(),
    /** The time of all runs, at the end of each and regularly in between. Earlier versions did not write it. */
    ranMs: z.number().optional(),
    /** The bytes they have sent, at the same times. */
    sent: sentCounts.optional(),
  }),
]);
export type JobRecord = z.infer<typeof jobRecord>;
export type JobHead = Extract<JobRecord, { t: 'job' }>;
export type FileFailure = z.infer<typeof failedItem>;
