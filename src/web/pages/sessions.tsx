import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { endSession, endSessions, listSessions } from '#contracts/account.ts';
import { attempt, read } from '#web/api.ts';
import { secureContext } from '#web/context.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { endedSessionCookie } from '#web/session-cookie.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Phrase } from '#web/ui/phrase.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { Time } from '#web/ui/time.tsx';
import { say } from '#words/say.ts';

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
  headers.append('set-cookie', flash({ type: 'success', title: say('sessions.ended'), content: '' }));
  if (all) headers.append('set-cookie', endedSessionCookie(context.get(secureContext)));
  return redirect(all ? '/login' : '/user/sessions', { headers });
}

export default function Sessions() {
  const { t } = useWords();
  const { sessions } = useLoaderData<typeof loader>();
  const result = useKeptResult<typeof action>();
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
          <EndForm intent="all" label={t('sessions.end_all')} look="danger" />
        </div>
      </section>
    </>
  );
}

type Session = Awaited<ReturnType<typeof loader>>['sessions'][number];

function SessionRow({ session }: { session: Session }) {
  const { t } = useWords();
  const { browser, system } = session;
  const name = browser && system ? t('device.named', { browser, system }) : (browser ?? system ?? t('device.unknown'));
  return (
    <li>
      <div>
        <p>{name}</p>
        <p className="muted small">
          <Phrase
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
          <Button look="secondary" size="small" aria-label={t('sessions.end_one', { name })}>
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
  look = 'secondary',
}: {
  intent: string;
  label: string;
  look?: 'secondary' | 'danger';
}) {
  return (
    <Form method="post">
      <Button name="intent" value={intent} look={look} size="small">
        {label}
      </Button>
    </Form>
  );
}
