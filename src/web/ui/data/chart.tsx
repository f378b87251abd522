import { type ComponentType, lazy, Suspense, useEffect, useId, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { CursorProps } from './draw/chart-cursor.tsx';
import type { ChartPoint, Drawing } from './draw/draw-chart.ts';
import '#web/styles/office/chart.css';

// Reading single points needs the scripts and some time after them: where it doesn't load, the table says the same.
const ChartCursor = lazy<ComponentType<CursorProps>>(() =>
  import('./draw/chart-cursor.tsx').then(
    ({ ChartCursor }) => ({ default: ChartCursor }),
    () => ({ default: () => null }),
  ),
);

const FEW = 5;

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
  const { t } = useI18n();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const ticks = drawing.values.map(({ value, y }) => ({ text: tick(value), y: `${y}%` }));
  return (
    <figure className="chart">
      {drawing.earlier ? (
        <p className="chart-legend" aria-hidden="true">
          <span>{t('chart.now')}</span> <span data-earlier>{t('chart.before')}</span>
        </p>
      ) : null}
      <div className="chart-drawing">
        <svg className="chart-axis" width={`${Math.max(...ticks.map(({ text }) => text.length))}ch`} aria-hidden="true">
          {ticks.map(({ text, y }) => (
            <text key={text} x="100%" y={y} dy="0.35em">
              {text}
            </text>
          ))}
        </svg>
        <svg role="img" aria-labelledby={id} className="chart-plot" data-few={isFew(drawing) || undefined}>
          <title id={id}>{title}</title>
          <Shapes drawing={drawing} nameOf={({ at, value }) => `${format.at(at)}: ${format.value(value)}`} />
          {drawing.times.map(({ at, x }) => (
            <text key={at} x={`${x}%`} y="100%" dy="-0.2em" textAnchor={anchorAt(x)}>
              {tickAt(at)}
            </text>
          ))}
        </svg>
        {ready ? (
          <Suspense>
            <ChartCursor rows={drawing.rows} label={title} format={format} />
          </Suspense>
        ) : null}
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
          {drawing.earlier ? <path className="chart-earlier" d={drawing.earlier} /> : null}
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

/** Each of a few bars keeps its name. */
const isFew = ({ bars }: Drawing) => bars.length > 0 && bars.length <= FEW;

/** Keeps the outermost labels inside the chart. */
const anchorAt = (x: number) => (x < 8 ? 'start' : x > 92 ? 'end' : 'middle');

function ChartTable({ drawing, heads, summary, format }: Omit<Props, 'title'>) {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{summary}</summary>
      <table className="chart-table">
        <caption className="visually-hidden">{heads.value}</caption>
        <thead>
          <tr>
            <th scope="col">{heads.at}</th>
            <th scope="col">{heads.value}</th>
            {drawing.earlier ? <th scope="col">{t('chart.before')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {drawing.rows.map(({ at, value, before }) => (
            <tr key={at}>
              <th scope="row">
                <time dateTime={at}>{format.at(at)}</time>
              </th>
              <td>{format.value(value)}</td>
              {before ? (
                <td>
                  {format.value(before.value)} <small>({format.at(before.at)})</small>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
