import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { eraseAccount, eraseLoss } from '#contracts/account.ts';
import { attempt, read } from '#web/api.ts';
import { secureContext, sessionContext } from '#web/context.ts';
import { flash } from '#web/flash.ts';
import { readForm } from '#web/form-data.ts';
import { withKept } from '#web/kept-form.ts';
import { useKeptForm } from '#web/live/use-kept-form.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { endedSessionCookie } from '#web/session-cookie.ts';
import { title } from '#web/title.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { say } from '#words/say.ts';

export const handle = title('data.title');

export async function loader(where: LoaderFunctionArgs) {
  const { data: loss } = await read(where, eraseLoss);
  return withKept({ loss, username: where.context.get(sessionContext)?.username ?? '' }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const body = { username: field('username').trim(), give_up: field('give_up') === 'on' };
  const keep = { username: body.username, give_up: field('give_up') };
  const outcome = await attempt({ context, url, keep }, eraseAccount, { body });
  if (!outcome.ok) return data({ refusal: outcome.refusal, ...body }, { status: outcome.refusal.status });
  const headers = new Headers();
  headers.append('set-cookie', endedSessionCookie(context.get(secureContext)));
  headers.append('set-cookie', flash({ type: 'success', title: say('erase.gone'), content: say('erase.gone_more') }));
  return redirect('/login', { headers });
}

export default function Data() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('data.title')} />
      <div className="columns">
        <Form method="post" action="/user/export" className="panel stack" reloadDocument>
          <h2>{t('data.export')}</h2>
          <p>{t('data.export_lead')}</p>
          <div>
            <Button look="secondary">{t('data.export_submit')}</Button>
          </div>
        </Form>
        <Erase />
      </div>
    </>
  );
}

function Erase() {
  const { t } = useWords();
  const { loss, username } = useLoaderData<typeof loader>();
  const result = useKeptResult<typeof action>();
  const kept = useKeptForm();
  const busy = useNavigation().state !== 'idle';
  const something = loss.balance_cents > 0 || loss.open_payments > 0 || loss.unrevealed_cards > 0;
  return (
    <Form method="post" className="panel stack" noValidate>
      <h2>{t('erase.title')}</h2>
      <p>{t('erase.lead')}</p>
      <FormErrors refusal={result?.refusal} fields={['username', 'give_up']} />
      {something ? (
        <>
          <Alert tone="warn">
            <p>{t('erase.lost')}</p>
            <ul>
              {loss.balance_cents ? (
                <li>{t('erase.lost_balance', { balance: { cents: loss.balance_cents } })}</li>
              ) : null}
              {loss.open_payments ? <li>{t('erase.lost_payments', { count: loss.open_payments })}</li> : null}
              {loss.unrevealed_cards ? <li>{t('erase.lost_cards', { count: loss.unrevealed_cards })}</li> : null}
            </ul>
          </Alert>
          <Checkbox
            name="give_up"
            label={t('erase.give_up')}
            defaultChecked={result?.give_up ?? kept.give_up === 'on'}
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
        defaultValue={result?.username ?? kept.username}
        errors={result?.refusal.errors.username}
      />
      <div>
        <Button look="danger" busy={busy}>
          {t('erase.submit')}
        </Button>
      </div>
    </Form>
  );
}
