// Required by a program under test: its wall clock is ahead by STOWAGE_CLOCK_AHEAD_MS, in each of its threads.
const aheadMs = Number(process.env.STOWAGE_CLOCK_AHEAD_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + aheadMs);
    else super(...args);
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};
