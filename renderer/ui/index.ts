// The design system, one import for every feature: import { Button } from '@renderer/ui'.
//
// Acting     Button (variant primary|secondary|quiet|danger, size, icon) · IconButton (label, icon, shortcut) ·
//            ToggleButton (label, icon) · SegmentedControl (label, options, value, onChange, width) ·
//            CountedFilters (label, filters with counts, value, onChange)
// Entering   TextField (face mono, rows, before/after, errorMessage) · NumberField (min, max, unit) · SearchField ·
//            Select (options, appearance field|bare) · ComboBox (free text with suggestions) · Checkbox · Switch
// Floating   Dialog (title, isOpen, onClose, footer) · ConfirmDialog (confirmLabel, typedName, onConfirm) ·
//            MenuButton (entries, children = trigger) · useContextMenu() → { open(event, label, entries), element } ·
//            aboveAll (a selector of them) · Tooltip (wraps one control) · Popover (trigger, children) · showToast(content), showFailure(thrown, title) · ToastRegion (shell only)
// Marking    Badge (tone, look) · TypeBadge (type) · CostBadge (costClass), costClassWord · KeyCap (keys)
// Showing    EmptyState · ErrorState, ErrorNotice (error, onRetry), describeError · LoadingRows (label, rows, columns) ·
//            ProgressBar (fraction) · Meter · BlockCells (cells) · Time (at), relativeTime, useNowMs ·
//            DropGround (over a view while files hover) · JsonText (a line in colours) · Truncate (ellipsis, whole text on hover), TruncateName (beginAlike: its end stays) · VisuallyHidden
// Laying out SplitPane (name, direction, sized, bounds, isOpen) · ResizeHandle, useRememberedSize · Toolbar, ToolbarSpace ·
//            TabStrip (its panel: panelElementId, tabElementId) · classNames
// Later      lazyView(load): a view whose code is fetched when it is first shown · ErrorBoundary (a fault in its place)
// Many rows  useListWindow (a list of very many equal rows) on useViewport, rowWindow, inSlots, rowTop, scrollTopShowing
export { aboveAll, isDialogOpen } from './above-all';
export { Badge, CostBadge, type MeasuredCost, TypeBadge, costClassLabel } from './badge';
export { Button, ButtonSizeContext, IconButton } from './button';
export { Checkbox, Switch } from './checkbox';
export { classNames } from './class-names';
export { CountedFilters } from './counted-filters';
export { ConfirmDialog, Dialog, type DialogProps } from './dialog';
export { DropGround } from './drop-ground';
export { EmptyState, LoadingRows } from './empty-state';
export { ErrorBoundary } from './error-boundary';
export { ErrorNotice, ErrorState } from './error-state';
export { describeError, isSameMessage, failureTitle, reasonOf } from './error-text';
export { RemedyContext, type Remedies } from './remedies';
export { KeyCap } from './key-cap';
export { type MenuAction, MenuButton, type MenuEntry, menuKeyToActiveRow, useContextMenu } from './menu';
export { JsonText } from './json-text';
export { lazyView } from './lazy-view';
export { BlockCells } from './block-cells';
export { Meter, ProgressBar } from './meter';
export { NumberField } from './number-field';
export { Popover } from './tooltip';
export { rowTop, rowsFrom, rowsOffset, scrollTopFor, scrollTopShowing } from './scroll-space';
export { useAction } from './use-action';
export { useWaited } from './use-waited';
export { useIsInView } from './use-viewport';
export { useListWindow } from './use-list-window';
export { type Viewport, inSlots, rowWindow, useViewport } from './use-viewport';
export { inlineSign, isFromRight, keyAlong } from './reading-side';
export { replaceText } from './text-field';
export { ResizeHandle, type SizeBounds, useRememberedSize } from './resize';
export { ComboBox, type Option, Select } from './select';
export { ResponsiveLabel } from './toolbar';
export { SuggestionList, suggestionId } from './suggestion-list';
export { SplitPane } from './split-pane';
export { carriesTab, useDraggedTab } from './tab-drag';
export { panelElementId, tabElementId } from './tab-ids';
export { type StripTab, TabStrip } from './tab-strip';
export { type FieldKey, SearchField, TextField } from './text-field';
export { Time, relativeTime, useNowMs } from './time';
export {
  type ToastContent,
  ToastRegion,
  clearPastMessages,
  noteMessage,
  showToast,
  toneIcons,
  showPastMessages,
  usePastMessages,
} from './toast';
export { showFailure } from './toast';
export { SegmentedControl, ToggleButton } from './toggle';
export { Toolbar, ToolbarSpace } from './toolbar';
export { Tooltip } from './tooltip';
export { Truncate, TruncateName, TruncatePath, TruncateLocation } from './truncate';
export { beginAlike, isEnd } from './begin-alike';
export { UnreadNotice } from './error-state';
export { VisuallyHidden } from './visually-hidden';
