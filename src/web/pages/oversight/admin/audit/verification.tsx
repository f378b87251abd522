import { Form, useNavigation } from 'react-router';
import type { Verification as Run } from '#contracts/oversight/audit.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateEvery } from '#web/live/use-revalidate-every.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

const EVERY_MS = 1_000;
const tones: Record<Run['state'], Tone> = {
  running: 'info',
  sound: 'good',
  broken: 'bad',
  given_up: 'warn',
  forged: 'bad',
};

/** The last checks of the audit chain, the ledger or the coins, with the progress of one that runs and a button for the next. */
export function Verification({ kind, runs }: { kind: Run['kind']; runs: readonly Run[] }) {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  const [latest, ...earlier] = runs;
  const running = latest?.state === 'running';
  useRevalidateEvery(running, EVERY_MS);
  return (
    <section className="panel stack" aria-labelledby={`verification-${kind}`}>
      <div className="row">
        <h2 id={`verification-${kind}`}>{t('check.title', { kind })}</h2>
        {latest ? <Tag tone={tones[latest.state]}>{t(`check.${latest.state}`)}</Tag> : null}
        {running ? null : (
          <Form method="post" className="push">
            <Button variant="secondary" size="small" name="kind" value={kind} busy={busy}>
              {t('check.start')}
            </Button>
          </Form>
        )}
      </div>
      <p className="muted small">{t('check.lead', { kind })}</p>
      {latest ? <Latest run={latest} /> : <p className="muted">{t('check.never')}</p>}
      {earlier.length ? <Earlier runs={earlier} /> : null}
    </section>
  );
}

function Latest({ run }: { run: Run }) {
  const { t, number } = useI18n();
  const { kind, state, done, total, problems, named } = run;
  const percent = total ? Math.floor((done / total) * 100) : 0;
  const said = t('check.progress', { percent: number(percent) });
  return (
    <Live className="stack">
      {state === 'running' ? (
        <p>
          <progress className="import-progress" value={done} max={total || 1} aria-label={said} />
          <span className="small muted">{said}</span>
        </p>
      ) : null}
      {state === 'broken' ? (
        <Alert tone="bad">
          <p>{t('check.found', { problems })}</p>
          <ul>
            {named.map((problem) => (
              <li key={problem}>
                <code>{problem}</code>
              </li>
            ))}
          </ul>
          <p>{t('check.what_now', { kind })}</p>
        </Alert>
      ) : null}
      {state === 'sound' && kind === 'audit' ? <p>{t('check.entries', { entries: total })}</p> : null}
      <p className="small muted">
        {t(run.nightly ? 'check.nightly' : 'check.by_hand')} <Time at={run.ended_at ?? run.started_at} />
      </p>
    </Live>
  );
}

function Earlier({ runs }: { runs: readonly Run[] }) {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{t('check.earlier')}</summary>
      <ul>
        {runs.map((run) => (
          <li key={run.id} className="row">
            <Time at={run.ended_at ?? run.started_at} />
            <Tag tone={tones[run.state]}>{t(`check.${run.state}`)}</Tag>
            {run.problems ? t('check.found', { problems: run.problems }) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
