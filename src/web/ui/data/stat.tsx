import type { ReactNode } from 'react';
import type { Tone } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import '#web/styles/office/data.css';

interface Props {
  label: string;
  value: ReactNode;
  /** The comparison or other context; its tone says whether that is good. */
  change?: ReactNode;
  tone?: Tone;
  /** Link to where the figure comes from. */
  to?: string;
}

export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;

/** One figure in a row of figures. */
export function Stat({ label, value, change, tone = 'plain', to }: Props) {
  return (
    <div className="stat panel" data-tone={tone}>
      <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd>{value}</dd>
      {change ? <dd className="stat-change">{change}</dd> : null}
    </div>
  );
}
