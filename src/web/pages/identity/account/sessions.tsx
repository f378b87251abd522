import { type ActionFunctionArgs, Form, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { endSession, endSessions, listSessions } from '#contracts/identity/sessions.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { endedSessionCookie } from '#web/server/cookies/session-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('sessions.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return { sessions: (await read({ context, url }, listSessions)).data };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const all = field('intent') === 'all';
  const outcome = all
    ? await attempt(where, endSessions, {})
    : field('intent') === 'others'
      ? await attempt(where, endSessions, { query: { keep: 'current' } })
      : await attempt(where, endSession, { params: { id: field('id') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const headers = new Headers();
  headers.append('set-cookie', flash({ type: 'success', title: message('sessions.ended'), content: '' }));
  if (all) headers.append('set-cookie', endedSessionCookie(context.get(pageContext).secure));
  return redirect(all ? href('/login') : href('/user/sessions'), { headers });
}

export default function Sessions() {
  const { t } = useI18n();
  const { sessions } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  return (
    <>
      <PageHead title={t('sessions.title')} lead={t('sessions.lead')} />
      <FormErrors refusal={result?.refusal} />
      <section className="panel stack">
        <h2>{t('profile.sessions')}</h2>
        <ul className="lines-list">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
        <div className="row">
          {sessions.length > 1 ? (
            <EndForm intent="others" label={t('sessions.end_others')} />
          ) : (
            <p className="muted small">{t('sessions.only_this')}</p>
          )}
          <EndForm intent="all" label={t('sessions.end_all')} variant="danger" />
        </div>
      </section>
    </>
  );
}

type Session = Awaited<ReturnType<typeof loader>>['sessions'][number];

function SessionRow({ session }: { session: Session }) {
  const { t } = useI18n();
  const { browser, system } = session;
  const name = browser && system ? t('device.named', { browser, system }) : (browser ?? system ?? t('device.unknown'));
  return (
    <li>
      <div>
        <p>{name}</p>
        <p className="muted small">
          <FormattedMessage
            of="profile.session"
            values={{ address: session.address }}
            parts={{ at: <Time at={session.last_used_at} /> }}
          />
        </p>
      </div>
      {session.current ? (
        <Tag tone="good">{t('profile.this_session')}</Tag>
      ) : (
        <Form method="post">
          <input type="hidden" name="id" value={session.id} />
          <Button variant="secondary" size="small" aria-label={t('sessions.end_one', { name })}>
            {t('profile.sign_out')}
          </Button>
        </Form>
      )}
    </li>
  );
}

function EndForm({
  intent,
  label,
  variant = 'secondary',
}: {
  intent: string;
  label: string;
  variant?: 'secondary' | 'danger';
}) {
  return (
    <Form method="post">
      <Button name="intent" value={intent} variant={variant} size="small">
        {label}
      </Button>
    </Form>
  );
}
