import type { ReactNode } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Time } from '#web/ui/display/time.tsx';

interface Decided {
  key: string;
  what: string;
  reason: string;
  at: string;
  more?: ReactNode;
}

/** Past decisions about payments, with who made them and why. */
export function DecisionList({ decisions }: { decisions: readonly Decided[] }) {
  const { t } = useI18n();
  if (!decisions.length) return null;
  return (
    <section className="stack">
      <h2>{t('admin.decisions')}</h2>
      <ul className="lines-list panel">
        {decisions.map(({ key, what, reason, at, more }) => (
          <li key={key}>
            <div>
              <p>
                <strong>{what}</strong>{' '}
                <span className="small muted">
                  <Time at={at} />
                </span>
              </p>
              <p className="lines">{reason}</p>
              {more}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
