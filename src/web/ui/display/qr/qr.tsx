import type { QrDrawing } from './qr-path.ts';

/** Always dark on white: cameras need it in both themes. */
export function Qr({ drawing, label }: { drawing: QrDrawing; label: string }) {
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={drawing.size} height={drawing.size} fill="#fff" />
      <path d={drawing.path} fill="#10201a" />
    </svg>
  );
}
