// Makes a name mean this machine in the process or thread that loads it, as soon as there is a certain file. Until then
// the system is asked for it.
const dns = require('node:dns');
const { existsSync } = require('node:fs');

/** Returns how to end that. */
exports.meansThisMachineOnce = (name, file) => {
  const real = dns.lookup;
  dns.lookup = (host, options, done) => {
    if (host !== name || !existsSync(file)) real(host, options, done);
    else if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  };
  return () => {
    dns.lookup = real;
  };
};
