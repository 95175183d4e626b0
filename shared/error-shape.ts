// The schema of an error that crosses a process boundary. Separate from errors.ts, so that threads start without zod.
import { z } from 'zod';
import { type ErrorCode, type ErrorShape, errorCodes } from './errors';

export const errorShape: z.ZodType<ErrorShape> = z.object({
  code: z.string().refine((code): code is ErrorCode => Object.hasOwn(errorCodes, code)),
  detail: z.string(),
  retry: z.union([z.literal('no'), z.object({ afterMs: z.number().nonnegative() })]),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  requestId: z.string().optional(),
});
