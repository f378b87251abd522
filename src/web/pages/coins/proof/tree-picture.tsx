import { useId } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';

interface Box {
  x: number;
  y: number;
  cents: number;
  /** On the reader's path, or the neighbour that it needs there. */
  part?: 'own' | 'proof';
}

const [WIDTH, HEIGHT] = [68, 30];
const TOP = { x: 160, y: 34, cents: 100_00, part: 'own' } satisfies Box;
const MIDDLE: Box[] = [
  { x: 84, y: 104, cents: 42_00, part: 'own' },
  { x: 236, y: 104, cents: 58_00, part: 'proof' },
];
const BOTTOM: Box[] = [
  { x: 46, y: 174, cents: 12_00, part: 'own' },
  { x: 122, y: 174, cents: 30_00, part: 'proof' },
  { x: 198, y: 174, cents: 8_00 },
  { x: 274, y: 174, cents: 50_00 },
];
const LINES = [
  ...MIDDLE.map((from) => ({ from, to: TOP })),
  ...BOTTOM.map((from, at) => ({ from, to: MIDDLE[at >> 1]! })),
];

/** Four balances that add up to one total, and the path between. */
export function TreePicture() {
  const { t, money } = useI18n();
  const id = useId();
  return (
    <svg className="proof-tree" role="img" aria-labelledby={id} viewBox="0 0 320 232">
      <title id={id}>{t('proof.picture')}</title>
      {LINES.map(({ from, to }) => (
        <path
          key={`${from.x} ${from.y}`}
          data-part={from.part}
          d={`M${from.x} ${from.y - HEIGHT / 2}V${(from.y + to.y) / 2}H${to.x}V${to.y + HEIGHT / 2}`}
        />
      ))}
      {[TOP, ...MIDDLE, ...BOTTOM].map(({ x, y, cents, part }: Box) => (
        <g key={`${x} ${y}`} data-part={part}>
          <rect x={x - WIDTH / 2} y={y - HEIGHT / 2} width={WIDTH} height={HEIGHT} rx="6" />
          <text x={x} y={y} dy="0.35em">
            {money(cents)}
          </text>
        </g>
      ))}
      <text className="proof-tree-note" x="160" y="12">
        {t('proof.picture.total')}
      </text>
      <text className="proof-tree-note" x="46" y="204">
        {t('proof.picture.you')}
      </text>
      <g data-part="proof">
        <rect x="90" y="214" width="18" height="12" rx="3" />
      </g>
      <text className="proof-tree-note" data-from="start" x="116" y="224">
        {t('proof.picture.proof')}
      </text>
    </svg>
  );
}
