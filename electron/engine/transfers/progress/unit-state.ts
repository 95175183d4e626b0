// What a unit of a job's work is doing: a file, or a block of one.
export const unit = { untouched: 0, inFlight: 1, done: 2, retrying: 3 } as const;
export type UnitState = (typeof unit)[keyof typeof unit];
