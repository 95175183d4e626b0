// The inspector beside the rows, and the handle that sizes it.
import { t } from '@shared/strings/t';
import { ResizeHandle } from '@renderer/ui';
import { EntityInspector, type EntityInspectorProps } from './entity-inspector';
import { type InspectorPane as Pane, inspectorBounds } from '../edits/use-inspector-pane';

export interface InspectorPaneProps extends Omit<EntityInspectorProps, 'view' | 'onViewChange' | 'widthPx'> {
  readonly pane: Pane;
}

export function InspectorPane({ pane, ...props }: InspectorPaneProps) {
  if (!pane.isShown) return null;
  return (
    <>
      <ResizeHandle
        label={t`Resize the inspector`}
        orientation="vertical"
        panel="after"
        size={pane.widthPx}
        bounds={inspectorBounds}
        onResize={pane.resize}
      />
      <EntityInspector {...props} view={pane.view} onViewChange={pane.setView} widthPx={pane.widthPx} />
    </>
  );
}
