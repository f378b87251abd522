import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
  useNavigation,
} from 'react-router';
import { getAuthStatus, login, register } from '#contracts/identity/auth.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { readDevice } from '#web/server/cookies/device-cookie.ts';
import { returnPathCookie } from '#web/server/cookies/return-path-cookie.ts';
import { signInCookies } from '#web/server/cookies/sign-in-cookies.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageAskedFor } from '#web/server/safe-redirect.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

export const handle = title('register.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getAuthStatus);
  return { registration: data.registration, closed: context.get(pageContext).maintenance !== null };
}

/** Creates the account and signs in with it: the link in the mail then leads on in the same browser. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const where = { context, url };
  const { secure, catalogue } = context.get(pageContext);
  const field = await readForm(request);
  const values = { username: field('username').trim(), email: field('email').trim() };
  const password = field('password');
  // An unticked box is sent as is: the API explains why it is required.
  const terms = (field('terms') === 'on') as true;
  const outcome = await attempt(where, register, { body: { ...values, password, terms } });
  if (!outcome.ok) return refused(outcome.refusal, { ...values, terms: field('terms') });
  const device = readDevice(request.headers.get('cookie'), secure);
  const entered = await attempt(where, login, { body: { username: values.username, password, device } }, [401]);
  const wished = pageAskedFor(url.searchParams.get('next'));
  const next = wished && catalogue === 'public' && isPurchase(wished) ? wished : href('/activation');
  if (!entered.ok) return redirect(`${href('/login')}?${new URLSearchParams({ next, name: values.username })}`);
  const headers = signInCookies(entered.reply, secure);
  headers.append('set-cookie', returnPathCookie(wished, secure));
  return redirect(next, { headers });
}

/** Whether a page is one on which an account that isn't active yet can ask for cards, where the catalogue is public. */
const isPurchase = (path: string) => /^\/(buy|cart)\b/.test(path);

export default function Register() {
  const { t } = useI18n();
  const { search } = useLocation();
  const { registration, closed } = useLoaderData<typeof loader>();
  if (registration === 'closed') return <Closed />;
  if (closed) return <Maintenance />;
  return (
    <>
      <div className="panel stack">
        <h1>{t('register.title')}</h1>
        {registration === 'invite' ? <p className="muted">{t('register.by_invitation')}</p> : null}
        <RegisterForm />
      </div>
      <p className="minimal-foot">
        <FormattedMessage of="register.have_account" parts={{ link: <Link to={href('/login') + search} /> }} />
      </p>
    </>
  );
}

const fields = ['username', 'email', 'password', 'terms'];

function RegisterForm() {
  const { t } = useI18n();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={result?.refusal} fields={fields} />
      <Field
        name="username"
        label={t('field.username')}
        hint={t('register.username_hint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={result?.values.username}
        errors={errors.username}
      />
      <Field
        name="email"
        label={t('field.email')}
        type="email"
        autoComplete="email"
        required
        defaultValue={result?.values.email}
        errors={errors.email}
      />
      <PasswordField
        name="password"
        label={t('field.password')}
        hint={t('register.password_hint')}
        autoComplete="new-password"
        required
        errors={errors.password}
      />
      <Checkbox
        name="terms"
        label={<FormattedMessage of="register.terms" parts={{ link: <Link to={href('/terms')} /> }} />}
        hint={<FormattedMessage of="register.privacy" parts={{ link: <Link to={href('/privacy')} /> }} />}
        defaultChecked={result?.values.terms === 'on'}
        errors={errors.terms}
      />
      <Button size="large" wide busy={busy}>
        {t('register.submit')}
      </Button>
    </Form>
  );
}

function Closed() {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('register.closed_title')}</h1>
      <p>{t('register.closed')}</p>
      <p>
        <Link to={href('/login')}>{t('register.to_login')}</Link>
      </p>
    </div>
  );
}

function Maintenance() {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('register.title')}</h1>
      <Alert tone="warn">{t('register.maintenance')}</Alert>
      <p>
        <Link to={href('/login')}>{t('register.to_login')}</Link>
      </p>
    </div>
  );
}
