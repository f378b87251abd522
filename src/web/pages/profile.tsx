import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { currentUser, endSession, listSessions } from '#contracts/auth.ts';
import { attempt, read } from '#web/api.ts';
import { deviceName } from '#web/device-name.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { themeCookie, themes } from '#web/theme.ts';
import { titled } from '#web/titled.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { Time } from '#web/ui/time.tsx';

export const meta = titled('Profile');

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
  const { user } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead title="Profile">
        <ButtonLink to="/user/password" look="secondary">
          Change password
        </ButtonLink>
      </PageHead>
      <FormErrors refusal={result?.refusal} />
      <div className="columns">
        <section className="panel stack">
          <h2>Account</h2>
          <dl className="facts">
            <div>
              <dt>Username</dt>
              <dd>{user.username}</dd>
            </div>
            <div>
              <dt>E-mail</dt>
              <dd>
                {user.email}{' '}
                {user.email_verified ? <Tag tone="good">confirmed</Tag> : <Tag tone="warn">not confirmed</Tag>}
              </dd>
            </div>
            <div>
              <dt>Member since</dt>
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
  const theme = useFrame()?.theme;
  return (
    <Form method="post" className="panel stack" reloadDocument>
      <h2>Appearance</h2>
      <input type="hidden" name="intent" value="theme" />
      <Select name="theme" label="Theme" defaultValue={theme}>
        {themes.map((one) => (
          <option key={one} value={one}>
            {one === 'system' ? 'As the device' : one === 'light' ? 'Light' : 'Dark'}
          </option>
        ))}
      </Select>
      <div>
        <Button look="secondary">Save</Button>
      </div>
    </Form>
  );
}

function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <section className="panel stack">
      <h2>Where you are signed in</h2>
      <ul className="lines-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p>{deviceName(session.user_agent)}</p>
              <p className="muted small">
                {session.address}, last used <Time at={session.last_used_at} />
              </p>
            </div>
            {session.current ? (
              <Tag tone="good">this one</Tag>
            ) : (
              <Form method="post">
                <input type="hidden" name="id" value={session.id} />
                <Button look="secondary" size="small">
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
