import { useId } from 'react';
import type { ChartPoint, Drawing } from './draw/draw-chart.ts';
import '#web/styles/office/chart.css';

interface Props {
  /** From drawChart, in the page's loader. */
  drawing: Drawing;
  /** What the chart shows, in one sentence. */
  title: string;
  /** The headings of the table's two columns. */
  heads: { at: string; value: string };
  /** The label that opens the table. */
  summary: string;
  format: {
    at: (iso: string) => string;
    value: (value: number) => string;
    /** A shorter form for the axis; by default the same as in the table. */
    tickAt?: (iso: string) => string;
    tick?: (value: number) => string;
  };
}

/** A line, area or bar chart with axes, and a table of the same numbers for users who can't see it. */
export function Chart({ drawing, title, heads, summary, format }: Props) {
  const id = useId();
  const { tick = format.value, tickAt = format.at } = format;
  const ticks = drawing.values.map(({ value, y }) => ({ text: tick(value), y: `${y}%` }));
  return (
    <figure className="chart">
      <div className="chart-drawing">
        <svg className="chart-axis" width={`${Math.max(...ticks.map(({ text }) => text.length))}ch`} aria-hidden="true">
          {ticks.map(({ text, y }) => (
            <text key={text} x="100%" y={y} dy="0.35em">
              {text}
            </text>
          ))}
        </svg>
        <svg role="img" aria-labelledby={id}>
          <title id={id}>{title}</title>
          <Shapes drawing={drawing} nameOf={({ at, value }) => `${format.at(at)}: ${format.value(value)}`} />
          {drawing.times.map(({ at, x }) => (
            <text key={at} x={`${x}%`} y="100%" dy="-0.2em" textAnchor={anchorAt(x)}>
              {tickAt(at)}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable drawing={drawing} heads={heads} summary={summary} format={format} />
    </figure>
  );
}

interface ShapesProps {
  drawing: Drawing;
  nameOf: (point: ChartPoint) => string;
}

function Shapes({ drawing, nameOf }: ShapesProps) {
  return (
    <>
      {drawing.values.map(({ value, y }) => (
        <line key={value} className="chart-rule" x1="0" x2="100%" y1={`${y}%`} y2={`${y}%`} />
      ))}
      {drawing.line ? (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">
          {drawing.area ? <path className="chart-area" d={drawing.area} /> : null}
          <path className="chart-line" d={drawing.line} />
        </svg>
      ) : null}
      {drawing.bars.map(({ x, y, width, height, ...point }) => (
        <rect key={point.at} className="chart-bar" x={`${x}%`} y={`${y}%`} width={`${width}%`} height={`${height}%`}>
          <title>{nameOf(point)}</title>
        </rect>
      ))}
    </>
  );
}

/** Keeps the outermost labels inside the chart. */
const anchorAt = (x: number) => (x < 8 ? 'start' : x > 92 ? 'end' : 'middle');

function ChartTable({ drawing, heads, summary, format }: Omit<Props, 'title'>) {
  return (
    <details className="quiet-details">
      <summary>{summary}</summary>
      <table className="chart-table">
        <thead>
          <tr>
            <th scope="col">{heads.at}</th>
            <th scope="col">{heads.value}</th>
          </tr>
        </thead>
        <tbody>
          {drawing.rows.map(({ at, value }) => (
            <tr key={at}>
              <th scope="row">
                <time dateTime={at}>{format.at(at)}</time>
              </th>
              <td>{format.value(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
