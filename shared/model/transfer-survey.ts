// What a transfer would bring, before it starts: counted from its files or blobs and from what is already where they go.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { earlyStay } from './blob-selection';
import { sentOperation } from './monitor';

/** Some files, or blobs that are copied or downloaded, and the requests that moving them takes when nothing is tried twice. */
const surveySum = z.object({
  files: z.int(),
  bytes: z.number(),
  /** Files that go in one request. */
  puts: z.int(),
  /** Blocks of the others, and these others: each ends with its block list. */
  blocks: z.int(),
  lists: z.int(),
});
export type SurveySum = z.infer<typeof surveySum>;

export const noFiles: SurveySum = { files: 0, bytes: 0, puts: 0, blocks: 0, lists: 0 };

/** What is transferred, and the blob or file that has its name already. */
const takenName = z.object({
  /** Full name of the blob at the target; of a download the path below its folder. */
  name: z.string(),
  sourceBytes: z.number(),
  sourceModifiedMs: z.number(),
  storedBytes: z.number(),
  /** ISO time. */
  storedModified: z.string(),
});
export type TakenName = z.infer<typeof takenName>;

/**
 * `up`, `down`: from and to this machine. `service`: within one account, which copies by itself. `between-accounts`: the
 * service copies where it can read the source. `this-machine`: no service reaches a store on this machine, so the bytes
 * pass through it.
 */
const transferWay = z.enum(['up', 'down', 'service', 'between-accounts', 'this-machine']);
export type TransferWay = z.infer<typeof transferWay>;

/** How many, and the first of them with the reason. */
const refusals = z.object({
  files: z.int(),
  examples: z.array(z.object({ source: z.string(), error: errorShape })),
});

export const transferSurvey = z.object({
  state: z.enum(['under-way', 'complete']),
  way: transferWay,
  /** Every file that can be moved under whichever policy. */
  all: surveySum,
  /** `at-least`: there are more files than are counted. */
  counted: z.enum(['all', 'at-least']),
  largest: z.object({ name: z.string(), bytes: z.number() }).nullable(),
  /** Files whose name is stored already, by which side is newer and whether both have one size. */
  taken: z.array(
    z.object({
      source: z.enum(['newer', 'older']),
      size: z.enum(['same', 'other']),
      sum: surveySum,
      early: z.array(earlyStay),
    }),
  ),
  /** The first of them. */
  examples: z.array(takenName),
  /** `some`: the look ended at its bound or at `problem`. */
  looked: z.enum(['all', 'some']),
  /**
   * Titles of transfers that write to the same names: of those that have not ended, which will exist nobody knows, and of
   * those that ended during the look with something stored, nobody has counted it.
   */
  writing: z.array(z.string()),
  /** Why stored names could not be looked for; null for no such reason. */
  problem: errorShape.nullable(),
  /** Files that cannot be sent. */
  refused: refusals,
  /** Of a download: files whose names a folder, a link or a special file has. Only numbered they can be moved. */
  onlyNumbered: refusals.extend({ sum: surveySum }),
  /** Left out: symbolic links inside of folders, and what is neither file nor folder. */
  links: z.int(),
  specials: z.int(),
  /**
   * Of a move: what leaves its tier before its least stay there is over, of the files whose names are free; that of the
   * others stands beside them.
   */
  early: z.array(earlyStay),
  /** Of a download: what is free on the disk that it goes to. Null where that is not known. */
  freeBytes: z.number().nullable(),
  /** Requests that the look itself has sent. */
  sent: z.array(sentOperation),
  /** Those of `sent` that found what is copied: the job sends them again. */
  finding: z.array(sentOperation),
});
export type TransferSurvey = z.infer<typeof transferSurvey>;
