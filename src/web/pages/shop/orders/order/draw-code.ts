import { type QrDrawing, qrPath } from '#web/ui/display/qr/qr-path.ts';

export type Barcode = { kind: 'qr'; drawing: QrDrawing } | { kind: 'code128'; width: number; path: string };

/** A code as a till scans it; done on the server. */
export async function drawCode(barcode: 'none' | 'code128' | 'qr', code: string | null): Promise<Barcode | null> {
  if (barcode === 'none' || code === null) return null;
  if (barcode === 'qr') return { kind: 'qr', drawing: qrPath(code) };
  // Loaded with the first barcode: it is large, and few programmes have one.
  const { default: bwip } = await import('bwip-js/node');
  const [drawn] = bwip.raw({ bcid: 'code128', text: code });
  // Widths of bars and spaces in turn, beginning with a bar.
  const widths = drawn && 'sbs' in drawn ? drawn.sbs : [];
  let at = 0;
  let path = '';
  widths.forEach((width, index) => {
    if (index % 2 === 0) path += `M${at} 0h${width}v1h-${width}z`;
    at += width;
  });
  return { kind: 'code128', width: at, path };
}
