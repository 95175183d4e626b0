// The time of a request as HTTP writes it. Many requests are signed within one second, which has one such text.

let last = { second: -1, text: '' };

/** `nowMs`: wall time. */
export function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (last.second !== second) last = { second, text: new Date(second * 1000).toUTCString() };
  return last.text;
}
