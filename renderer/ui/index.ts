// The design system, one import for every feature: import { Button } from '@renderer/ui'.
//
// Acting     Button (variant primary|secondary|quiet|danger, size, icon) · IconButton (label, icon, shortcut) ·
//            ToggleButton (label, icon) · SegmentedControl (label, options, value, onChange, width) ·
//            CountedFilters (label, filters with counts, value, onChange)
// Entering   TextField (face mono, rows, before/after, errorMessage) · NumberField (min, max, unit) · SearchField ·
//            Select (options, appearance field|bare) · ComboBox (free text with suggestions) · Checkbox · Switch
// Floating   Dialog (title, isOpen, onClose, footer) · ConfirmDialog (confirmLabel, typedName, onConfirm) ·
//            MenuButton (entries, children = trigger) · useContextMenu() → { open(event, label, entries), element } ·
//            Tooltip (wraps one control) · Popover (trigger, children) · showToast(content) · ToastRegion (shell only)
// Marking    Badge (tone, look) · TypeBadge (type) · CostBadge (costClass), costClassWord · KeyCap (keys)
// Showing    EmptyState · ErrorState, ErrorNotice (error, onRetry), describeError · LoadingRows (label, rows, columns) ·
//            ProgressBar (fraction) · Meter · BlockCells (cells) · Time (at), relativeTime, useNowMs ·
//            DropGround (over a view while files hover) · Truncate (ellipsis, whole text on hover) · VisuallyHidden
// Laying out SplitPane (name, direction, sized, bounds, isOpen) · ResizeHandle, useRememberedSize · Toolbar, ToolbarSpace ·
//            TabStrip (its panel: panelElementId, tabElementId) · classNames
// Later      lazyView(load): a view whose code is fetched when it is first shown · ErrorBoundary (a fault in its place)
// Many rows  useListWindow (a list of very many equal rows) on useViewport, rowWindow, rowTop, scrollTopShowing
export { Badge, type BadgeProps, CostBadge, TypeBadge, costClassWord } from './badge';
export { Button, type ButtonProps, IconButton, type IconButtonProps } from './button';
export { Checkbox, type CheckboxProps, Switch, type SwitchProps } from './checkbox';
export { classNames } from './class-names';
export { type CountedFilter, CountedFilters, type CountedFiltersProps } from './counted-filters';
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './dialog';
export { DropGround, type DropGroundProps } from './drop-ground';
export { EmptyState, type EmptyStateProps, LoadingRows, type LoadingRowsProps } from './empty-state';
export { ErrorBoundary } from './error-boundary';
export { ErrorNotice, ErrorState, type ErrorStateProps } from './error-state';
export { type ErrorWords, describeError, failureTitle, reasonOf } from './error-words';
export { RemedyContext, type Remedies } from './remedies';
export { KeyCap, type KeyCapProps } from './key-cap';
export {
  type ContextMenuState,
  type MenuAction,
  MenuButton,
  type MenuButtonProps,
  type MenuEntry,
  useContextMenu,
} from './menu';
export { lazyView } from './lazy-view';
export { BlockCells, type BlockCellsProps } from './block-cells';
export { Meter, type MeterProps, ProgressBar, type ProgressBarProps } from './meter';
export { NumberField, type NumberFieldProps } from './number-field';
export { Popover, type PopoverProps } from './popover';
export { rowTop, rowsOffset, scrollTopFor, scrollTopShowing } from './scroll-space';
export { type Act, useAct } from './use-act';
export { type ListWindow, useListWindow } from './use-list-window';
export { type Viewport, rowWindow, useViewport } from './use-viewport';
export { inlineSign, isFromRight, keyAlong } from './reading-side';
export { ResizeHandle, type ResizeHandleProps, type SizeBounds, useRememberedSize } from './resize';
export { ComboBox, type ComboBoxProps, type Option, Select, type SelectProps } from './select';
export { SplitPane, type SplitPaneProps } from './split-pane';
export { carriesTab, useDraggedTab } from './tab-drag';
export { panelElementId, tabElementId } from './tab-ids';
export { type StripTab, TabStrip, type TabStripProps } from './tab-strip';
export { SearchField, type SearchFieldProps, TextField, type TextFieldProps } from './text-field';
export { Time, type TimeProps, relativeTime, useNowMs } from './time';
export { type ToastContent, ToastRegion, showToast } from './toast';
export {
  type SegmentOption,
  SegmentedControl,
  type SegmentedControlProps,
  ToggleButton,
  type ToggleButtonProps,
} from './toggle';
export { Toolbar, type ToolbarProps, ToolbarSpace } from './toolbar';
export { Tooltip, type TooltipProps } from './tooltip';
export { Truncate, type TruncateProps } from './truncate';
export { VisuallyHidden } from './visually-hidden';
