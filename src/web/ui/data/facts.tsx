import type { ReactNode } from 'react';
import '#web/styles/facts.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** The details of one item: labelled values, without those that don't apply. */
export function Facts({ facts }: { facts: readonly (Fact | false | null)[] }) {
  return (
    <dl className="fact-list">
      {facts
        .filter((fact) => fact !== null && fact !== false)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
