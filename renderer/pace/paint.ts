// Painting hours of a week: a rectangle of days and hours gets one speed. Pure.
import type { HourPace, Timetable } from '@shared/model/transfer-pace';

/** 0 for Monday, 0 for 00–01. */
export interface Cell {
  readonly day: number;
  readonly hour: number;
}

export function cellAt(index: number): Cell {
  return { day: Math.floor(index / 24), hour: index % 24 };
}

export function indexOf({ day, hour }: Cell): number {
  return day * 24 + hour;
}

/** Whether the cell is in the rectangle between two corners. */
export function isBetween({ day, hour }: Cell, one: Cell, other: Cell): boolean {
  return (
    day >= Math.min(one.day, other.day) &&
    day <= Math.max(one.day, other.day) &&
    hour >= Math.min(one.hour, other.hour) &&
    hour <= Math.max(one.hour, other.hour)
  );
}

export function painted(hours: Timetable, one: Cell, other: Cell, brush: HourPace): Timetable {
  return hours.map((hour, index) => (isBetween(cellAt(index), one, other) ? brush : hour));
}

const steps: Readonly<Record<string, Cell>> = {
  ArrowLeft: { day: 0, hour: -1 },
  ArrowRight: { day: 0, hour: 1 },
  ArrowUp: { day: -1, hour: 0 },
  ArrowDown: { day: 1, hour: 0 },
  Home: { day: 0, hour: -23 },
  End: { day: 0, hour: 23 },
};

/** Where a key leads; null for a key that does not move. */
export function cellAfter({ day, hour }: Cell, key: string): Cell | null {
  const step = steps[key];
  if (step === undefined) return null;
  const within = (value: number, max: number): number => Math.max(0, Math.min(max, value));
  return { day: within(day + step.day, 6), hour: within(hour + step.hour, 23) };
}
