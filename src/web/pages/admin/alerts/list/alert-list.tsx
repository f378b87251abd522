import { Form, useNavigation } from 'react-router';
import type { Alert } from '#contracts/alerts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** Alerts with the people and things they are about; an open one can be closed by a post of its `id`. */
export function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <ul className="lines-list panel">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <div>
            <p>{alert.sentence}</p>
            <About alert={alert} />
            <Facts alert={alert} />
          </div>
          {alert.resolved_at ? null : <Close alert={alert} />}
        </li>
      ))}
    </ul>
  );
}

function About({ alert: { people, link, sentence } }: { alert: Alert }) {
  const { t } = useI18n();
  if (!people.length && !link) return null;
  return (
    <p className="row">
      {people.length ? <span className="muted">{t('alerts.people')}</span> : null}
      {people.map(({ id, username }) => (
        <Link key={id} to={`/admin/users/${id}`}>
          {username}
        </Link>
      ))}
      {link ? (
        <Link to={link} aria-label={`${t('alerts.show')}: ${sentence}`}>
          {t('alerts.show')}
        </Link>
      ) : null}
    </p>
  );
}

function Facts({ alert: { kind, raised_at, times, resolved_at, resolved_by } }: { alert: Alert }) {
  const { t } = useI18n();
  return (
    <p className="small muted">
      <code>{kind}</code> <Time at={raised_at} /> {t('alerts.times', { count: times })}
      {resolved_at ? (
        <>
          , {resolved_by ? t('review.done', { name: resolved_by }) : t('review.ended')} <Time at={resolved_at} />
        </>
      ) : null}
    </p>
  );
}

function Close({ alert: { id, sentence } }: { alert: Alert }) {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" action="/admin/alerts">
      <input type="hidden" name="id" value={id} />
      <Button variant="secondary" size="small" busy={busy} aria-label={`${t('alerts.done')}: ${sentence}`}>
        {t('alerts.done')}
      </Button>
    </Form>
  );
}
