// The names of the calls that main answers; the engine answers all others. Separate from the contract, so that a window
// knows whom to ask without creating all schemas first.
import type { CallsOf } from './contract';

const names: Readonly<Record<CallsOf<'main'>, true>> = {
  'about.licences': true,
  'about.show-browser-licences': true,
  'app.info': true,
  'app.keep-open': true,
  'app.processes': true,
  'app.set-aside': true,
  'app.show-set-aside': true,
  'clipboard.write': true,
  'dialogs.pick-download-folder': true,
  'dialogs.pick-export-file': true,
  'dialogs.pick-import-file': true,
  'dialogs.pick-settings-file': true,
  'dialogs.pick-undo-file': true,
  'dialogs.pick-upload-sources': true,
  'drag-out.hand-over': true,
  'drag-out.prepare': true,
  'engine.restart': true,
  'fault-log.add': true,
  'fault-log.read': true,
  'fault-log.show-files': true,
  'files.keep': true,
  'files.save-bytes': true,
  'files.save-text': true,
  'lab.pick-run-files': true,
  'lab.save-pdf': true,
  'media.close': true,
  'media.open': true,
  'network.apply': true,
  'network.pick-authorities': true,
  'network.read': true,
  'openings.pick': true,
  'openings.read': true,
  'openings.take': true,
  'settings.read': true,
  'settings.write': true,
  'shell.reveal-download': true,
  'shell.reveal-job-file': true,
  'tour.capture': true,
  'tour.finished': true,
  'tour.prepare': true,
  'windows.drawn': true,
  'windows.load-anew': true,
  'windows.open': true,
  'windows.take-carried': true,
};

export function isForMain(name: string): name is CallsOf<'main'> {
  return Object.hasOwn(names, name);
}
