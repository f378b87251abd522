import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { endSession, listSessions } from '#contracts/account.ts';
import { currentUser } from '#contracts/auth.ts';
import { attempt, read } from '#web/api.ts';
import { deviceName } from '#web/device-name.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { useWords } from '#web/live/use-words.ts';
import { themeCookie, themes } from '#web/theme.ts';
import { title } from '#web/title.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Phrase } from '#web/ui/phrase.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { Time } from '#web/ui/time.tsx';

export const handle = title('profile.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [user, sessions] = await Promise.all([read(where, currentUser), read(where, listSessions)]);
  return { user: user.data, sessions: sessions.data };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  if (field('intent') === 'theme')
    return redirect('/user/profile', { headers: { 'set-cookie': themeCookie(field('theme')) } });
  const outcome = await attempt({ context, url }, endSession, { params: { id: field('id') } });
  return outcome.ok ? redirect('/user/profile') : refused(outcome.refusal, {});
}

export default function Profile() {
  const { t } = useWords();
  const { user } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead title={t('profile.title')}>
        <ButtonLink to="/user/password" look="secondary">
          {t('password.submit')}
        </ButtonLink>
      </PageHead>
      <FormErrors refusal={result?.refusal} />
      <div className="columns">
        <section className="panel stack">
          <h2>{t('profile.account')}</h2>
          <dl className="facts">
            <div>
              <dt>{t('field.username')}</dt>
              <dd>{user.username}</dd>
            </div>
            <div>
              <dt>{t('field.email')}</dt>
              <dd>
                {user.email}{' '}
                {user.email_verified ? (
                  <Tag tone="good">{t('profile.confirmed')}</Tag>
                ) : (
                  <Tag tone="warn">{t('profile.not_confirmed')}</Tag>
                )}
              </dd>
            </div>
            <div>
              <dt>{t('profile.since')}</dt>
              <dd>
                <Time at={user.created_at} day />
              </dd>
            </div>
          </dl>
        </section>
        <Appearance />
      </div>
      <Sessions />
    </>
  );
}

function Appearance() {
  const { t } = useWords();
  const theme = useFrame()?.theme;
  return (
    <Form method="post" className="panel stack" reloadDocument>
      <h2>{t('profile.appearance')}</h2>
      <input type="hidden" name="intent" value="theme" />
      <Select name="theme" label={t('profile.theme')} defaultValue={theme}>
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(`profile.theme.${one}`)}
          </option>
        ))}
      </Select>
      <div>
        <Button look="secondary">{t('form.save')}</Button>
      </div>
    </Form>
  );
}

function Sessions() {
  const { t, tell } = useWords();
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <section className="panel stack">
      <h2>{t('profile.sessions')}</h2>
      <ul className="lines-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p>{tell(deviceName(session.user_agent))}</p>
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
                <Button look="secondary" size="small">
                  {t('profile.sign_out')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
