import {
  type ActionFunctionArgs,
  data,
  Form,
  redirect,
  useLocation,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { login } from '#contracts/auth.ts';
import { passkeyLogin } from '#contracts/factors.ts';
import { attempt } from '#web/api.ts';
import { secureContext } from '#web/context.ts';
import { readDevice } from '#web/device-cookie.ts';
import { readForm, readJson } from '#web/form-data.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { useKeptHash } from '#web/live/use-kept-hash.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { usePasskeyAutofill } from '#web/live/use-passkey-autofill.ts';
import { useWords } from '#web/live/use-words.ts';
import { ownPath } from '#web/own-path.ts';
import { signInCookies } from '#web/sign-in-cookies.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasskeyButton } from '#web/ui/passkey-button.tsx';
import { Phrase } from '#web/ui/phrase.tsx';

export const handle = title('login.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const secure = context.get(secureContext);
  const device = readDevice(request.headers.get('cookie'), secure);
  const field = await readForm(request);
  const where = { context, url };
  const username = field('username').trim();
  const [ticket, otp] = [field('ticket'), field('otp')];
  const passkey = { challenge_id: field('challenge_id'), response: readJson(field('response')) as never, device };
  const proof = ticket ? { ticket, otp } : { password: field('password') };
  const outcome =
    field('intent') === 'passkey'
      ? await attempt(where, passkeyLogin, { body: passkey }, [401, 403])
      : await attempt(where, login, { body: { username, ...proof, device } }, [401, 403]);
  if (outcome.ok)
    return redirect(ownPath(url.searchParams.get('next')), { headers: signInCookies(outcome.reply, secure) });
  const { refusal } = outcome;
  // What is wrong with a code is said beside the field; that one is needed is no error yet.
  const next = refusal.marks?.ticket ?? (refusal.errors.otp ? ticket : '');
  const shown = next && !ticket ? undefined : refusal;
  return data({ refusal: shown, username, ticket: next }, { status: refusal.status });
}

export default function Login() {
  const { t } = useWords();
  const result = useKeptResult<typeof action>();
  const [query] = useSearchParams();
  useKeptHash();
  if (result?.ticket) return <SecondStep username={result.username} ticket={result.ticket} />;
  return (
    <>
      <div className="panel stack">
        <h1>{t('login.title')}</h1>
        {query.has('next') && !result ? <p className="muted">{t('login.go_on')}</p> : null}
        <FirstStep />
        <PasskeyButton label={t('login.passkey')} wide />
      </div>
      <p className="minimal-foot">
        <Link to="/forgot">{t('forgot.link')}</Link>
      </p>
      <p className="minimal-foot">
        <Phrase of="login.new_here" parts={{ link: <Link to="/register" /> }} />
      </p>
      {useFrame()?.demo ? (
        <p className="minimal-foot small">
          <Phrase of="login.demo_accounts" parts={{ code: <code /> }} />
        </p>
      ) : null}
    </>
  );
}

function FirstStep() {
  const { t } = useWords();
  const result = useKeptResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal?.errors ?? {};
  usePasskeyAutofill('username');
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={result?.refusal} fields={['username', 'password']} />
      <Field
        name="username"
        label={t('field.username')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={result?.username}
        errors={errors.username}
      />
      <Field
        name="password"
        label={t('field.password')}
        type="password"
        autoComplete="current-password"
        required
        errors={errors.password}
      />
      <Button size="large" wide busy={busy}>
        {t('login.submit')}
      </Button>
    </Form>
  );
}

/** The password was right and is not asked for again: the ticket stands for it. */
function SecondStep({ username, ticket }: { username: string; ticket: string }) {
  const { t } = useWords();
  const result = useKeptResult<typeof action>();
  const { pathname, search } = useLocation();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <div className="panel stack">
        <h1>{t('otp.title')}</h1>
        <p className="muted">{t('otp.lead', { name: username })}</p>
        <Form method="post" className="stack" noValidate>
          <FormErrors refusal={result?.refusal} fields={['otp']} />
          <input type="hidden" name="username" value={username} />
          <input type="hidden" name="ticket" value={ticket} />
          <Field
            name="otp"
            label={t('otp.label')}
            hint={t('otp.hint')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            errors={result?.refusal?.errors.otp}
          />
          <Button size="large" wide busy={busy}>
            {t('login.submit')}
          </Button>
        </Form>
      </div>
      <p className="minimal-foot">
        <Link to={pathname + search} reloadDocument>
          {t('otp.again')}
        </Link>
      </p>
    </>
  );
}
