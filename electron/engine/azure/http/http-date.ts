// The time of a request in the HTTP date format. Many requests are signed within one second, so the text is cached.

let last = { second: -1, text: '' };

/** `nowMs`: wall time. */
export function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (last.second !== second) last = { second, text: new Date(second * 1000).toUTCString() };
  return last.text;
}
