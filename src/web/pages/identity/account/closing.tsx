import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { closeAccount, getClosing, reopenAccount } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { ReturnTable } from './closing/return-table.tsx';
import { UnspentTable } from './closing/unspent-table.tsx';

export const handle = title('closing.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return { closing: (await read({ context, url }, getClosing)).data, key: crypto.randomUUID() };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const keeps = field('intent') === 'keep';
  const outcome = keeps
    ? await attempt(where, reopenAccount, {})
    : await attempt(where, closeAccount, {
        body: {
          amount_cents: Number(field('amount_cents')),
          addresses_mine: (field('addresses_mine') === 'on') as true,
        },
        idempotencyKey: field('key'),
      });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = message(keeps ? 'closing.kept' : 'closing.done');
  return redirect(href('/user/closing'), {
    headers: { 'set-cookie': flash({ type: 'success', title: said, content: '' }) },
  });
}

/** What of a balance goes back when its owner closes the account, and what became of that. */
export default function Closing() {
  const { t } = useI18n();
  const { closing } = useLoaderData<typeof loader>();
  const { since, unspent, returns, obstacles } = closing;
  const refusal = useActionResult<typeof action>()?.refusal;
  return (
    <>
      <PageHead title={t('closing.title')} lead={t('closing.lead')}>
        <Link to={href('/user/data')}>{t('closing.back_to_data')}</Link>
      </PageHead>
      <div className="stack">
        <FormErrors refusal={refusal} fields={['addresses_mine']} />
        {since ? <Closes since={since} mayKeep={closing.may_reopen} /> : null}
        {obstacles.map((obstacle) => (
          <Alert key={obstacle} tone="warn">
            {t('closing.obstacle', { obstacle })}
          </Alert>
        ))}
        {unspent.length > 0 ? (
          <section className="stack" aria-labelledby="unspent">
            <h2 id="unspent">{t('closing.top_ups')}</h2>
            <UnspentTable unspent={unspent} />
          </section>
        ) : null}
        {unspent.length + returns.length === 0 ? (
          <Empty title={t('closing.none')}>{t('closing.none_more')}</Empty>
        ) : null}
        {closing.returnable_cents > 0 ? <Ask errors={refusal?.errors.addresses_mine} /> : null}
        {returns.length > 0 ? (
          <section className="stack" aria-labelledby="returns">
            <h2 id="returns">{t('closing.returns')}</h2>
            <ReturnTable returns={returns} />
          </section>
        ) : null}
      </div>
    </>
  );
}

function Closes({ since, mayKeep }: { since: string; mayKeep: boolean }) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="panel stack">
      <p>
        <FormattedMessage of="closing.since" parts={{ at: <Time at={since} /> }} />
      </p>
      <p>{t('closing.is_closing')}</p>
      {mayKeep ? (
        <>
          <p className="muted">{t('closing.keep_more')}</p>
          <div>
            <Button name="intent" value="keep" variant="secondary" busy={busy}>
              {t('closing.keep')}
            </Button>
          </div>
        </>
      ) : null}
    </Form>
  );
}

function Ask({ errors }: Pick<Parameters<typeof Checkbox>[0], 'errors'>) {
  const { t } = useI18n();
  const { closing, key } = useLoaderData<typeof loader>();
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="panel stack" noValidate>
      <p>{t('closing.what_happens')}</p>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="amount_cents" value={closing.returnable_cents} />
      <Checkbox name="addresses_mine" label={t('closing.addresses_mine')} errors={errors} />
      <div>
        <Button variant="danger" busy={busy}>
          {t('closing.submit', { amount: { cents: closing.returnable_cents } })}
        </Button>
      </div>
    </Form>
  );
}
