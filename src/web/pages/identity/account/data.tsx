import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { listAcceptedTerms } from '#contracts/content/content.ts';
import { eraseAccount, getEraseLoss } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { endedSessionCookie } from '#web/server/cookies/session-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('data.title');

export async function loader(where: LoaderFunctionArgs) {
  const [{ data: loss }, { data: terms }] = await Promise.all([
    read(where, getEraseLoss),
    read(where, listAcceptedTerms),
  ]);
  return withPreserved({ loss, terms, username: where.context.get(pageContext).user?.username ?? '' }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const body = { username: field('username').trim(), give_up: field('give_up') === 'on' };
  const preserve = { username: body.username, give_up: field('give_up') };
  const outcome = await attempt({ context, url, preserve }, eraseAccount, { body });
  if (!outcome.ok) return data({ refusal: outcome.refusal, ...body }, { status: outcome.refusal.status });
  const headers = new Headers();
  headers.append('set-cookie', endedSessionCookie(context.get(pageContext).secure));
  headers.append(
    'set-cookie',
    flash({ type: 'success', title: message('erase.gone'), content: message('erase.gone_more') }),
  );
  return redirect(href('/login'), { headers });
}

export default function Data() {
  const { t } = useI18n();
  return (
    <>
      <PageHead title={t('data.title')} />
      <div className="columns">
        <Form method="post" action={href('/user/export')} className="panel stack" reloadDocument>
          <h2>{t('data.export')}</h2>
          <p>{t('data.export_lead')}</p>
          <div>
            <Button variant="secondary">{t('data.export_submit')}</Button>
          </div>
        </Form>
        <Erase />
      </div>
      <AcceptedTerms />
    </>
  );
}

/** Each version at its own address, also when it is no longer in force. */
function AcceptedTerms() {
  const { t, day, time } = useI18n();
  const { terms } = useLoaderData<typeof loader>();
  return (
    <section className="panel stack">
      <h2>{t('data.terms')}</h2>
      {terms.length ? null : <p className="muted">{t('data.terms_none')}</p>}
      <ul>
        {terms.map(({ id, published_at, accepted_at }) => (
          <li key={id}>
            <Link to={href('/terms/:id', { id })}>
              {t('data.terms_line', { day: day(published_at), at: time(accepted_at) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Erase() {
  const { t } = useI18n();
  const { loss, username } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const preserved = usePreservedForm();
  const busy = useNavigation().state !== 'idle';
  const something = Object.values(loss).some((lost) => lost > 0);
  return (
    <Form method="post" className="panel stack" noValidate>
      <h2>{t('erase.title')}</h2>
      <p>{t('erase.lead')}</p>
      <FormErrors refusal={result?.refusal} fields={['username', 'give_up']} />
      {something ? (
        <>
          {loss.balance_cents ? (
            <Alert tone="info">
              <p>{t('closing.offer')}</p>
              <p>
                <Link to={href('/user/closing')}>{t('closing.offer_link')}</Link>
              </p>
            </Alert>
          ) : null}
          <Alert tone="warn">
            <p>{t('erase.lost')}</p>
            <ul>
              {loss.balance_cents ? (
                <li>{t('erase.lost_balance', { balance: { cents: loss.balance_cents } })}</li>
              ) : null}
              {loss.open_payments ? <li>{t('erase.lost_payments', { count: loss.open_payments })}</li> : null}
              {loss.unrevealed_cards ? <li>{t('erase.lost_cards', { count: loss.unrevealed_cards })}</li> : null}
              {loss.open_claims ? <li>{t('erase.lost_claims', { count: loss.open_claims })}</li> : null}
              {loss.open_gifts ? <li>{t('erase.lost_gifts', { count: loss.open_gifts })}</li> : null}
            </ul>
          </Alert>
          <Checkbox
            name="give_up"
            label={t('erase.give_up')}
            defaultChecked={result?.give_up ?? preserved.give_up === 'on'}
            errors={result?.refusal.errors.give_up}
          />
        </>
      ) : null}
      <Field
        name="username"
        label={t('erase.type_username', { name: username })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={result?.username ?? preserved.username}
        errors={result?.refusal.errors.username}
      />
      <div>
        <Button variant="danger" busy={busy}>
          {t('erase.submit')}
        </Button>
      </div>
    </Form>
  );
}
