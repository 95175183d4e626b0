// Required by a program under test: while the file that STOWAGE_DISK_FULL names exists, its disk is full for everything
// that it writes through open files, in any of its threads.
const { existsSync, promises } = require('node:fs');

const flag = process.env.STOWAGE_DISK_FULL;
if (flag) {
  void promises.open(__filename, 'r').then(async (any) => {
    const files = Object.getPrototypeOf(any);
    await any.close();
    for (const name of ['write', 'writev', 'appendFile', 'writeFile']) {
      const method = files[name];
      files[name] = function (...args) {
        if (!existsSync(flag)) return method.apply(this, args);
        return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
      };
    }
  });
}
