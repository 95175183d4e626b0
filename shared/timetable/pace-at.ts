// The pace allowed at an instant, and until when. Hours are local hours of a time zone: an hour skipped in spring does
// not exist, and an hour repeated in autumn lasts two hours. Pure.
import { type HourPace, type Pace, type PaceNow, type Timetable, hoursOfWeek } from '../model/transfer-pace';

export interface PaceAt {
  readonly now: HourPace;
  /** Wall time in ms at which the pace changes; null for never. */
  readonly untilMs: number | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Offsets of time zones, and their changes, are multiples of a quarter of an hour. */
const stepMs = 15 * minuteMs;
/** In the week of a clock change an hour of the table may be missing, so two weeks are searched. */
const horizonMs = 15 * 24 * hourMs;

/** `timeZone`: an IANA name. */
export function paceAt(pace: Pace, atMs: number, timeZone: string): PaceAt {
  if (pace.kind === 'full') return { now: 'full', untilMs: null };
  if (pace.kind === 'limit') return { now: pace.bytesPerSecond, untilMs: null };
  const { hours } = pace;
  const now = hours[hourOfWeek(atMs, timeZone)] ?? 'full';
  return { now, untilMs: isEven(hours) ? null : nextChange(hours, now, atMs, timeZone) };
}

/** 0 for Monday 00–01, 167 for Sunday 23–24. */
export function hourOfWeek(atMs: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(atMs);
  const text = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return Math.max(0, weekdayNames.indexOf(text('weekday'))) * 24 + Number(text('hour'));
}

/** The stricter of two paces; null when neither limits anything. */
export function stricter(job: PaceAt, all: PaceAt): PaceNow | null {
  const [ofJob, ofAll] = [held('job', job), held('all', all)];
  if (ofJob === null || ofAll === null) return ofJob ?? ofAll;
  if (ofJob.at === 'pause' || ofAll.at === 'pause') {
    if (ofJob.at !== ofAll.at) return ofJob.at === 'pause' ? ofJob : ofAll;
    // Both pause: the later end counts.
    return (ofAll.untilMs ?? Infinity) > (ofJob.untilMs ?? Infinity) ? ofAll : ofJob;
  }
  return ofAll.at < ofJob.at ? ofAll : ofJob;
}

function held(of: PaceNow['of'], { now, untilMs }: PaceAt): PaceNow | null {
  return now === 'full' ? null : { at: now, untilMs, of };
}

function isEven(hours: Timetable): boolean {
  return hours.every((hour) => hour === hours[0]);
}

function nextChange(hours: Timetable, now: HourPace, atMs: number, timeZone: string): number | null {
  const endMs = atMs + horizonMs;
  for (let ms = Math.floor(atMs / stepMs) * stepMs + stepMs; ms <= endMs; ms += stepMs) {
    if (hours[hourOfWeek(ms, timeZone)] !== now) return ms;
  }
  return null;
}

export const weekdayNames: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  formatters.set(timeZone, made);
  return made;
}

/** Every hour is the same. */
export function evenTimetable(hour: HourPace): Timetable {
  return Array.from({ length: hoursOfWeek }, () => hour);
}
