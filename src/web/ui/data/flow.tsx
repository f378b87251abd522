import { useId } from 'react';
import type { FlowDrawing, FlowNode } from './draw/draw-flow.ts';
import '#web/styles/office/flow.css';

interface Props {
  /** From drawFlow, in the page's loader. */
  drawing: FlowDrawing;
  /** What it shows, in one sentence; the numbers stand in a table beside it. */
  title: string;
  nameOf: (name: string) => string;
  amountOf: (value: number) => string;
}

/** So many names have room beside a figure of the usual height. */
const DENSE = 14;

/** Flows from the bars on the left to those on the right, as wide as their amounts. */
export function FlowFigure({ drawing, title, nameOf, amountOf }: Props) {
  const id = useId();
  return (
    <figure className="flow" data-tall={Math.max(drawing.from.length, drawing.to.length) > DENSE || undefined}>
      <Names nodes={drawing.from} nameOf={nameOf} amountOf={amountOf} />
      <svg role="img" aria-labelledby={id} viewBox="0 0 100 100" preserveAspectRatio="none">
        <title id={id}>{title}</title>
        {drawing.ribbons.map(({ key, path, from, to, value }) => (
          <path key={key} className="flow-ribbon" d={path}>
            <title>{`${nameOf(from)} → ${nameOf(to)}: ${amountOf(value)}`}</title>
          </path>
        ))}
        {drawing.from.map(({ name, y, height }) => (
          <rect key={name} className="flow-bar" x="0" y={y} width="1.5" height={height} />
        ))}
        {drawing.to.map(({ name, y, height }) => (
          <rect key={name} className="flow-bar" x="98.5" y={y} width="1.5" height={height} />
        ))}
      </svg>
      <Names nodes={drawing.to} nameOf={nameOf} amountOf={amountOf} />
    </figure>
  );
}

/** Beside each bar what it is; the figure's table says the same to whoever can't see it. */
function Names({ nodes, nameOf, amountOf }: { nodes: readonly FlowNode[] } & Pick<Props, 'nameOf' | 'amountOf'>) {
  return (
    <svg className="flow-names" aria-hidden="true">
      {nodes.map(({ name, value, y, height }) => (
        <text key={name} y={`${y + height / 2}%`} dy="0.35em">
          <tspan className="flow-name">{nameOf(name)}</tspan>
          <tspan className="flow-value" dx="0.5em">
            {amountOf(value)}
          </tspan>
        </text>
      ))}
    </svg>
  );
}
