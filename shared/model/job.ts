// One job of any kind, as the engine lists it for windows and the command line: a transfer or a job on a table.
import { z } from 'zod';
import { tableJob } from './table-job';
import { transferJob } from './transfer';

export const job = z.union([transferJob, tableJob]);
export type Job = z.infer<typeof job>;
