// Runs the built engine host in a thread as if it were Electron's utility process: the same two ways to speak to it.
const { parentPort, workerData } = require('node:worker_threads');

/** Electron wraps what arrives on a port in an event, and holds it back until the port is started. */
function asElectronPort(port) {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (event, listener) => port.on(event, event === 'message' ? (data) => listener({ data }) : listener),
    start: () => port.start(),
    close: () => port.close(),
  };
}

process.parentPort = {
  on: (event, listener) =>
    parentPort.on(event, ({ message, ports }) => listener({ data: message, ports: ports.map(asElectronPort) })),
  postMessage: (message) => parentPort.postMessage(message),
};
require(workerData.program);
