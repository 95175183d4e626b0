// The bridge as features use it:
//   call(name, input, { signal })            → Promise of the contract's output; rejects with StowageError
//   subscribe(name, input, onEvent, { signal, afterRestart }) → Promise<void>; survives engine restarts
//   useCall(name, input | null)              → { data, error, isLoading, reload }
//   useStream(name, input | null)            → { latest, error };  useStreamEvents(name, input, onEvent, onError)
//   useEngineState() / engineState()         → 'connecting' | 'running' | 'restarting' | 'failed'
//   takeDrop(event.dataTransfer)             drops to source tokens
//   useDropTarget('files' | 'nothing', onDrop) → { isOver, handlers }   a whole view that takes files
//   useSettings(select?), currentSettings(), writeSettings(patch)      settings, live
//   onAppCommand(listener)                   → commands of the application menu
export {
  call,
  engineState,
  onAppCommand,
  onHeldOpen,
  onOpened,
  onEngineState,
  replaceBridge,
  subscribe,
} from './client';
export { type Bridge, createBridge } from './bridge';
export { takeDrop } from './drop';
export { useDropTarget } from './drop-target';
export { useCall, useEngineState, useStream, useStreamEvents } from './hooks';
export {
  currentSettings,
  loadSettings,
  onLanguageChange,
  onSettingsChange,
  useSettings,
  writeSettings,
} from './settings';
