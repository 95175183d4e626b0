// How long the texts may be that a window sends: generous for what it sends itself, and a limit for a page gone bad.
import { z } from 'zod';

/** Identifies a connection, a job, a file of this machine, or a version of a blob. */
export const idText = z.string().max(256);

/** Represents a file or folder that the user picked: all that a window knows of its path. */
export const fileToken = z.string().max(256);

/** Names of tables and containers are shorter; of blobs, 1,024 characters. The service rejects longer ones. */
export const nameText = z.string().max(4096);

/** A sentence that is shown. */
export const sentenceText = z.string().max(4096);
