// The speed limit of transfers: none, a fixed rate, or by the hour of the week.
import { z } from 'zod';

export const hoursOfWeek = 168;
/** A lower limit would make a single small request wait for minutes. */
export const minLimitRate = 1024;

/** The limit in one hour of the week: none, pause, or bytes per second. */
const hourPace = z.union([z.literal('full'), z.literal('pause'), z.int().min(minLimitRate)]);
export type HourPace = z.infer<typeof hourPace>;

/** From Monday 00–01 to Sunday 23–24, in the time zone of the computer. */
export const timetable = z.array(hourPace).length(hoursOfWeek);
export type Timetable = z.infer<typeof timetable>;

export const pace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('full') }),
  z.object({ kind: z.literal('limit'), bytesPerSecond: z.int().min(minLimitRate) }),
  z.object({ kind: z.literal('timetable'), hours: timetable }),
]);
export type Pace = z.infer<typeof pace>;
export const fullPace: Pace = { kind: 'full' };

/** What limits a job now; absent at full speed. */
export const paceNow = z.object({
  /** Bytes per second; `pause`: nothing moves. */
  at: z.union([z.literal('pause'), z.number()]),
  /** Wall time in ms at which the limit changes; null for never. */
  untilMs: z.number().nullable(),
  /** Whether the limit is the job's own, or that of all transfers. */
  of: z.enum(['job', 'all']),
});
export type PaceNow = z.infer<typeof paceNow>;
