// Required by a program under test: ends it by SIGKILL just before it would write what STOWAGE_KILL_AT matches to any
// socket, in any of its threads. `N:PATTERN` waits for the Nth time.
const { Socket } = require('node:net');

const [, times = '1', pattern] = /^(?:(\d+):)?(.*)$/su.exec(process.env.STOWAGE_KILL_AT ?? '') ?? [];
if (pattern) {
  const expected = new RegExp(pattern, 'u');
  let left = Number(times);
  const { write } = Socket.prototype;
  const look = (data) => {
    const text = typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
    if (!expected.test(text)) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  Socket.prototype.write = function (data, ...rest) {
    if (data) look(data);
    return write.call(this, data, ...rest);
  };
}
