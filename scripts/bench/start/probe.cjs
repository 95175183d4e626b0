// Loaded into an app before its own code: prints when its first page can be used, as milliseconds of the epoch. Usable:
// the window is shown, and the frame after the one that contains the wanted element is drawn.
const { app } = require('electron');

const selector = process.env.STOWAGE_BENCH_USABLE;
const inPage = `new Promise((resolve) => {
  const now = () => performance.timeOrigin + performance.now();
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => resolve({
      usableAtMs: now(),
      pageAtMs: performance.timeOrigin,
    })));
  };
  look();
})`;

app.once('browser-window-created', (_event, window) => {
  const createdAtMs = Date.now();
  const shown = new Promise((resolve) => window.once('show', () => resolve(Date.now())));
  // Asked of the frame: the window's contents would answer only after everything is loaded.
  window.webContents.once('did-navigate', () => {
    void Promise.all([shown, window.webContents.mainFrame.executeJavaScript(inPage)]).then(([shownAtMs, page]) => {
      process.stdout.write(`stowage-bench ${JSON.stringify({ createdAtMs, shownAtMs, ...page })}\n`);
    });
  });
});
